import { MONITORING } from '#contract/limits.ts'
import type { MessageSummary } from './summary.ts'

/** A value as single-line JSON; never throws. */
export function compactJson(data: unknown): string {
  try {
    return JSON.stringify(data) ?? 'null'
  } catch {
    return 'Cannot be formatted as JSON'
  }
}

/** The first 200 characters of a message. `note` explains why it is shown raw. */
export function summarizeRaw(data: unknown, note?: string): Extract<MessageSummary, { readonly kind: 'raw' }> {
  const json = typeof data === 'string' ? data : compactJson(data)
  return { kind: 'raw', text: json.slice(0, MONITORING.rawPreview), ...(note === undefined ? {} : { note }) }
}

import { MONITORING } from '#contract/limits.ts'
import type { MessageSummary } from './summary.ts'

/** A value as JSON on one line; never throws. */
export function compactJson(data: unknown): string {
  try {
    return JSON.stringify(data) ?? 'null'
  } catch {
    return 'Cannot be formatted as JSON'
  }
}

/** The first 200 characters of a message. `note` says why it is not drawn. */
export function summarizeRaw(data: unknown, note?: string): Extract<MessageSummary, { readonly kind: 'raw' }> {
  const json = typeof data === 'string' ? data : compactJson(data)
  return { kind: 'raw', text: json.slice(0, MONITORING.rawPreview), ...(note === undefined ? {} : { note }) }
}

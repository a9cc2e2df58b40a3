import { MONITORING } from '#contract/limits.ts'
import type { Drawing } from './drawing.ts'

/** A value as JSON; never throws. */
export function jsonOf(data: unknown, indent = 0): string {
  try {
    return JSON.stringify(data, null, indent) ?? 'null'
  } catch {
    return 'Cannot be written as JSON'
  }
}

/** The first 200 characters of a message. `note` says why it is not drawn. */
export function drawRaw(data: unknown, note?: string): Extract<Drawing, { readonly kind: 'raw' }> {
  const told = typeof data === 'string' ? data : jsonOf(data)
  return { kind: 'raw', text: told.slice(0, MONITORING.rawPreview), ...(note === undefined ? {} : { note }) }
}

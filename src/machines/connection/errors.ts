import type { AttemptKind, ConnectionError } from './types.ts'

const MAX_ERRORS = 20

/** Appends an error; the oldest is dropped when there are too many. */
export const withError = (errors: readonly ConnectionError[], at: number, text: string): readonly ConnectionError[] =>
  [...errors, { at, text }].slice(-MAX_ERRORS)

/** Error text of a failed attempt; retries and restarts are prefixed. */
export function failureText(kind: AttemptKind, message: string): string {
  if (kind === 'retry') return `Reconnection failed: ${message}`
  if (kind === 'restart') return `Restart failed: ${message}`
  return message
}

/** Error text of a close that came instead of an acknowledgement. */
export const refusalText = (kind: AttemptKind, reason: string): string =>
  failureText(kind, kind === 'first' ? lossText(reason) : reason)

export const lossText = (reason: string): string => `Connection lost: ${reason}`

import * as z from 'zod/mini'
import { CLOSE } from '#contract/close-codes.ts'

/** Content of a close frame; `code` is absent when a socket ended without one. */
export interface Close {
  readonly code?: number
  readonly reason: string
}

const retryAfterSchema = z.object({ retry_after_ms: z.number().check(z.nonnegative()) })

/** The delay in ms that a close reason of the form `{"retry_after_ms":n}` asks for, or undefined. */
export function retryAfterOf({ reason }: Close): number | undefined {
  if (!reason.startsWith('{')) return undefined
  try {
    return z.safeParse(retryAfterSchema, JSON.parse(reason)).data?.retry_after_ms
  } catch {
    return undefined
  }
}

/** The reason as text for users. Machine-readable reasons are left out. */
export function reasonText(close: Close): string {
  if (retryAfterOf(close) === undefined) return close.reason || 'Connection closed unexpectedly'
  return close.code === CLOSE.restart ? 'Server is restarting' : 'Server asked to try again later'
}

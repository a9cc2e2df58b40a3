import { RequestError } from '#server/http/errors.ts'
import type { StreamLog } from './ports.ts'

/** The part of a log that routes read. */
export type ReadableLog = Pick<StreamLog, 'epoch' | 'recent' | 'info' | 'keys'>

async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    throw new RequestError(503, 'The stream log cannot be reached.', { 'retry-after': '1' }, { cause })
  }
}

/** Wraps a log for routes: failures become a 503 with Retry-After, their cause goes to the server's log. */
export const toReadableLog = (log: StreamLog): ReadableLog => ({
  // A log that restarts counting changes it.
  get epoch() {
    return log.epoch
  },
  recent: (key, count) => orUnavailable(log.recent(key, count)),
  info: (key) => orUnavailable(log.info(key)),
  keys: () => orUnavailable(log.keys()),
})

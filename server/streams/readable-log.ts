import { RequestError } from '#server/http/errors.ts'
import type { StreamLog } from './ports.ts'

/** What a request reads of a log. */
export type ReadableLog = Pick<StreamLog, 'epoch' | 'recent' | 'info' | 'keys'>

async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    throw new RequestError(503, 'The stream log cannot be reached.', { 'retry-after': '1' }, { cause })
  }
}

/** The log as requests read it: a failure is a 503 that says when to ask again, its cause goes to the server's log. */
export const toReadableLog = (log: StreamLog): ReadableLog => ({
  epoch: log.epoch,
  recent: (key, count) => orUnavailable(log.recent(key, count)),
  info: (key) => orUnavailable(log.info(key)),
  keys: () => orUnavailable(log.keys()),
})

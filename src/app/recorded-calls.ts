import { failure, success } from '#src/lib/result.ts'
import type { Lookup } from '#src/streams/session-recording/file-format.ts'
import { NETWORK, type HttpFailure } from '#src/transport/http/failures.ts'
import { urlOf, type Call } from '#src/transport/http/http.ts'

/** Reports what the server answered, for a recording. */
export const recordedCall =
  (call: Call, now: () => number, write: (lookup: Lookup) => void): Call =>
  async (request) => {
    const result = await call(request)
    if (result.ok) write({ path: urlOf('', request), at: now(), value: result.value })
    return result
  }

/** Why something cannot be looked up in a replay. */
export const NOT_RECORDED: HttpFailure = { ...NETWORK, text: 'Not part of the recording' }

/** Answers as the server did last before `now`, or else first after it. */
export const replayedCall =
  (lookups: readonly Lookup[], now: () => number): Call =>
  async (request) => {
    const path = urlOf('', request)
    const same = lookups.filter((lookup) => lookup.path === path)
    const found = same.findLast(({ at }) => at <= now()) ?? same[0]
    const read = request.schema.safeParse(found?.value)
    return found !== undefined && read.success ? success(read.data) : failure(NOT_RECORDED)
  }

import type { StreamState } from './fold.ts'

/** Last received message id per stream, from which the server replays. */
export interface Resumption {
  readonly epoch: string
  readonly last_ids: Readonly<Record<string, string>>
}

/** No server has longer keys, and the message must stay well below 64 KiB. */
const MAX_KEY_LENGTH = 300
const MAX_LENGTH = 48_000

/** Newest ids of the streams of one epoch. Undefined if there is nothing to resume from. */
export function resumptionOf(streams: readonly StreamState[], epoch: string | undefined): Resumption | undefined {
  if (epoch === undefined) return undefined
  let remaining = MAX_LENGTH
  const ids: [string, string][] = []
  for (const { record, lastId, epoch: streamEpoch } of streams) {
    if (lastId === undefined || streamEpoch !== epoch || record.key.length > MAX_KEY_LENGTH) continue
    remaining -= record.key.length + lastId.length + 6
    if (remaining < 0) break
    ids.push([record.key, lastId])
  }
  return ids.length === 0 ? undefined : { epoch, last_ids: Object.fromEntries(ids) }
}

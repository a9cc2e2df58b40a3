import type { StreamEntry } from './entry.ts'
import { isEarlierId, orderOfIds } from './entry-id.ts'
import { aged, emptyRecord, settled, statusOf, type StreamRecord } from './record.ts'
import { hasId, withId, type Seen } from './seen.ts'

/** One stream: its record, and what merging two ways into it takes. */
export interface Held {
  readonly record: StreamRecord
  /** Ids taken lately: the same entry may come live, polled and replayed. */
  readonly seen: Seen | undefined
  /** Newest id of the stream known here. */
  readonly lastId: string | undefined
  /** Id of the first entry seen here: older ones that are asked for later were never missed. */
  readonly firstId: string | undefined
  /** Entries up to this id are in the count, as the server's own length told. */
  readonly countedTo: string | undefined
  readonly seq: number | undefined
  readonly epoch: string | undefined
  /** Until when a cached record may be shown, wall time. */
  readonly expiresAt: number | undefined
}

/** What happens to one stream. Times are unix ms; `market` is the market's clock where it is known, `now` the wall's. */
export type StreamAction =
  | { readonly type: 'live' | 'polled'; readonly entry: StreamEntry }
  /** Metadata came: how many entries there are and the newest one's id. */
  | {
      readonly type: 'measured'
      readonly key: string
      readonly length: number
      readonly lastId: string | undefined
      readonly at: number
    }
  | { readonly type: 'failed'; readonly key: string; readonly at: number }
  | { readonly type: 'cached'; readonly held: Held }
  | { readonly type: 'tick'; readonly now: number; readonly market: number | undefined }

const empty = (key: string, at: number): Held => ({
  record: emptyRecord(key, at),
  seen: undefined,
  lastId: undefined,
  firstId: undefined,
  countedTo: undefined,
  seq: undefined,
  epoch: undefined,
  expiresAt: undefined,
})

const later = (a: string | undefined, b: string): string => (a !== undefined && isEarlierId(b, a) ? a : b)

function withRecord(held: Held, record: StreamRecord): Held {
  return record === held.record ? held : { ...held, record }
}

const differ = <T>(a: T | undefined, b: T | undefined): boolean => a !== undefined && b !== undefined && a !== b

/** Whether an entry may be shown in place of what is: newest wins, unless the two cannot be compared. */
function replaces({ record, epoch }: Held, entry: StreamEntry): boolean {
  if (record.data === null || differ(epoch, entry.epoch)) return true
  if (differ(record.provenance?.market, entry.provenance?.market)) return true
  if (record.source === 'cache' && epoch === undefined) return true
  if (entry.timestamp !== record.timestamp) return entry.timestamp > record.timestamp
  const [id, shownId] = [entry.messageId, record.messageId]
  return id === undefined || shownId === undefined || !isEarlierId(id, shownId)
}

const isBeyond = (id: string, mark: string | undefined): boolean =>
  mark === undefined || (id !== mark && !isEarlierId(id, mark))

/**
 * Whether an id is the newest of its stream. Where ids are in no order, one that was not taken before is, unless its
 * figures are older than those shown.
 */
function isNewestId(held: Held, entry: StreamEntry, id: string): boolean {
  const { lastId } = held
  if (lastId === undefined) return true
  const order = orderOfIds(lastId, id)
  return order === undefined ? !hasId(held.seen, id) && replaces(held, entry) : order < 0
}

/** Whether a stream lacks the entry that its server names as the newest. */
export function isBehind(held: Held | undefined, told: string): boolean {
  if (held?.lastId === undefined) return true
  const order = orderOfIds(held.lastId, told)
  return order === undefined ? !hasId(held.seen, told) : order < 0
}

/** Whether an entry that was not seen before is one more of its stream. */
function counts(held: Held, entry: StreamEntry, isNewest: boolean): boolean {
  const { messageId: id } = entry
  if (held.record.messageCount === 0) return true
  // A running value repeats the count of the last entry and has no id.
  if (id === undefined) return entry.seq === undefined || entry.seq !== held.seq
  if (!isBeyond(id, held.countedTo)) return false
  if (entry.source === 'live') return true
  const sinceFirst = held.firstId === undefined ? undefined : orderOfIds(held.firstId, id)
  return sinceFirst === undefined ? isNewest : sinceFirst < 0
}

function recordOf(
  { key, category, subcategory }: StreamRecord,
  entry: StreamEntry,
  messageCount: number,
): StreamRecord {
  return {
    key,
    category,
    subcategory,
    data: entry.data,
    messageId: entry.messageId,
    messageCount,
    timestamp: entry.timestamp,
    receivedAt: entry.receivedAt,
    source: entry.source,
    provenance: entry.provenance,
    status: statusOf(messageCount, false),
    isStale: false,
    isVeryStale: false,
  }
}

/** Another epoch: the server counts anew, and ids of before mean nothing any more. */
const inEpoch = (held: Held, epoch: string | undefined): Held =>
  differ(held.epoch, epoch)
    ? { ...held, seen: undefined, lastId: undefined, firstId: undefined, countedTo: undefined, seq: undefined }
    : held

function take(before: Held, entry: StreamEntry): Held {
  const held = inEpoch(before, entry.epoch)
  const { messageId: id } = entry
  // Nearly every entry is newer than all before it: only the others have to be looked up.
  const isNewest = id !== undefined && isNewestId(held, entry, id)
  const isKnown = id !== undefined && !isNewest && hasId(held.seen, id)
  if (isKnown && held.record.source !== 'cache') return withRecord(before, settled(before.record))
  const messageCount = held.record.messageCount + (!isKnown && counts(held, entry, isNewest) ? 1 : 0)
  const isShown = replaces(before, entry)
  return {
    record: isShown ? recordOf(held.record, entry, messageCount) : settled({ ...held.record, messageCount }),
    seen: id === undefined || isKnown ? held.seen : withId(held.seen, id),
    lastId: isNewest ? id : held.lastId,
    firstId: held.firstId ?? id,
    countedTo: held.countedTo,
    seq: isShown ? (entry.seq ?? held.seq) : held.seq,
    epoch: entry.epoch ?? held.epoch,
    expiresAt: isShown ? undefined : held.expiresAt,
  }
}

function measure(held: Held, length: number, lastId: string | undefined): Held {
  const { record } = held
  // Below what is held: the log began anew. What is shown stays, marked, until something newer comes.
  const hasRestarted = lastId !== undefined && held.lastId !== undefined && isEarlierId(lastId, held.lastId)
  const messageCount = Math.max(record.messageCount, Math.floor(length))
  const isStale = record.isStale || hasRestarted
  const isSame = messageCount === record.messageCount && isStale === record.isStale
  const measured = withRecord(held, settled(isSame ? record : { ...record, messageCount, isStale }))
  if (hasRestarted) return { ...measured, seen: undefined, lastId: undefined, firstId: undefined, countedTo: lastId }
  return lastId === undefined || length <= 0 || lastId === held.countedTo
    ? measured
    : { ...measured, countedTo: later(held.countedTo, lastId) }
}

function fail(held: Held): Held {
  const { record } = held
  return withRecord(held, record.status === 'error' ? record : { ...record, status: 'error' })
}

function tick(held: Held, now: number, market: number | undefined): Held | undefined {
  const { record, expiresAt } = held
  if (expiresAt !== undefined && now >= expiresAt) return undefined
  // A replay does not run on wall time: until its own is known its figures have no age.
  const clock = market ?? (record.provenance?.market === 'replay' ? undefined : now)
  return clock === undefined ? held : withRecord(held, aged(record, clock))
}

/** One stream after an action; the same object when nothing changes, undefined when there is nothing to show any more. */
export function foldStream(held: Held | undefined, action: StreamAction): Held | undefined {
  switch (action.type) {
    case 'live':
    case 'polled':
      return take(held ?? empty(action.entry.key, action.entry.receivedAt), action.entry)
    case 'measured':
      return measure(held ?? empty(action.key, action.at), action.length, action.lastId)
    case 'failed':
      return fail(held ?? empty(action.key, action.at))
    case 'cached':
      return held ?? action.held
    case 'tick':
      return held && tick(held, action.now, action.market)
  }
}

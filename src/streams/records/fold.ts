import type { StreamEntry } from './entry.ts'
import { isEarlierId, compareIds } from './entry-id.ts'
import { withAge, emptyRecord, withStatus, statusOf, type StreamRecord } from './record.ts'
import { hasId, withId, type Seen } from './seen.ts'

/** One stream: its record, and what merging two ways into it takes. */
export interface StreamState {
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
      readonly type: 'metadata'
      readonly key: string
      readonly length: number
      readonly lastId: string | undefined
      readonly at: number
    }
  | { readonly type: 'failed'; readonly key: string; readonly at: number }
  | { readonly type: 'cached'; readonly state: StreamState }
  | { readonly type: 'tick'; readonly now: number; readonly market: number | undefined }

const emptyState = (key: string, at: number): StreamState => ({
  record: emptyRecord(key, at),
  seen: undefined,
  lastId: undefined,
  firstId: undefined,
  countedTo: undefined,
  seq: undefined,
  epoch: undefined,
  expiresAt: undefined,
})

const laterId = (a: string | undefined, b: string): string => (a !== undefined && isEarlierId(b, a) ? a : b)

function withRecord(state: StreamState, record: StreamRecord): StreamState {
  return record === state.record ? state : { ...state, record }
}

const bothDiffer = <T>(a: T | undefined, b: T | undefined): boolean => a !== undefined && b !== undefined && a !== b

/** Whether an entry may be shown in place of what is: newest wins, unless the two cannot be compared. */
function shouldReplace({ record, epoch }: StreamState, entry: StreamEntry): boolean {
  if (record.data === null || bothDiffer(epoch, entry.epoch)) return true
  if (bothDiffer(record.provenance?.market, entry.provenance?.market)) return true
  if (record.source === 'cache' && epoch === undefined) return true
  if (entry.timestamp !== record.timestamp) return entry.timestamp > record.timestamp
  const [id, shownId] = [entry.messageId, record.messageId]
  return id === undefined || shownId === undefined || !isEarlierId(id, shownId)
}

const isAfterId = (id: string, mark: string | undefined): boolean =>
  mark === undefined || (id !== mark && !isEarlierId(id, mark))

/**
 * Whether an id is the newest of its stream. Where ids are in no order, one that was not taken before is, unless its
 * figures are older than those shown.
 */
function isNewestId(state: StreamState, entry: StreamEntry, id: string): boolean {
  const { lastId } = state
  if (lastId === undefined) return true
  const order = compareIds(lastId, id)
  return order === undefined ? !hasId(state.seen, id) && shouldReplace(state, entry) : order < 0
}

/** Whether a stream lacks the entry that its server names as the newest. */
export function isBehind(state: StreamState | undefined, newestId: string): boolean {
  if (state?.lastId === undefined) return true
  const order = compareIds(state.lastId, newestId)
  return order === undefined ? !hasId(state.seen, newestId) : order < 0
}

/** Whether an entry that was not seen before is one more of its stream. */
function shouldCount(state: StreamState, entry: StreamEntry, isNewest: boolean): boolean {
  const { messageId: id } = entry
  if (state.record.messageCount === 0) return true
  // A running value repeats the count of the last entry and has no id.
  if (id === undefined) return entry.seq === undefined || entry.seq !== state.seq
  if (!isAfterId(id, state.countedTo)) return false
  if (entry.source === 'live') return true
  const sinceFirst = state.firstId === undefined ? undefined : compareIds(state.firstId, id)
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
const resetOnNewEpoch = (state: StreamState, epoch: string | undefined): StreamState =>
  bothDiffer(state.epoch, epoch)
    ? { ...state, seen: undefined, lastId: undefined, firstId: undefined, countedTo: undefined, seq: undefined }
    : state

function foldEntry(before: StreamState, entry: StreamEntry): StreamState {
  const state = resetOnNewEpoch(before, entry.epoch)
  const { messageId: id } = entry
  // Nearly every entry is newer than all before it: only the others have to be looked up.
  const isNewest = id !== undefined && isNewestId(state, entry, id)
  const isKnown = id !== undefined && !isNewest && hasId(state.seen, id)
  if (isKnown && state.record.source !== 'cache') return withRecord(before, withStatus(before.record))
  const messageCount = state.record.messageCount + (!isKnown && shouldCount(state, entry, isNewest) ? 1 : 0)
  const isShown = shouldReplace(before, entry)
  return {
    record: isShown ? recordOf(state.record, entry, messageCount) : withStatus({ ...state.record, messageCount }),
    seen: id === undefined || isKnown ? state.seen : withId(state.seen, id),
    lastId: isNewest ? id : state.lastId,
    firstId: state.firstId ?? id,
    countedTo: state.countedTo,
    seq: isShown ? (entry.seq ?? state.seq) : state.seq,
    epoch: entry.epoch ?? state.epoch,
    expiresAt: isShown ? undefined : state.expiresAt,
  }
}

function foldMetadata(state: StreamState, length: number, lastId: string | undefined): StreamState {
  const { record } = state
  // Below what is held: the log began anew. What is shown stays, marked, until something newer comes.
  const hasRestarted = lastId !== undefined && state.lastId !== undefined && isEarlierId(lastId, state.lastId)
  const messageCount = Math.max(record.messageCount, Math.floor(length))
  const isStale = record.isStale || hasRestarted
  const isSame = messageCount === record.messageCount && isStale === record.isStale
  const measured = withRecord(state, withStatus(isSame ? record : { ...record, messageCount, isStale }))
  if (hasRestarted) return { ...measured, seen: undefined, lastId: undefined, firstId: undefined, countedTo: lastId }
  return lastId === undefined || length <= 0 || lastId === state.countedTo
    ? measured
    : { ...measured, countedTo: laterId(state.countedTo, lastId) }
}

function foldFailure(state: StreamState): StreamState {
  const { record } = state
  return withRecord(state, record.status === 'error' ? record : { ...record, status: 'error' })
}

function foldTick(state: StreamState, now: number, market: number | undefined): StreamState | undefined {
  const { record, expiresAt } = state
  if (expiresAt !== undefined && now >= expiresAt) return undefined
  // A replay does not run on wall time: until its own is known its figures have no age.
  const clock = market ?? (record.provenance?.market === 'replay' ? undefined : now)
  return clock === undefined ? state : withRecord(state, withAge(record, clock))
}

/** One stream after an action; the same object when nothing changes, undefined when there is nothing to show any more. */
export function foldStream(state: StreamState | undefined, action: StreamAction): StreamState | undefined {
  switch (action.type) {
    case 'live':
    case 'polled':
      return foldEntry(state ?? emptyState(action.entry.key, action.entry.receivedAt), action.entry)
    case 'metadata':
      return foldMetadata(state ?? emptyState(action.key, action.at), action.length, action.lastId)
    case 'failed':
      return foldFailure(state ?? emptyState(action.key, action.at))
    case 'cached':
      return state ?? action.state
    case 'tick':
      return state && foldTick(state, action.now, action.market)
  }
}

import { type StreamEntry, hasId, withId, type Seen } from './entry.ts'
import { withAge, emptyRecord, withStatus, statusOf, type StreamRecord } from './record.ts'

const FORM = /^\d{1,15}-\d{1,9}$/

/**
 * Compares two ids: negative if `a` is earlier, positive if it is later. Undefined unless both have the form `ms-n`:
 * other ids are only equal or not. Digits of equal length compare as text.
 */
export function compareIds(a: string, b: string): number | undefined {
  if (!FORM.test(a) || !FORM.test(b)) return undefined
  if (a === b) return 0
  const [left, right] = [a.indexOf('-'), b.indexOf('-')]
  if (left !== right) return left - right
  const isTextOrder = a.length === b.length || a.slice(0, left) !== b.slice(0, right)
  return isTextOrder ? (a < b ? -1 : 1) : a.length - b.length
}

/** Whether `a` is known to be earlier than `b`. */
export const isEarlierId = (a: string, b: string): boolean => (compareIds(a, b) ?? 0) < 0

/** State of one stream: its record and what is needed to merge live and polled entries. */
export interface StreamState {
  readonly record: StreamRecord
  /** Recent ids: the same entry may arrive live, polled and replayed. */
  readonly seen: Seen | undefined
  /** Newest known id of the stream. */
  readonly lastId: string | undefined
  /** Id of the first entry seen: older ones loaded later were never missed. */
  readonly firstId: string | undefined
  /** Entries up to this id are already counted, as the server's length says. */
  readonly countedTo: string | undefined
  readonly seq: number | undefined
  readonly epoch: string | undefined
  /** Expiry of a cached record, wall time. */
  readonly expiresAt: number | undefined
}

/** Actions on one stream. Times are unix ms; `market` is the market's clock if known, `now` the wall clock. */
export type StreamAction =
  | { readonly type: 'live' | 'polled'; readonly entry: StreamEntry }
  /** Metadata: the number of entries and the newest id. */
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

/** Whether an entry replaces the shown one: the newest wins, unless the two cannot be compared. */
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
 * Whether an id is the newest of its stream. Ids without an order are newest if unknown, unless the entry is older than
 * the shown one.
 */
function isNewestId(state: StreamState, entry: StreamEntry, id: string): boolean {
  const { lastId } = state
  if (lastId === undefined) return true
  const order = compareIds(lastId, id)
  return order === undefined ? !hasId(state.seen, id) && shouldReplace(state, entry) : order < 0
}

/** Whether a stream has not received the entry that the server reports as its newest. */
export function isBehind(state: StreamState | undefined, newestId: string): boolean {
  if (state?.lastId === undefined) return true
  const order = compareIds(state.lastId, newestId)
  return order === undefined ? !hasId(state.seen, newestId) : order < 0
}

/** Whether an unknown entry increases the count of its stream. */
function shouldCount(state: StreamState, entry: StreamEntry, isNewest: boolean): boolean {
  const { messageId: id } = entry
  if (state.record.messageCount === 0) return true
  // A running value repeats the number of the last entry and has no id.
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

/**
 * Number of entries of the stream after this one. A server that numbers them says so with every message, running values
 * included; otherwise those received are counted.
 */
function countWith(state: StreamState, entry: StreamEntry, isUncounted: boolean): number {
  const { messageCount } = state.record
  const { seq } = entry
  if (seq === undefined || !Number.isSafeInteger(seq)) return messageCount + (isUncounted ? 1 : 0)
  // An entry from before the log began is not counted by the server; with data, the count is never zero.
  return Math.max(1, bothDiffer(state.epoch, entry.epoch) ? seq : Math.max(messageCount, seq))
}

/** A new epoch resets the count, and earlier ids lose their meaning. */
const resetOnNewEpoch = (state: StreamState, epoch: string | undefined): StreamState =>
  bothDiffer(state.epoch, epoch)
    ? { ...state, seen: undefined, lastId: undefined, firstId: undefined, countedTo: undefined, seq: undefined }
    : state

function foldEntry(before: StreamState, entry: StreamEntry): StreamState {
  const state = resetOnNewEpoch(before, entry.epoch)
  const { messageId: id } = entry
  // Nearly every entry is newer than all before it; only others need a lookup.
  const isNewest = id !== undefined && isNewestId(state, entry, id)
  const isKnown = id !== undefined && !isNewest && hasId(state.seen, id)
  if (isKnown && state.record.source !== 'cache') return withRecord(before, withStatus(before.record))
  const messageCount = countWith(state, entry, !isKnown && shouldCount(state, entry, isNewest))
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
  // The log restarted. The shown entry stays, marked stale, until a newer one arrives.
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
  // A replay does not run on wall time: its data has no age until its clock is known.
  const clock = market ?? (record.provenance?.market === 'replay' ? undefined : now)
  return clock === undefined ? state : withRecord(state, withAge(record, clock))
}

/** Reducer of one stream. Returns the same object if nothing changed, undefined if the stream expired. */
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

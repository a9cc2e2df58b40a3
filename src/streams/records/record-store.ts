import {
  auditTime,
  BehaviorSubject,
  distinctUntilChanged,
  map,
  Subject,
  type Observable,
  type SchedulerLike,
} from 'rxjs'
import { MONITORING } from '#contract/limits.ts'
import { parseStreamKey } from '#contract/stream-keys.ts'
import { foldStream, type StreamState, type StreamAction } from './fold.ts'
import type { StreamRecord } from './record.ts'

interface StoredStream {
  state: StreamState
  readonly category: Category
}

interface Category {
  readonly streams: Map<string, StoredStream>
  readonly shown: BehaviorSubject<readonly StreamRecord[]>
}

const CATEGORY_LIMIT = 64
const NONE: readonly StreamRecord[] = []

/**
 * All streams. Each action is folded immediately; the list of a category is copied once per frame and only if one of
 * its records changed, so subscribers neither filter nor deep-compare.
 */
export interface RecordStore {
  readonly category: (name: string) => Observable<readonly StreamRecord[]>
  /** All records, unordered; a new list per frame in which one changed. */
  readonly all$: Observable<readonly StreamRecord[]>
  /** Record of one stream, undefined if unknown. Emits on subscription, then on changes, at most once per frame. */
  readonly record: (key: string) => Observable<StreamRecord | undefined>
  /** Applies an action to a stream. False if the limit of streams is reached. */
  apply(key: string, action: StreamAction): boolean
  /** Applies an action to every stream. */
  applyAll(action: StreamAction): void
  get(key: string): StreamState | undefined
  states(): StreamState[]
  /** Keys of the streams whose category has subscribers. */
  readonly observedKeys: () => string[]
  clear(): void
}

export function createRecordStore(paint: SchedulerLike): RecordStore {
  const categories = new Map<string, Category>()
  const streams = new Map<string, StoredStream>()
  const dirty = new Set<Category>()
  const all = new BehaviorSubject(NONE)
  const changes$ = new Subject<void>()
  const publish$ = changes$.pipe(auditTime(0, paint))
  let publishing = publish$.subscribe(publish)
  const states = () => [...streams.values()].map((stored) => stored.state)
  const records = (from: Map<string, StoredStream>) => [...from.values()].map((stored) => stored.state.record)

  function publish(): void {
    const changed = [...dirty]
    dirty.clear()
    for (const category of changed) category.shown.next(records(category.streams))
    all.next(records(streams))
  }

  function categoryOf(name: string): Category | undefined {
    const found = categories.get(name)
    if (found !== undefined || categories.size >= CATEGORY_LIMIT) return found
    const category: Category = { streams: new Map(), shown: new BehaviorSubject(NONE) }
    categories.set(name, category)
    return category
  }

  function invalidate(category: Category): void {
    dirty.add(category)
    changes$.next()
  }

  function create(key: string, action: StreamAction): boolean {
    const made = foldStream(undefined, action)
    if (made === undefined) return true
    const category = streams.size < MONITORING.maxStreams ? categoryOf(parseStreamKey(key).category) : undefined
    if (category === undefined) return false
    const stored = { state: made, category }
    category.streams.set(key, stored)
    streams.set(key, stored)
    invalidate(category)
    return true
  }

  function apply(key: string, action: StreamAction): boolean {
    const stored = streams.get(key)
    if (stored === undefined) return create(key, action)
    const before = stored.state
    const after = foldStream(before, action)
    if (after === undefined) {
      streams.delete(key)
      stored.category.streams.delete(key)
    } else stored.state = after
    if (after?.record !== before.record) invalidate(stored.category)
    return true
  }

  return {
    category: (name) => (categoryOf(name)?.shown ?? new BehaviorSubject(NONE)).asObservable(),
    all$: all.asObservable(),
    record: (key) =>
      all.pipe(
        map(() => streams.get(key)?.state.record),
        distinctUntilChanged(),
      ),
    apply,
    applyAll(action) {
      for (const key of streams.keys()) apply(key, action)
    },
    get: (key) => streams.get(key)?.state,
    states,
    observedKeys: () => [...streams].filter(([, { category }]) => category.shown.observed).map(([key]) => key),
    clear() {
      publishing.unsubscribe()
      publishing = publish$.subscribe(publish)
      dirty.clear()
      streams.clear()
      for (const category of categories.values()) {
        category.streams.clear()
        category.shown.next(NONE)
      }
      all.next(NONE)
    },
  }
}

import { BehaviorSubject, distinctUntilChanged, map, type Observable, type SchedulerLike } from 'rxjs'
import { MONITORING } from '#contract/limits.ts'
import { parseStreamKey } from '#contract/stream-keys.ts'
import { createPainted } from '../painted.ts'
import { foldStream, type Held, type StreamAction } from './fold.ts'
import type { StreamRecord } from './record.ts'

interface Slot {
  held: Held
  readonly shelf: Shelf
}

interface Shelf {
  readonly slots: Map<string, Slot>
  readonly shown: BehaviorSubject<readonly StreamRecord[]>
}

const CATEGORIES_KEPT = 64
const NONE: readonly StreamRecord[] = []

/**
 * Every stream that is held. Folded at every action; a category's list is copied once per painted frame, and only if a
 * record in it changed: subscribers do not filter the flow, and what they compare by reference stays the same.
 */
export interface Book {
  readonly category: (name: string) => Observable<readonly StreamRecord[]>
  /** All records, in no order; a new list per painted frame in which one changed. */
  readonly all$: Observable<readonly StreamRecord[]>
  /** One stream's record, undefined while it is not held; at once, then when it changed, at most once per painted frame. */
  readonly record: (key: string) => Observable<StreamRecord | undefined>
  /** Folds one action into a stream. False when there is no room for another stream. */
  apply(key: string, action: StreamAction): boolean
  /** Folds one action into every stream. */
  applyAll(action: StreamAction): void
  get(key: string): Held | undefined
  held(): Held[]
  /** Keys of the streams whose category somebody looks at. */
  readonly shownKeys: () => string[]
  forget(): void
}

export function createBook(paint: SchedulerLike): Book {
  const shelves = new Map<string, Shelf>()
  const slots = new Map<string, Slot>()
  const dirty = new Set<Shelf>()
  const all = new BehaviorSubject(NONE)
  const painted = createPainted(paint, publish)
  const held = () => [...slots.values()].map((slot) => slot.held)
  const records = (from: Map<string, Slot>) => [...from.values()].map((slot) => slot.held.record)

  function publish(): void {
    const changed = [...dirty]
    dirty.clear()
    for (const shelf of changed) shelf.shown.next(records(shelf.slots))
    all.next(records(slots))
  }

  function shelfOf(category: string): Shelf | undefined {
    const found = shelves.get(category)
    if (found !== undefined || shelves.size >= CATEGORIES_KEPT) return found
    const shelf: Shelf = { slots: new Map(), shown: new BehaviorSubject(NONE) }
    shelves.set(category, shelf)
    return shelf
  }

  function mark(shelf: Shelf): void {
    dirty.add(shelf)
    painted.mark()
  }

  function begin(key: string, action: StreamAction): boolean {
    const made = foldStream(undefined, action)
    if (made === undefined) return true
    const shelf = slots.size < MONITORING.maxStreams ? shelfOf(parseStreamKey(key).category) : undefined
    if (shelf === undefined) return false
    const slot = { held: made, shelf }
    shelf.slots.set(key, slot)
    slots.set(key, slot)
    mark(shelf)
    return true
  }

  function apply(key: string, action: StreamAction): boolean {
    const slot = slots.get(key)
    if (slot === undefined) return begin(key, action)
    const before = slot.held
    const after = foldStream(before, action)
    if (after === undefined) {
      slots.delete(key)
      slot.shelf.slots.delete(key)
    } else slot.held = after
    if (after?.record !== before.record) mark(slot.shelf)
    return true
  }

  return {
    category: (name) => (shelfOf(name)?.shown ?? new BehaviorSubject(NONE)).asObservable(),
    all$: all.asObservable(),
    record: (key) =>
      all.pipe(
        map(() => slots.get(key)?.held.record),
        distinctUntilChanged(),
      ),
    apply,
    applyAll(action) {
      for (const key of slots.keys()) apply(key, action)
    },
    get: (key) => slots.get(key)?.held,
    held,
    shownKeys: () => [...slots].filter(([, { shelf }]) => shelf.shown.observed).map(([key]) => key),
    forget() {
      painted.stop()
      dirty.clear()
      slots.clear()
      for (const shelf of shelves.values()) {
        shelf.slots.clear()
        shelf.shown.next(NONE)
      }
      all.next(NONE)
    },
  }
}

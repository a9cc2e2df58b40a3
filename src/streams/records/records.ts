import { BehaviorSubject, type Observable, type Subscription } from 'rxjs'
import type { AnalyticsUpdate } from '#contract/messages.ts'
import type { Arrival, Inbox } from '../inbox.ts'
import { createPainted } from '../painted.ts'
import type { StreamPorts } from '../ports.ts'
import type { Problem } from '../problems.ts'
import { foldRecord, type StreamRecord } from './record.ts'

/** The records of analysis streams by category. */
export interface Records {
  /** Records of a category; the same list until one of them changes, then at most one per painted frame. */
  readonly category: (name: string) => Observable<readonly StreamRecord[]>
}

interface RecordDeps {
  readonly inbox: Pick<Inbox, 'updates$'>
  readonly ports: Pick<StreamPorts, 'paint' | 'now'>
  readonly report: (problem: Problem) => void
}

interface Slot {
  record: StreamRecord
}

interface Shelf {
  readonly slots: Slot[]
  readonly shown: BehaviorSubject<readonly StreamRecord[]>
}

const RECORDS_KEPT = 256
const CATEGORIES_KEPT = 64
const NONE: readonly StreamRecord[] = []

/**
 * Folds at every message and copies a category's list once per painted frame, and only if something in it changed:
 * subscribers do not filter the flow, and what they compare by reference stays the same.
 */
export function createRecords({ inbox, ports, report }: RecordDeps): Records & { start: () => Subscription } {
  const shelves = new Map<string, Shelf>()
  const slots = new Map<string, { readonly slot: Slot; readonly shelf: Shelf }>()
  const dirty = new Set<Shelf>()
  const painted = createPainted(ports.paint, publish)
  const warn = (text: string) => report({ kind: 'stream', text, count: 1, at: ports.now() })

  function shelfOf(category: string): Shelf | undefined {
    const found = shelves.get(category)
    if (found !== undefined || shelves.size >= CATEGORIES_KEPT) return found
    const shelf: Shelf = { slots: [], shown: new BehaviorSubject(NONE) }
    shelves.set(category, shelf)
    return shelf
  }

  function publish(): void {
    const changed = [...dirty]
    dirty.clear()
    for (const shelf of changed) shelf.shown.next(shelf.slots.map(({ record }) => record))
  }

  /** Makes room for a stream's first entry, unless there are too many already. */
  function place(record: StreamRecord): Shelf | undefined {
    const shelf = shelfOf(record.category)
    if (shelf === undefined || shelf.slots.length >= RECORDS_KEPT) return undefined
    const slot = { record }
    shelf.slots.push(slot)
    slots.set(record.key, { slot, shelf })
    return shelf
  }

  function take(key: string, arrival: Arrival<AnalyticsUpdate>): void {
    const held = slots.get(key)
    const record = foldRecord(held?.slot.record, key, arrival)
    if (held !== undefined) held.slot.record = record
    const shelf = held === undefined ? place(record) : held.shelf
    if (shelf === undefined) {
      warn('Too many streams')
      return
    }
    dirty.add(shelf)
    painted.mark()
  }

  function start(): Subscription {
    const running = inbox.updates$.subscribe((arrival) => {
      const { stream_key: key, data } = arrival.message.data
      if (key && data !== undefined && data !== null) take(key, arrival)
      else warn('Analytics update without stream key or data ignored')
    })
    running.add(() => {
      painted.stop()
      dirty.clear()
      slots.clear()
      for (const shelf of shelves.values()) {
        shelf.slots.length = 0
        shelf.shown.next(NONE)
      }
    })
    return running
  }

  return { category: (name) => (shelfOf(name)?.shown ?? new BehaviorSubject(NONE)).asObservable(), start }
}

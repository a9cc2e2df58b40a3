import { BehaviorSubject, type Observable, type Subscription } from 'rxjs'
import type { Inbox } from '../inbox.ts'
import type { StreamPorts } from '../ports.ts'
import type { Problem } from '../problems.ts'
import { entryOf, foldRecord, type StreamRecord } from './record.ts'

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

interface Shelf {
  readonly records: Map<string, StreamRecord>
  readonly shown: BehaviorSubject<readonly StreamRecord[]>
}

const RECORDS_KEPT = 256
const CATEGORIES_KEPT = 64
const NONE: readonly StreamRecord[] = []

/**
 * Folds into a map at every message and copies a category's list once per painted frame, and only if something in it
 * changed: subscribers do not filter the flow, and what they compare by reference stays the same.
 */
export function createRecords({ inbox, ports, report }: RecordDeps): Records & { start: () => Subscription } {
  const shelves = new Map<string, Shelf>()
  const dirty = new Set<Shelf>()
  let painting: Subscription | undefined

  function shelfOf(category: string): Shelf | undefined {
    const found = shelves.get(category)
    if (found !== undefined || shelves.size >= CATEGORIES_KEPT) return found
    const shelf: Shelf = { records: new Map(), shown: new BehaviorSubject(NONE) }
    shelves.set(category, shelf)
    return shelf
  }

  function publish(): void {
    painting = undefined
    const changed = [...dirty]
    dirty.clear()
    for (const { records, shown } of changed) shown.next([...records.values()])
  }

  function take(entry: StreamRecord): void {
    const shelf = shelfOf(entry.category)
    const held = shelf?.records.get(entry.key)
    if (shelf === undefined || (held === undefined && shelf.records.size >= RECORDS_KEPT)) {
      report({ kind: 'stream', text: 'Too many streams', count: 1, at: ports.now() })
      return
    }
    shelf.records.set(entry.key, foldRecord(held, entry))
    dirty.add(shelf)
    painting ??= ports.paint.schedule(publish)
  }

  function start(): Subscription {
    const running = inbox.updates$.subscribe((arrival) => {
      const entry = entryOf(arrival)
      if (entry !== undefined) take(entry)
      else {
        const text = 'Analytics update without stream key or data ignored'
        report({ kind: 'stream', text, count: 1, at: arrival.receivedAt })
      }
    })
    running.add(() => {
      painting?.unsubscribe()
      painting = undefined
      dirty.clear()
      for (const { records, shown } of shelves.values()) {
        records.clear()
        shown.next(NONE)
      }
    })
    return running
  }

  return { category: (name) => (shelfOf(name)?.shown ?? new BehaviorSubject(NONE)).asObservable(), start }
}

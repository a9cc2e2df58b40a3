import { distinctUntilChanged, map, Observable, Subject, startWith, filter } from 'rxjs'
import { STREAMS } from '#contract/limits.ts'
import type { StreamEntry } from './entry.ts'

const NONE: readonly StreamEntry[] = []

/** Newest messages of watched or loaded streams: at most 25 each, newest first. */
export interface RecentMessages {
  readonly of: (key: string) => Observable<readonly StreamEntry[]>
  /** Stores an entry of a watched stream; of others only if it was requested. */
  readonly add: (entry: StreamEntry, wasRequested: boolean) => void
  readonly clear: () => void
}

const isSame = (a: StreamEntry, b: StreamEntry): boolean =>
  a.messageId === undefined ? b.messageId === undefined : a.messageId === b.messageId

/** Inserts an entry. A running value has no id and replaces the one before it. */
export function withEntry(entries: readonly StreamEntry[], entry: StreamEntry): readonly StreamEntry[] {
  const others = entries.filter((other) => !isSame(other, entry))
  const at = others.findIndex(({ timestamp }) => timestamp <= entry.timestamp)
  return others.toSpliced(at === -1 ? others.length : at, 0, entry).slice(0, STREAMS.recentCap)
}

export function createRecentMessages(): RecentMessages {
  const lists = new Map<string, readonly StreamEntry[]>()
  const watched = new Map<string, number>()
  const changes = new Subject<string>()
  const listOf = (key: string) => lists.get(key) ?? NONE

  return {
    of: (key) =>
      new Observable((subscriber) => {
        watched.set(key, (watched.get(key) ?? 0) + 1)
        subscriber.add(() => {
          const remaining = (watched.get(key) ?? 1) - 1
          if (remaining === 0) watched.delete(key)
          else watched.set(key, remaining)
        })
        changes
          .pipe(
            filter((changed) => changed === key),
            startWith(key),
            map(listOf),
            distinctUntilChanged(),
          )
          .subscribe(subscriber)
      }),
    add(entry, wasRequested) {
      if (!wasRequested && !watched.has(entry.key)) return
      lists.set(entry.key, withEntry(listOf(entry.key), entry))
      changes.next(entry.key)
    },
    clear() {
      const keys = [...lists.keys()]
      lists.clear()
      for (const key of keys) changes.next(key)
    },
  }
}

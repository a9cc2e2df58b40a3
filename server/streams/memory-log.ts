import { NEVER, Subject } from 'rxjs'
import { GATEWAY } from '#contract/limits.ts'
import { type StreamEntry, type StreamLog, nextEntryId } from './ports.ts'
import { createStreamStore } from './stream-store.ts'

/** The entries a client may request, plus the one before them that it already has. */
export const CAPACITY = GATEWAY.resumeEntries + 1

/** A stream log in memory, bounded per stream. A restart starts a new epoch. */
export function createMemoryLog(options: { readonly epoch: string; readonly capacity?: number }): StreamLog {
  const store = createStreamStore(options.capacity ?? CAPACITY)
  const appended = new Subject<{ readonly key: string; readonly entry: StreamEntry }>()

  return {
    engine: 'memory',
    epoch: options.epoch,
    whenReady: Promise.resolve(),
    appended$: appended.asObservable(),
    reloaded$: NEVER,

    append: (key, data, provenance) => {
      const last = store.last(key)
      const id = nextEntryId(last?.id, provenance.published_at)
      const entry: StreamEntry = { id, seq: (last?.seq ?? 0) + 1, data, provenance }
      store.push(key, entry)
      appended.next({ key, entry })
      return Promise.resolve(entry)
    },

    setPast: (key, past) => Promise.resolve(store.setPast(key, past)),
    recent: (key, count) => Promise.resolve(store.recent(key, count)),
    after: (key, id, limit) => Promise.resolve(store.after(key, id, limit)),
    info: (key) => Promise.resolve(store.info(key)),
    keys: () => Promise.resolve(store.keys()),
    problem: () => undefined,
    check: () => Promise.resolve(),
    close: () => {
      appended.complete()
      return Promise.resolve()
    },
  }
}

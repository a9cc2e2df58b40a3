import { ReplaySubject, switchMap, type Observable } from 'rxjs'
import { randomUUID } from 'node:crypto'
import type { MarketKind } from '#contract/provenance.ts'
import type { StreamLog } from '#server/streams/ports.ts'

/** A log that can be replaced by that of another market. */
export interface RemoteLog<Log extends StreamLog> extends StreamLog {
  /** The log in use; undefined until the market is known. */
  readonly current: () => Log | undefined
}

const UNKNOWN = 'the market is not known yet'

/**
 * The log of the leader's market, opened when the leader has named its kind. Data of two markets is never mixed: a leader with another one has
 * another log, under another epoch.
 */
export function createRemoteLog<Log extends StreamLog>(
  kind$: Observable<MarketKind>,
  open: (kind: MarketKind) => Log,
  report: (error: unknown) => void,
): RemoteLog<Log> {
  const unknownEpoch = randomUUID()
  const logs = new ReplaySubject<Log>(1)
  let log: Log | undefined
  const subscription = kind$.subscribe((kind) => {
    log?.close().catch(report)
    log = open(kind)
    logs.next(log)
  })
  const known = async (): Promise<Log> => {
    if (!log) throw new Error(UNKNOWN)
    return log
  }

  return {
    engine: 'redis',
    current: () => log,
    get epoch() {
      return log?.epoch ?? unknownEpoch
    },
    // What is open can be read; who opened it reports what is wrong with it.
    whenReady: Promise.resolve(),
    appended$: logs.pipe(switchMap(({ appended$ }) => appended$)),
    reloaded$: logs.pipe(switchMap(({ reloaded$ }) => reloaded$)),
    append: async (key, data, provenance) => (await known()).append(key, data, provenance),
    setPast: async (key, past) => (await known()).setPast(key, past),
    recent: async (key, count) => (await known()).recent(key, count),
    after: async (key, id, limit) => (await known()).after(key, id, limit),
    info: async (key) => (await known()).info(key),
    keys: async () => (await known()).keys(),
    // Without a leader there is nothing to read: that is what the market says, not a fault of the log.
    problem: () => log?.problem(),
    check: async () => (await known()).check(),
    async close() {
      subscription.unsubscribe()
      logs.complete()
      await log?.close()
    },
  }
}

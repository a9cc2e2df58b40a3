import { Observable } from 'rxjs'
import { SIGNAL_CATEGORY } from '#contract/analysis/payloads.ts'
import type { PairId } from '#contract/pairs.ts'
import { pairOfKey, parseStreamKey } from '#contract/stream-keys.ts'
import { unwrap } from '#contract/streams.ts'
import type { StreamUpdate } from '#server/strategies/ports.ts'
import type { StreamLog } from '#server/streams/ports.ts'

/** Entries of the signal streams of some pairs, which others than the analysis write, each as its own update. */
export const signalUpdates = (log: Pick<StreamLog, 'appended$'>, pairs: readonly PairId[]): Observable<StreamUpdate> =>
  new Observable((subscriber) =>
    log.appended$.subscribe(({ key, entry }) => {
      const pair = pairOfKey(key)
      if (!pair || !pairs.includes(pair) || parseStreamKey(key).category !== SIGNAL_CATEGORY) return
      const at = Math.floor(entry.provenance.exchange_time)
      const entries = [{ key, messageId: entry.id, data: unwrap(entry.data) }]
      subscriber.next({ pair, at, kind: 'closed', entries })
    }),
  )

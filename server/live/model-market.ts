import { Observable, Subject } from 'rxjs'
import { indicatorSnapshotSchema } from '#contract/payloads/indicators.ts'
import { CANDLE_CATEGORY, INDICATOR_CATEGORY, mlSignalsKey } from '#contract/payloads/streams.ts'
import { processedCandleSchema, type ProcessedCandle } from '#contract/payloads/processed-candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { pairOfKey, parseStreamKey } from '#contract/stream-keys.ts'
import { unwrap, wrap } from '#contract/streams.ts'
import type { ClosedCandle, ModelMarket } from '#server/models/ports.ts'
import type { StreamUpdate } from '#server/strategies/ports.ts'
import type { StreamEntry, StreamLog } from '#server/streams/ports.ts'

/** Emits each closed candle with its indicators. The log contains the candle first, then its snapshot. */
const closedCandles = (log: StreamLog, pairs: readonly PairId[]): Observable<ClosedCandle> =>
  new Observable((subscriber) => {
    const candles = new Map<string, ProcessedCandle>()
    const processEntry = (key: string, { data, provenance }: StreamEntry) => {
      const { category, subcategory } = parseStreamKey(key)
      const pair = pairOfKey(key)
      // Other processes may append to the same log.
      if (!pair || !pairs.includes(pair)) return
      const candleKey = `${pair} ${subcategory}`
      if (category === CANDLE_CATEGORY) candles.set(candleKey, processedCandleSchema.parse(unwrap(data)))
      if (category !== INDICATOR_CATEGORY) return
      const snapshot = indicatorSnapshotSchema.parse(unwrap(data))
      const candle = candles.get(candleKey)
      if (candle?.timestamp !== snapshot.timestamp) return
      subscriber.next({ pair, timeframe: snapshot.timeframe, candle, snapshot, provenance })
    }
    return log.appended$.subscribe(({ key, entry }) => processEntry(key, entry))
  })

/** Connects the models to the streams: their input, and their signals as updates that follow those of the candle. */
export interface ModelFeed {
  readonly market: ModelMarket
  readonly updates$: Observable<StreamUpdate>
}

/** Models read their input from the stream log and append their signals to it. */
export function createModelFeed(log: StreamLog, kind: MarketKind, pairs: readonly PairId[]): ModelFeed {
  const updates = new Subject<StreamUpdate>()
  return {
    updates$: updates.asObservable(),
    market: {
      kind,
      pairs,
      closes$: closedCandles(log, pairs),
      publish: async (pair, signals, source) => {
        const key = mlSignalsKey(pair)
        const { id } = await log.append(key, wrap('Unknown', { ...signals }), source)
        const entries = [{ key, messageId: id, data: signals }]
        updates.next({ pair, at: signals.timestamp * 1000, kind: 'closed', entries })
      },
    },
  }
}

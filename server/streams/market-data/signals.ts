import { mlSignalsKey, SIGNAL_CATEGORY } from '#contract/payloads/streams.ts'
import type { ActiveModel } from '#contract/payloads/responses.ts'
import { signalListSchema, type Signal, type SignalList } from '#contract/payloads/signals.ts'
import * as SIGNALS from '#contract/endpoints/signals.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { pairOfKey, parseStreamKey } from '#contract/stream-keys.ts'
import { TIMEFRAMES } from '#contract/timeframes.ts'
import type { Service } from '#server/http/app.ts'
import { serve, requirePair, requireTimeframe } from '#server/http/serve.ts'
import { readNewest } from './query.ts'
import type { ReadableLog } from '#server/streams/ports.ts'

/** A predicate for the requested signals. Throws a 400 for an unknown timeframe. */
function signalFilter(query: { timeframe?: string | undefined; confidence_threshold?: number }) {
  const timeframe = query.timeframe === undefined ? undefined : requireTimeframe(query.timeframe, TIMEFRAMES)
  const minConfidence = query.confidence_threshold ?? 0
  return (signal: Signal) =>
    (timeframe === undefined || signal.timeframe === timeframe) && signal.confidence >= minConfidence
}

function mergeSignals(
  { pair, market }: { readonly pair: PairId; readonly market: MarketKind },
  lists: readonly SignalList[],
  isWanted: (signal: Signal) => boolean,
) {
  return {
    trading_pair: pair,
    exchange: market,
    timestamp: lists.length === 0 ? null : Math.max(...lists.map(({ timestamp }) => timestamp)),
    errors: lists.flatMap(({ errors }) => errors),
    signals: lists.flatMap(({ signals }) => signals).filter(isWanted),
  }
}

/** Models whose signals are enabled. */
export type ActiveModels = () => Promise<readonly ActiveModel[]>

const haveNoSignals = (lists: readonly SignalList[]): boolean => lists.every(({ signals }) => signals.length === 0)

const NOT_FROM_ANALYSIS =
  'The analysis publishes no signals: none of its patterns predicts the direction clearly better than chance.'

/**
 * Signal routes, mounted under the market-data base. The analysis publishes no signals: no pattern's
 * `pattern_reliability` on past months is far enough from one half to act on.
 */
export const signalRoutes =
  (log: ReadableLog, market: MarketKind, activeModels: ActiveModels): Service =>
  async (app) => {
    async function listsOf(keys: readonly string[]): Promise<SignalList[]> {
      const lists = await Promise.all(keys.map((key) => readNewest(log, key, signalListSchema)))
      return lists.filter((list) => list !== undefined)
    }

    serve(app, SIGNALS, {
      async ml({ params, query }) {
        const pair = requirePair(params.pair)
        const isWanted = signalFilter(query)
        const lists = await listsOf([mlSignalsKey(pair)])
        return {
          success: true,
          data: mergeSignals({ pair, market }, lists, isWanted),
          ...(haveNoSignals(lists) && { reason: `No model publishes signals for ${PAIRS[pair].label}.` }),
        }
      },

      async comprehensive({ params, query }) {
        const pair = requirePair(params.pair)
        const isWanted = signalFilter(query)
        const keys = (await log.keys()).filter(
          (key) => pairOfKey(key) === pair && parseStreamKey(key).category === SIGNAL_CATEGORY,
        )
        const lists = await listsOf(keys)
        return {
          success: true,
          data: mergeSignals({ pair, market }, lists, isWanted),
          ...(haveNoSignals(lists) && {
            reason: `No signals are published for ${PAIRS[pair].label}. ${NOT_FROM_ANALYSIS}`,
          }),
        }
      },

      async activeModels() {
        const data = [...(await activeModels())]
        return { success: true, data, ...(data.length === 0 && { reason: 'No model is active.' }) }
      },
    })
  }

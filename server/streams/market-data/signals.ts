import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { mlSignalsKey, SIGNAL_CATEGORY } from '#contract/analysis/payloads.ts'
import { activeModelsResponseSchema, signalsResponseSchema, type ActiveModel } from '#contract/analysis/responses.ts'
import { signalListSchema, type Signal, type SignalList } from '#contract/analysis/signals.ts'
import { numericString } from '#contract/numeric-strings.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import { SIGNALS } from '#contract/paths.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { pairOfKey, parseStreamKey } from '#contract/stream-keys.ts'
import { TIMEFRAMES } from '#contract/timeframes.ts'
import { requirePair, requireTimeframe } from '#server/http/parameters.ts'
import type { ReadableLog } from '../readable-log.ts'
import { readNewest } from './query.ts'

const text = z.string().check(z.maxLength(40))
const SHARE_MESSAGE = 'must be a number from 0 to 1'
const params = z.object({ pair: text })
const timeframeQuery = z.object({ timeframe: z.optional(text) })
const mlQuery = z.extend(timeframeQuery, {
  confidence_threshold: z._default(
    numericString(SHARE_MESSAGE).check(z.gte(0, SHARE_MESSAGE), z.lte(1, SHARE_MESSAGE)),
    0,
  ),
})

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
  (log: ReadableLog, market: MarketKind, activeModels: ActiveModels): FastifyPluginAsyncZod =>
  async (app) => {
    async function listsOf(keys: readonly string[]): Promise<SignalList[]> {
      const lists = await Promise.all(keys.map((key) => readNewest(log, key, signalListSchema)))
      return lists.filter((list) => list !== undefined)
    }

    app.get(
      SIGNALS.ml,
      { schema: { params, querystring: mlQuery, response: { 200: signalsResponseSchema } } },
      async (request) => {
        const pair = requirePair(request.params.pair)
        const isWanted = signalFilter(request.query)
        const lists = await listsOf([mlSignalsKey(pair)])
        return {
          success: true as const,
          data: mergeSignals({ pair, market }, lists, isWanted),
          ...(haveNoSignals(lists) && { reason: `No model publishes signals for ${PAIRS[pair].label}.` }),
        }
      },
    )

    app.get(
      SIGNALS.comprehensive,
      { schema: { params, querystring: timeframeQuery, response: { 200: signalsResponseSchema } } },
      async (request) => {
        const pair = requirePair(request.params.pair)
        const isWanted = signalFilter(request.query)
        const keys = (await log.keys()).filter(
          (key) => pairOfKey(key) === pair && parseStreamKey(key).category === SIGNAL_CATEGORY,
        )
        const lists = await listsOf(keys)
        return {
          success: true as const,
          data: mergeSignals({ pair, market }, lists, isWanted),
          ...(haveNoSignals(lists) && {
            reason: `No signals are published for ${PAIRS[pair].label}. ${NOT_FROM_ANALYSIS}`,
          }),
        }
      },
    )

    app.get(SIGNALS.activeModels, { schema: { response: { 200: activeModelsResponseSchema } } }, async () => {
      const data = [...(await activeModels())]
      return { success: true as const, data, ...(data.length === 0 && { reason: 'No model is active.' }) }
    })
  }

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { strategyActivityResponseSchema } from '#contract/strategies/activity.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { definitionOf } from '#src/machines/wizard/definition.ts'
import { EMPTY_DRAFT, withRule, withSource, type Draft, type DraftRule } from '#src/machines/wizard/draft.ts'
import { decisionsOf } from '#server/backtests/preview/decisions.ts'
import { createSignalHistory } from '#server/strategies/evaluator/market-state.ts'
import { createYielder } from '#server/lib/yielder.ts'
import { extractSignals } from '#server/strategies/signal-extractors/extract.ts'
import { candleOf, readTable } from '#test/support/data/analysis.ts'
import { referenceData } from '#test/support/data/reference.ts'
import { streamNamed } from '#test/support/client/wizard.ts'
import { LIST, startTestStrategyService, type TestStrategyService } from '#test/support/server/strategy-service.ts'
import { decisionsOn, updatesOf } from '#test/support/server/strategy-replay.ts'

const MONTH = referenceData('candles/BTCUSD-1m-2019-06.csv.gz')
/** Minutes before the first decision, so that H4 has its indicators. */
const WARM_UP = 5 * 1_440
const TWO_WEEKS = 14 * 1_440
const TIMEFRAMES = ['M5', 'M30', 'H4']
const MONTH_MS = 31 * 86_400_000

const streams = TIMEFRAMES.map((timeframe) =>
  streamNamed(`Technical indicators (EMA, RSI, MACD, Bollinger Bands, ATR) ${timeframe}`),
)

/** A strategy as the wizard builds it, of indicators of M5, M30 and H4 under one rule. */
function built(rule: Pick<DraftRule, 'operator' | 'minSignals'>): CustomStrategy {
  const draft: Draft = streams.reduce((made, stream) => withSource(made, stream), {
    ...EMPTY_DRAFT,
    name: `${rule.operator} of three timeframes`,
    description: 'M5, M30 and H4',
  })
  const ruled = { ...rule, id: 'r', name: 'Together', confidenceThreshold: 0.6, sourceIds: streams.map(({ id }) => id) }
  return definitionOf(withRule(draft, ruled), rule.minSignals)
}

const STRATEGIES = [built({ operator: 'and', minSignals: 3 }), built({ operator: 'or', minSignals: 2 })]

const isAct = ({ decision_type: type }: { readonly decision_type: string }) => type !== 'HOLD'

let service: TestStrategyService
beforeAll(async () => {
  service = await startTestStrategyService()
})
afterAll(() => service.close())

/** What the service reports of a strategy that ran over the updates: its decisions, and how many of them act. */
async function liveCounts(id: string): Promise<readonly [decisions: number, acts: number]> {
  const { body } = await service.call('trader', 'GET', `${LIST}/${id}/performance`)
  const { performance_metrics: metrics } = z.parse(strategyActivityResponseSchema, body).performance
  const { decisions_generated: decisions, decision_distribution: percent } = metrics
  return [decisions, Math.round((decisions * (percent.BUY + percent.SELL)) / 100)]
}

describe('[SG-21] B12 a strategy of M5, M30 and H4 from the wizard', { timeout: 1_800_000 }, () => {
  it.skipIf(!MONTH)('acts live in two weeks as often as its backtest says (needs PAIRBOT_REFERENCE_DATA)', async () => {
    const minutes = readTable(MONTH!).slice(0, TWO_WEEKS).map(candleOf)
    const updates = updatesOf(minutes, minutes[WARM_UP]!.timestamp)
    const ids: string[] = []
    for (const strategy of STRATEGIES) ids.push(await service.created(strategy))
    const history = createSignalHistory(MONTH_MS)
    for (const [index, update] of updates.entries()) {
      service.publish(update)
      // Before the writer would drop decisions that it has not written yet.
      if (index % 500 === 0) await service.strategies.evaluator.settled()
      history.push({ update: extractSignals(update), decides: update.kind === 'closed', isRecomputed: false })
    }
    await service.strategies.evaluator.settled()
    expect(service.reports).toEqual([])

    for (const [index, strategy] of STRATEGIES.entries()) {
      const [decisions, acts] = await liveCounts(ids[index] ?? '')
      const span = { from: 0, to: Number.POSITIVE_INFINITY }
      const backtest = await decisionsOf(strategy, 'BTCUSD', history, span, createYielder(2))
      const alone = decisionsOn(strategy, updates).map(({ outcome }) => outcome as { decision_type: string })

      expect(acts).toBeGreaterThan(0)
      expect([decisions, acts]).toEqual([backtest.decisions.length, backtest.decisions.filter(isAct).length])
      expect([decisions, acts]).toEqual([alone.length, alone.filter(isAct).length])
      process.stdout.write(`${strategy.name}: ${acts} of ${decisions} live decisions act, as in the backtest\n`)
    }
  })
})

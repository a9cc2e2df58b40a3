import { describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import { monthsOf } from '#server/backtests/run/months.ts'
import type { ReadingsStore } from '#server/backtests/readings/store.ts'
import { runBacktest } from '#server/backtests/run/run.ts'
import { walk } from '#test/support/data/analysis.ts'
import { toColumns } from '#server/backtests/trading/candle-columns.ts'
import { memoryReadings, settingsOf } from '#test/support/server/backtests.ts'
import { ruleOver, sourceOn, strategyBody } from '#test/support/server/strategies.ts'
import { decisionsOn, updatesOf } from '#test/support/server/strategy-replay.ts'

/** Six hours around the turn of a month. */
const START_S = Date.UTC(2019, 5, 30, 21) / 1000
const MINUTES = walk({ count: 360, seed: 9, start: START_S })
const eager = strategyBody({
  signal_sources: [
    sourceOn('technical_indicators:m1', { threshold_buy: 0.3, threshold_sell: 0.3 }),
    sourceOn('analysis:consolidated_patterns', { timeframe_filter: ['m5', 'm15'], invert_signal: true }),
  ],
  confluence_rules: [
    ruleOver(['m1', 'consolidated_patterns'], {
      operator: 'or',
      minimum_sources: 1,
      minimum_total_weight: 0,
      consensus_threshold: 0.3,
    }),
  ],
  risk_parameters: { signal_cooldown_minutes: 3 },
})
const from = (START_S + 60 * 60) * 1000
const to = (START_S + 330 * 60) * 1000
const settings = settingsOf({ from, to })

/** The readings of the same candles are computed once for all tests. */
const shared = memoryReadings()
const run = (
  candles: readonly Candle[],
  store: ReadingsStore = shared,
  onProgress: (phase: string, done: number) => void = () => {},
) => runBacktest({ strategy: eager, settings, candles: toColumns(candles), variants: 3 }, { store, onProgress })

describe('a backtest of a span', () => {
  it('[BT-10] makes the decisions of the live evaluator, one by one', async () => {
    const result = await run(MINUTES)
    const live = decisionsOn(eager, updatesOf(MINUTES, from / 1000)).filter(({ at }) => at <= to)
    const count = (type: string) =>
      live.filter(({ outcome }) => 'decision_type' in outcome && outcome.decision_type === type)

    expect(result.decisions).toEqual({
      BUY: count('BUY').length,
      SELL: count('SELL').length,
      HOLD: count('HOLD').length,
    })
    expect(result.decisions.BUY * result.decisions.SELL).toBeGreaterThan(0)
    const bought = new Set(count('BUY').map(({ at }) => at))
    for (const trade of result.trades) {
      expect(bought).toContain(trade.decided_at)
      expect(trade).toMatchObject({ side: 'long', opened_at: trade.decided_at })
      expect(trade.why).toMatch(/^Every rule was met; \d of 2 sources voted BUY$/)
    }
  })

  it('[BT-1] decides and trades in the minutes that lie in its span entirely', async () => {
    const strategy = strategyBody({ ...eager, risk_parameters: {} })
    const within = async (from: number, to: number) => {
      const request = { strategy, settings: { ...settings, from, to }, candles: toColumns(MINUTES), variants: 1 }
      const { minutes, missing_minutes, decisions, trades } = await runBacktest(request, {
        store: shared,
        onProgress: () => {},
      })
      return { minutes, missing_minutes, decisions, trades }
    }
    const whole = await within(from, to)
    expect(whole).toMatchObject({ minutes: 270, missing_minutes: 0 })
    expect(Object.values(whole.decisions).reduce((sum, count) => sum + count, 0)).toBe(270)
    expect(await within(from - 30_000, to + 30_000)).toEqual(whole)
    expect((await within(from - 60_000, to)).minutes).toBe(271)
  })

  it('[BT-11] knows nothing later than the minute of a decision', async () => {
    const changed = MINUTES.map((candle, n) =>
      n < 250
        ? candle
        : { ...candle, open: candle.open * 2, high: candle.high * 2, low: candle.low * 2, close: candle.close * 2 },
    )
    const until = (START_S + 250 * 60) * 1000
    const [ours, theirs] = [await run(MINUTES), await run(changed)]
    const before = ({ trades }: typeof ours) => trades.filter(({ closed_at }) => closed_at < until)

    expect(before(ours).length).toBeGreaterThan(1)
    expect(before(theirs)).toEqual(before(ours))
    expect(theirs.final_equity).not.toBe(ours.final_equity)
  })

  it('[BT-21] analyses each month once', async () => {
    const store = memoryReadings()
    const progress: [string, number][] = []
    const first = await run(MINUTES, store, (phase, done) => progress.push([phase, done]))
    expect([...store.saved.keys()].map((key) => key.split(' ')[1])).toEqual(['2019-06', '2019-07'])
    expect(progress.slice(-3)).toEqual([
      ['readings', 1],
      ['trades', 0],
      ['report', 0],
    ])
    const again = await run(MINUTES, {
      ...store,
      save: () => Promise.reject(new Error('was there')),
    })

    expect(again).toEqual(first)
  })

  it('[BT-12] says what is missing, and goes on where readings cannot be stored', async () => {
    const result = await run(
      MINUTES.filter((_, n) => n % 4 !== 0),
      { ...memoryReadings(), save: () => Promise.reject(new Error('full')) },
    )
    expect(result.minutes + result.missing_minutes).toBe(270)
    expect(result.notes).toEqual([
      `${result.missing_minutes} of 270 minutes have no candle.`,
      'The analysis could not be stored: the next backtest of this span computes it again.',
    ])
    await expect(run([])).rejects.toThrow('There are no candles in this span.')
  })

  it('[BR-1] [BR-20] has the report of its trades, and what each part of the strategy contributed', async () => {
    const { report, contributions, trades, final_equity, buy_and_hold_equity } = await run(MINUTES)

    expect(report).toMatchObject({ trades: trades.length, capital: 10_000, days: 2, luck: 'too_few' })
    expect(report.profit).toBeCloseTo(final_equity - 10_000, 9)
    expect(report.benchmark.return).toBeCloseTo(buy_and_hold_equity / 10_000 - 1, 9)
    expect(contributions.without.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'source m1',
      'source consolidated_patterns',
      'rule rule',
    ])
    expect(contributions.sources.map(({ source_id: id }) => id)).toEqual(['m1', 'consolidated_patterns'])
  })

  it('the account is marked to the end', async () => {
    const { equity, final_equity, trades, summary } = await run(MINUTES)

    expect(equity.at(-1)).toMatchObject({ at: to, equity: final_equity, side: null })
    expect(trades.reduce((sum, { profit }) => sum + profit, 10_000)).toBeCloseTo(final_equity, 6)
    expect(summary).toMatchObject({ trades: trades.length, return_pct: 100 * (final_equity / 10_000 - 1) })
  })
})

it('months are those of UTC', () => {
  expect(monthsOf(Date.UTC(2019, 10, 30), Date.UTC(2020, 1, 1)).map(({ name }) => name)).toEqual([
    '2019-11',
    '2019-12',
    '2020-01',
  ])
})

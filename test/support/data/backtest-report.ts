import type { Contributions } from '#contract/backtests/contributions.ts'
import { headlineOf } from '#contract/backtests/headline.ts'
import type { BacktestReport } from '#contract/backtests/report.ts'

const DAY_MS = 86_400_000
/** 2019-05-01T00:00:00Z */
const START = 1_556_668_800_000

/** A report over three months, which earned 4.2 % by luck. */
export function report(part: Partial<BacktestReport> = {}): BacktestReport {
  const whole: Omit<BacktestReport, 'headline'> = {
    luck: 'same',
    from: START,
    to: START + 92 * DAY_MS,
    days: 92,
    capital: 10_000,
    profit: 420,
    return: 0.042,
    max_drawdown: 0.118,
    benchmark: { return: 0.21, max_drawdown: 0.26 },
    trades: 120,
    costs: { fees: 300, slippage: 120, share: 0.5 },
    figures: {
      exposure: { value: 0.31, low: 0.27, high: 0.35 },
      hit_rate: { value: 0.54, low: 0.45, high: 0.63 },
      profit_factor: { value: 1.12, low: 0.78, high: 1.6 },
      sharpe: { value: 0.61, low: -1.2, high: 2.4 },
      sortino: { value: 0.9, low: -1.6, high: 3.9 },
    },
    timing: { shifts: 499, as_good: 114, as_bad: 385, p: 0.23, median: -0.01, low: -0.12, high: 0.11 },
    selection: { variants: 14, lucky_best: 1.1, probability: 0.41 },
    first: {
      from: START,
      to: START + 62 * DAY_MS,
      days: 62,
      trades: 80,
      return: 0.06,
      sharpe: { value: 1.2, low: -1, high: 3.3 },
    },
    last: { from: START + 62 * DAY_MS, to: START + 92 * DAY_MS, days: 30, trades: 40, return: -0.017, sharpe: null },
    years: [
      { year: 2019, months: [null, null, null, null, 0.05, 0.01, -0.0175, null, null, null, null, null], total: 0.042 },
    ],
    walk: [
      { month: '2019-05', before: null, return: 0.05, trades: 41 },
      { month: '2019-06', before: 0.05, return: 0.01, trades: 39 },
      { month: '2019-07', before: 0.0605, return: -0.0175, trades: 40 },
    ],
    curve: Array.from({ length: 92 }, (_, day) => ({
      day: new Date(START + day * DAY_MS).toISOString().slice(0, 10),
      equity: 10_000 + 4.565 * (day + 1) + 200 * Math.sin(day / 5),
      drawdown: 0.05 * (1 - Math.sin(day / 5)),
      benchmark: 10_000 + 22.8 * (day + 1) + 500 * Math.sin(day / 9),
      benchmark_drawdown: 0.12 * (1 - Math.sin(day / 9)),
    })),
    seed: 1,
    ...part,
  }
  return { ...whole, headline: part.headline ?? headlineOf(whole) }
}

const record = (hits: number, count: number) => ({ hits, count, chance: 0.5 })

export const CONTRIBUTIONS: Contributions = {
  without: [
    {
      kind: 'source',
      id: 'a',
      name: 'Market structure',
      return: 0.01,
      gain: { value: 0.032, low: -0.02, high: 0.088 },
      trades: 90,
      shared: 70,
      only_with: 50,
      only_without: 20,
    },
    {
      kind: 'rule',
      id: 'r',
      name: 'Agreement',
      return: null,
      gain: null,
      trades: 0,
      shared: 0,
      only_with: 120,
      only_without: 0,
    },
  ],
  sources: [
    { source_id: 'a', name: 'Market structure', record: record(510, 1_000) },
    { source_id: 'b', name: 'Levels', record: record(12, 20) },
  ],
  pairs: [
    {
      first: 'a',
      second: 'b',
      together: record(60, 100),
      only_first: record(200, 400),
      only_second: record(90, 200),
      opposed: 30,
    },
  ],
}

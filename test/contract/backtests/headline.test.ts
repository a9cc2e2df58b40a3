import { describe, expect, it } from 'vitest'
import { headlineOf } from '#contract/backtests/headline.ts'
import { backtestReportSchema, type BacktestReport } from '#contract/backtests/report.ts'
import { report } from '#test/support/data/backtest-report.ts'

const timing = report().timing!
const of = (part: Partial<BacktestReport>) => headlineOf(report(part))

describe('the sentence of a backtest', () => {
  it('[BR-1] says what was earned, and that it cannot be told from luck', () => {
    expect(of({})).toBe(
      'Earned 4.2% in 3 months, after the costs of 120 trades. That cannot be told from luck: the same decisions at other times did as well in 23 of 100 cases.',
    )
    expect(of({ return: -0.31, days: 45 })).toMatch(/^Lost 31% in 45 days, after the costs of 120 trades\./)
    expect(of({ return: 0.0002 })).toMatch(/^Earned nothing in 3 months/)
  })

  it('[BR-1] [BR-3] says more than luck, with the variants that were tried', () => {
    const better = { luck: 'better' as const, return: 0.34, timing: { ...timing, p: 0.004 } }
    expect(of(better)).toBe(
      'Earned 34% in 3 months, after the costs of 120 trades: more than luck explains, as the same decisions at other times did as well in fewer than 1 of 100 cases, and the best of 14 lucky variants would rarely look as good.',
    )
    expect(of({ ...better, selection: { variants: 1, lucky_best: 0, probability: 0.99 } })).not.toMatch('variants')
    expect(of({ ...better, luck: 'selected' })).toBe(
      'Earned 34% in 3 months, after the costs of 120 trades. That cannot be told from luck: the best of 14 lucky variants often looks as good.',
    )
  })

  it('[BR-1] [BR-3] says worse than luck', () => {
    expect(of({ luck: 'worse', return: -0.2, timing: { ...timing, as_bad: 4 } })).toBe(
      'Lost 20% in 3 months, after the costs of 120 trades: worse than luck, as the same decisions at other times did as badly in 1 of 100 cases.',
    )
  })

  it('[BR-1] [BR-3] says that it clearly lost', () => {
    const figures = { ...report().figures, sharpe: { value: -18.8, low: -23.6, high: -13.8 } }
    expect(of({ luck: 'lost', return: -0.62, figures })).toBe(
      'Lost 62% in 3 months, after the costs of 120 trades. The loss is more than bad luck: the 95% interval of its Sharpe ratio, -23.60 to -13.80, is below zero.',
    )
  })

  it('[BR-2] says too few trades or days instead of a figure', () => {
    const few = { luck: 'too_few' as const, timing: null, selection: null }
    expect(of({ ...few, trades: 12 })).toBe('12 trades are too few to say whether this is more than luck; it takes 30.')
    expect(of({ ...few, trades: 1 })).toMatch(/^1 trade is too few/)
    expect(of({ ...few, trades: 60, days: 9 })).toBe(
      '9 days are too few to say whether this is more than luck; it takes 30.',
    )
    expect(of({ ...few, trades: 0 })).toBe('Made no trade, so there is nothing to say.')
  })

  it('[BR-1] a report is what the contract has', () => {
    expect(backtestReportSchema.parse(report())).toEqual(report())
  })
})

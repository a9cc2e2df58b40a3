import { describe, expect, it } from 'vitest'
import { report } from '#test/support/data/backtest-report.ts'
import { equityOption } from '#src/ui/charts/EquityChart.tsx'

const { curve, capital } = report()
const option = equityOption(curve, capital, 'dark')

describe('the chart of equity', () => {
  it('[BR-31] draws equity beside buying and holding and cash, and the drawdowns below 0', () => {
    const data = new Map(option.series.map(({ name, data }) => [name, data]))
    expect(data.get('Strategy')).toEqual(curve.map(({ equity }) => equity))
    expect(data.get('Buy and hold')).toEqual(curve.map(({ benchmark }) => benchmark))
    expect(new Set(data.get('Cash'))).toEqual(new Set([10_000]))
    expect(data.get('Drawdown')).toEqual(curve.map(({ drawdown }) => -drawdown))
    expect(option.animation).toBe(false)
  })

  it('[BR-31] its tooltip has the day and all values', () => {
    expect(option.tooltip.formatter([{ dataIndex: 0 }])).toBe(
      [
        '2019-05-01',
        'Strategy $10,004.57 (drawdown 5.0%)',
        'Buy and hold $10,022.80 (drawdown 12.0%)',
        'Cash $10,000.00',
      ].join('<br>'),
    )
    expect(option.tooltip.formatter([])).toBe('')
  })
})

import { describe, expect, it } from 'vitest'
import { initialForm, requestOf } from '#src/features/trading/backtests/request.ts'
import { tradesCsv } from '#src/features/trading/backtests/BacktestDetail.tsx'
import { dataSet, trade } from '#test/support/data/backtest-samples.ts'

const subject = { kind: 'template', template_id: 'conservative_trend' } as const
const set = dataSet()

describe('[BT-51] the form of a new backtest', () => {
  it('starts with the last month, and costs as on Kraken', () => {
    expect(requestOf(initialForm('Trend', set), subject, set)).toEqual({
      request: {
        name: 'Trend',
        subject,
        settings: {
          pair: 'BTCUSD',
          data_set: set.id,
          from: Date.UTC(2019, 6, 1),
          to: Date.UTC(2019, 6, 31),
          capital: 10_000,
          fee_pct: 0.4,
          slippage: { half_spread_pct: 0.01, range_share: 0.1 },
          allow_short: false,
        },
      },
    })
  })

  it('stays within the data set, both days included', () => {
    const short = dataSet({ from: set.from + 3_600_000, to: set.from + 100_000_000 })
    const form = { ...initialForm('Trend', short), from: '2019-06-01', to: '2019-06-02' }
    const result = requestOf(form, subject, short)
    expect('request' in result && result.request.settings).toMatchObject({ from: short.from, to: short.to })
  })

  it('says which fields cannot be used, and why', () => {
    const form = {
      ...initialForm(' ', set),
      to: '2019-05-01',
      capital: 1,
      feePct: null,
      halfSpreadPct: 9,
      rangePct: 101,
    }
    expect(requestOf(form, subject, set)).toEqual({
      errors: {
        name: 'A name is required',
        capital: 'Must be $10 to $1,000,000,000',
        fee: 'Must be 0% to 5%',
        halfSpread: 'Must be 0% to 5%',
        range: 'Must be 0% to 100%',
      },
    })
    expect(requestOf({ ...initialForm('x', set), to: '2019-05-01' }, subject, set)).toEqual({
      errors: { span: 'The span must have 1 day at least' },
    })
    expect(requestOf({ ...initialForm('x', set), from: '' }, subject, set)).toEqual({
      errors: { span: 'Both dates are required' },
    })
  })
})

it('[BT-53] trades are exported with every figure, and no cell begins as a formula', () => {
  const [header, line] = tradesCsv([trade({ why: '=1+1' })]).split('\r\n')
  expect(header).toBe(
    'decided_at,opened_at,closed_at,side,entry_price,exit_price,quantity,profit,profit_percent,fees,slippage,exit,why',
  )
  expect(line).toBe(
    "2019-06-01T00:01:00.000Z,2019-06-01T00:01:00.000Z,2019-06-01T01:00:00.000Z,long,8000,8100,0.125,12.5,1.25,8,0.2,take_profit,'=1+1",
  )
})

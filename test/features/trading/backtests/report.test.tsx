import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { Trade } from '#contract/backtests/result.ts'
import { BacktestReportView } from '#src/features/trading/backtests/report/BacktestReportView.tsx'
import { CONTRIBUTIONS, report } from '#test/support/data/backtest-report.ts'

// Drawn on a canvas, which jsdom has not; lazy, so whichever file is first draws it for all: each in the same way.
vi.mock('#src/ui/charts/EquityChart.tsx', () => ({
  EquityChart: ({ label }: { readonly label: string }) => <figure aria-label={label} />,
}))

const trade = (n: number): Trade => ({
  side: 'long',
  decided_at: 1_559_347_140_000 + n * 3_600_000,
  opened_at: 1_559_347_200_000 + n * 3_600_000,
  closed_at: 1_559_347_800_000 + n * 3_600_000,
  entry_price: 8_000 + n,
  exit_price: 8_100 + n,
  quantity: 0.1,
  profit: 9.5,
  profit_pct: 1.19,
  fees: 0.4,
  slippage: 0.1,
  exit: 'take_profit',
  why: `Agreement of two sources, trade ${n}`,
})

const show = (given: Partial<Parameters<typeof BacktestReportView>[0]> = {}) =>
  render(
    <BacktestReportView
      report={report()}
      contributions={CONTRIBUTIONS}
      trades={Array.from({ length: 60 }, (_, n) => trade(n))}
      pair="BTCUSD"
      {...given}
    />,
  )

// The chart is lazy: loaded beforehand, so that no test waits for the compiler.
await import('#src/ui/charts/EquityChart.tsx')

describe('the report of a backtest', () => {
  it('[BR-30] begins with the sentence, and has every figure with its interval and kind', async () => {
    show()
    const article = screen.getByRole('article', { name: 'Report' })
    expect(article.textContent).toMatch(/^Earned 4.2% in 3 months, after the costs of 120 trades\. That cannot/)

    const sharpe = screen.getByText('Sharpe ratio', { selector: 'dt' }).parentElement!
    expect(sharpe).toHaveTextContent('0.61 (-1.20 to 2.40)')
    expect(sharpe).toHaveAttribute('data-figure', 'measurement')
    expect(screen.getByText('Winning trades').parentElement).toHaveTextContent('54% (45% to 63%)')
    expect(screen.getByText('Same decisions at other times').parentElement).toHaveTextContent(
      '114 of 499 did as well (p = 0.230)',
    )
    expect(screen.getByText('Deflated Sharpe ratio').parentElement).toHaveTextContent('41.0%')
    expect(
      await screen.findByRole('figure', { name: /^Equity from 2019-05-01 to 2019-07-31: \$10,000 to \$10,420\.00/ }),
    ).toBeInTheDocument()
  })

  it('[BR-31] has months by years, the parts of the span and each month beside those before', () => {
    show()
    const months = screen.getByRole('table', { name: 'Return by month and year' })
    expect(within(months).getByRole('row', { name: /^2019 \+5\.0% \+1\.0% -1\.8% \+4\.20%$/ })).toBeInTheDocument()
    const parts = screen.getByRole('table', { name: 'First and last part' })
    expect(
      within(parts).getByRole('row', { name: /^Last third 2019-07-02 30 40 -1\.70% too few to say$/ }),
    ).toBeVisible()
    expect(screen.getByText('In 1 of 2 months it went on as in all months before.')).toBeVisible()
    cleanup()
    show({ report: { ...report(), last: { ...report().last, from: 0, days: 0 } } })
    expect(screen.getByRole('row', { name: /^Last third N\/A 0/ })).toBeVisible()
  })

  it('[BR-32] shows what each source and rule changed, and the votes with their records', () => {
    show()
    const without = screen.getByRole('table', { name: 'Each source and rule left out' })
    expect(
      within(without).getByRole('row', { name: 'Market structure +1.0% +3.2% (-2.0% to +8.8%) 90 70 50 20' }),
    ).toBeInTheDocument()
    expect(within(without).getByRole('row', { name: /^Agreement \(rule\) no rule left N\/A/ })).toBeInTheDocument()
    const votes = screen.getByRole('table', { name: 'How often the votes of each source came true' })
    expect(within(votes).getByRole('row', { name: 'Levels too few cases for a record (20)' })).toBeInTheDocument()
    const pairs = screen.getByRole('table', { name: 'Two sources together and apart' })
    expect(within(pairs).getByText('right in 60 of 100 (100 cases), chance 50')).toBeInTheDocument()
  })

  it('[BR-33] lists trades newest first with why, fifty at a time', async () => {
    const user = userEvent.setup({ delay: null })
    show()
    const table = screen.getByRole('table', { name: 'Trades, newest first' })
    expect(within(table).getAllByRole('row')).toHaveLength(51)
    expect(within(table).getAllByRole('row')[1]).toHaveTextContent('Agreement of two sources, trade 59')

    await user.click(screen.getByRole('button', { name: 'Show more (10 trades left)' }))
    expect(within(table).getAllByRole('row')).toHaveLength(61)
    expect(screen.queryByRole('button', { name: /Show more/ })).not.toBeInTheDocument()
  })

  it('[BR-2] [BR-30] says too few instead of figures', () => {
    const none = { exposure: null, hit_rate: null, profit_factor: null, sharpe: null, sortino: null }
    show({
      report: report({ luck: 'too_few', trades: 3, figures: none, timing: null, selection: null }),
      contributions: null,
      trades: [],
    })
    expect(screen.getByRole('article').textContent).toMatch(/^3 trades are too few to say/)
    expect(screen.getAllByText('too few to say')).toHaveLength(6)
    expect(screen.queryByText('Skill or luck')).not.toBeInTheDocument()
    expect(screen.queryByText('Which source earned its weight')).not.toBeInTheDocument()
    expect(screen.getByText('It made no trade.')).toBeInTheDocument()
  })
})

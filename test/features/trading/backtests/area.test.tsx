import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { NEVER, of } from 'rxjs'
import { describe, expect, it, vi } from 'vitest'
import type { BacktestJob } from '#contract/backtests/jobs.ts'
import type { BacktestRequest } from '#contract/backtests/request.ts'
import { BacktestsArea } from '#src/features/trading/backtests/BacktestsArea.tsx'
import type { BacktestsSearch } from '#src/features/trading/search.ts'
import { NOT_LOADED } from '#src/lib/remote-data.ts'
import { failure } from '#src/lib/result.ts'
import type { Backtests } from '#src/app/services.ts'
import { OverlayProvider } from '#src/ui/overlays/OverlayProvider.tsx'
import { dataSet, job, result } from '#test/support/data/backtest-samples.ts'
import * as sample from '#test/support/data/strategy-samples.ts'

// Drawn on a canvas, which jsdom has not; lazy, so whichever file is first draws it for all: each in the same way.
vi.mock('#src/ui/charts/EquityChart.tsx', () => ({
  EquityChart: ({ label }: { readonly label: string }) => <figure aria-label={label} />,
}))

const loaded = <T,>(value: T) => of({ ...NOT_LOADED, value, at: 0, isLoading: false })
const ok = <T,>(value: T) => Promise.resolve({ ok: true as const, value })

interface Shown {
  readonly jobs?: readonly BacktestJob[]
  readonly canEdit?: boolean
  readonly start?: BacktestsSearch
  readonly backtests?: Partial<Backtests>
}

const trade = vi.fn<(id: string) => void>()
const DEFAULTS = { jobs: [job()], canEdit: true, start: {} } satisfies Shown

function Area(shown: Shown) {
  const { jobs, canEdit, start, backtests } = { ...DEFAULTS, ...shown }
  const [search, go] = useState<BacktestsSearch>(start)
  const [services] = useState((): Backtests => ({
    list: () => loaded([...jobs]),
    dataSets: () => loaded([dataSet()]),
    one: (id) => () => loaded({ backtest: jobs.find((each) => each.id === id) ?? job(), result: result() }),
    start: () => ok('b-1'),
    rename: () => ok(undefined),
    pause: () => ok(undefined),
    resume: () => ok(undefined),
    cancel: () => ok(undefined),
    remove: () => ok(undefined),
    ...backtests,
  }))
  const [feeds] = useState(() => ({
    list: () => loaded([sample.summary()]),
    templates: () => loaded({ templates: [sample.template()], tried: [] }),
  }))
  return <BacktestsArea feeds={feeds} backtests={services} canEdit={canEdit} address={{ search, go, trade }} />
}

const open = (shown: Shown = {}) => {
  render(
    <OverlayProvider>
      <Area {...shown} />
    </OverlayProvider>,
  )
  return userEvent.setup({ delay: null })
}

describe('the backtests', () => {
  it('[BT-50] [BR-30] are listed, and one opens with its result, each figure once', async () => {
    const user = open()
    const row = screen.getByRole('row', { name: /June/ })
    expect(row).toHaveTextContent('Alpha (Strategy, version 2)')
    expect(row).toHaveTextContent('2019-06-01 to 2019-06-30')
    expect(row).toHaveTextContent('+4.20%')
    await user.click(within(row).getByRole('button', { name: 'June' }))

    expect(await screen.findByRole('article', { name: 'Report' })).toBeInTheDocument()
    expect(screen.getAllByText('Buy and hold', { selector: 'dt' })).toHaveLength(1)
    expect(screen.getAllByText('Max drawdown', { selector: 'dt' })).toHaveLength(1)
    expect(screen.getByText('40 BUY, 36 SELL, 42,924 HOLD')).toBeInTheDocument()
    expect(screen.getByText('Half a percent is missing.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'All Backtests' }))
    expect(screen.getByRole('table', { name: 'Backtests' })).toBeInTheDocument()
  })

  it('[PT-17] one of a strategy puts that on paper', async () => {
    open({ start: { backtest: 'b-1' } })
    await userEvent.click(screen.getByRole('button', { name: 'Trade on Paper' }))
    expect(trade).toHaveBeenCalledWith('b-1')
  })

  it('[BT-52] a running one shows its progress', () => {
    const running = job({ status: 'running', progress: { phase: 'readings', done: 0.25 }, summary: null })
    open({ jobs: [running], start: { backtest: 'b-1' } })
    expect(screen.getByRole('meter', { name: 'Analysing candles, 25%' })).toHaveAttribute('aria-valuetext', '25%')
  })

  it('[BT-36] [BT-52] a running one is paused, in its details and in the list', async () => {
    const pause = vi.fn<Backtests['pause']>(() => ok(undefined))
    const running = job({ status: 'running', progress: { phase: 'readings', done: 0.25 }, summary: null })
    const user = open({ jobs: [running], start: { backtest: 'b-1' }, backtests: { pause } })
    await user.click(screen.getByRole('button', { name: 'Pause June' }))
    await user.click(screen.getByRole('button', { name: 'All Backtests' }))
    await user.click(screen.getByRole('button', { name: 'More for June' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Pause' }))
    expect(pause.mock.calls).toEqual([['b-1'], ['b-1']])
  })

  it('[BT-36] [BT-52] a paused one shows how far it was, is resumed, and says why that failed', async () => {
    const resume = vi.fn<Backtests['resume']>(() =>
      Promise.resolve(failure({ text: 'The backtest has ended.', status: 409 })),
    )
    const paused = job({ status: 'paused', progress: { phase: 'readings', done: 0.25 }, summary: null })
    const user = open({ jobs: [paused], start: { backtest: 'b-1' }, backtests: { resume } })
    expect(screen.getByRole('meter', { name: 'Paused' })).toHaveAttribute('aria-valuetext', '25%')
    await user.click(screen.getByRole('button', { name: 'Resume June' }))
    expect(await screen.findByText('Failed to resume backtest: The backtest has ended.')).toBeInTheDocument()
    expect(resume.mock.calls).toEqual([['b-1']])
  })

  it('[BT-52] a failed one shows its reason', () => {
    open({ jobs: [job({ status: 'failed', reason: 'No candles.', summary: null })], start: { backtest: 'b-1' } })
    expect(screen.getByText('No candles.')).toBeInTheDocument()
  })

  it('[BT-52] deleting asks first', async () => {
    const remove = vi.fn<Backtests['remove']>(() => ok(undefined))
    const user = open({ backtests: { remove } })
    await user.click(screen.getByRole('button', { name: 'More for June' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    expect(remove).not.toHaveBeenCalled()
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(remove.mock.calls).toEqual([['b-1']])
  })

  it('[BT-52] gets another name, which cannot be empty, and says why it failed', async () => {
    const rename = vi
      .fn<Backtests['rename']>(() => ok(undefined))
      .mockResolvedValueOnce(failure({ text: 'Another has that name.', status: 409 }))
    const user = open({ backtests: { rename } })
    await user.click(screen.getByRole('button', { name: 'More for June' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename Backtest' }))
    await user.clear(dialog.getByRole('textbox', { name: /^Name/ }))
    await user.keyboard('{Enter}')
    expect(dialog.getByText('Backtest name is required')).toBeInTheDocument()
    await user.type(dialog.getByRole('textbox', { name: /^Name/ }), ' Last June {Enter}')
    expect(await dialog.findByText('Another has that name.')).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Rename' }))
    expect(await screen.findByText('Backtest "June" renamed to "Last June"')).toBeInTheDocument()
    expect(rename.mock.calls).toEqual([
      ['b-1', 'Last June'],
      ['b-1', 'Last June'],
    ])
  })

  it('[BT-52] a Viewer is offered no changes', () => {
    open({ canEdit: false })
    expect(screen.queryByRole('button', { name: /New Backtest|More for|Pause/ })).not.toBeInTheDocument()
  })

  it('[BT-53] two that are done are compared side by side', async () => {
    const user = open({
      jobs: [job(), job({ id: 'b-2', name: 'July' }), job({ id: 'b-3', status: 'queued', name: 'New' })],
    })
    const compare = screen.getByRole('button', { name: 'Compare' })
    await user.click(screen.getByRole('checkbox', { name: 'Select June' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select New' }))
    expect(compare).toBeDisabled()
    await user.click(screen.getByRole('checkbox', { name: 'Select July' }))
    await user.click(compare)

    expect(screen.getByRole('region', { name: 'June' })).toHaveTextContent('Return')
    expect(screen.getByRole('region', { name: 'July' })).toHaveTextContent('Return')
  })

  it('says that there are none, and while they are loading', () => {
    open({ jobs: [] })
    expect(screen.getByText('No backtests yet')).toBeInTheDocument()
  })
})

describe('[BT-51] a new backtest', () => {
  it('of a chosen strategy starts with the given settings, and opens', async () => {
    const start = vi.fn<(request: BacktestRequest) => ReturnType<Backtests['start']>>(() => ok('b-1'))
    const user = open({ backtests: { start } })
    await user.click(screen.getByRole('button', { name: 'New Backtest' }))
    const name = await screen.findByRole('textbox', { name: 'Name' })
    expect(name).toHaveValue('Alpha')
    await user.clear(name)
    await user.click(screen.getByRole('button', { name: 'Start Backtest' }))
    expect(screen.getByText('A name is required')).toBeInTheDocument()
    expect(start).not.toHaveBeenCalled()
    await user.type(name, 'Mine')
    await user.click(screen.getByRole('checkbox', { name: /short position/ }))
    await user.click(screen.getByRole('button', { name: 'Start Backtest' }))

    expect(start.mock.calls[0]?.[0]).toMatchObject({
      name: 'Mine',
      subject: { kind: 'strategy', strategy_id: 's-1' },
      settings: { data_set: 'library:kraken:BTCUSD', allow_short: true, capital: 10_000 },
    })
    expect(await screen.findByRole('article', { name: 'Report' })).toBeInTheDocument()
  })

  it('that the server refuses says why', async () => {
    const user = open({
      backtests: { start: () => Promise.resolve({ ok: false, error: { text: '5 are waiting.', status: 409 } }) },
    })
    await user.click(screen.getByRole('button', { name: 'New Backtest' }))
    await user.click(await screen.findByRole('button', { name: 'Start Backtest' }))
    expect(await screen.findByText('5 are waiting.')).toBeInTheDocument()
  })

  it('[BT-54] shows what candles there are, how complete, and which months lack some', async () => {
    const minutes = 60 * 1_440
    const complete = dataSet({ id: 'market:kraken:ETHUSD', pair: 'ETHUSD', label: 'Kraken', minutes })
    const lacking = dataSet({ minutes: minutes - 7, bytes: 2 ** 20, gaps: [{ month: '2019-07', missing: 7 }] })
    const user = open({ backtests: { dataSets: () => loaded([complete, lacking]) } })
    await user.click(screen.getByRole('button', { name: 'Candles' }))
    const sets = within(await screen.findByRole('table', { name: 'Candles' }))
    const cells = (row: HTMLElement) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    const [, first, second] = sets.getAllByRole('row')
    const span = '2019-06-01 to 2019-07-30'
    expect(cells(first!)).toEqual(['ETH/USD', 'Kraken', span, '86,400', '100.0%', '0', 'Not imported'])
    expect(cells(second!)).toEqual(['BTC/USD', 'Kraken, imported', span, '86,393', '99.9%', '7', '1.00 MB'])
    const gaps = screen.getByRole('table', { name: 'Imported months with missing minutes' })
    expect(within(gaps).getByRole('row', { name: /2019-07/ })).toHaveTextContent('7')
    await user.click(screen.getByRole('button', { name: 'All Backtests' }))
    expect(screen.getByRole('table', { name: 'Backtests' })).toBeInTheDocument()
  })

  it('says so without candles of its pairs', async () => {
    const user = open({ backtests: { dataSets: () => loaded([]), list: () => NEVER } })
    await user.click(screen.getByRole('button', { name: 'New Backtest' }))
    expect(await screen.findByText('No candles')).toBeInTheDocument()
  })
})

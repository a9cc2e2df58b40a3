import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { TradingSearch } from '#src/features/trading/search.ts'
import { bulkStrategyActions } from '#src/features/trading/list/bulk-actions.ts'
import { summary } from '#test/support/data/strategy-samples.ts'
import { createStrategyBackend, renderTrading } from '#test/support/client/trading.tsx'

const { click } = userEvent.setup({ delay: null })
const strategies = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    summary({ id: `s-${n}`, name: `Trend ${n}`, signal_sources: n % 7, status: n === 3 ? 'stopped' : 'active' }),
  )

async function open(count: number, search: TradingSearch = {}, canEdit = true) {
  const backend = createStrategyBackend()
  backend.data.strategies = strategies(count)
  renderTrading({ backend, canEdit, search: { view: 'table', ...search } })
  const table = await screen.findByRole('table', { name: 'Strategies' })
  const names = () =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => /Trend \d+/.exec(row.textContent)?.[0])
  return { backend, names }
}

describe('[TG-49] the table of strategies', () => {
  it('is sorted by its headers and has pages of 50', async () => {
    const { names } = await open(60, { sort: 'name' })
    expect(names().slice(0, 3)).toEqual(['Trend 0', 'Trend 1', 'Trend 2'])
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
    await click(screen.getByRole('button', { name: 'Next' }))
    expect(screen.getByText('Page 2 of 2 (60 total strategies)')).toBeInTheDocument()
    expect(names()).toHaveLength(10)
    await click(screen.getByRole('button', { name: 'Name' }))
    expect(names()[0]).toBe('Trend 59')
    expect(screen.getByText('Page 1 of 2 (60 total strategies)')).toBeInTheDocument()
  })

  it('changes several strategies after a confirmation, and leaves out those to which it does not apply', async () => {
    const { backend } = await open(4, { sort: 'name' })
    for (const name of ['Select Trend 1', 'Select Trend 3']) await click(screen.getByRole('checkbox', { name }))
    await click(screen.getByRole('button', { name: 'Pause' }))
    await click(within(screen.getByRole('alertdialog', { name: 'Pause 1 strategy?' })).getByText('Pause'))
    const results = await screen.findByRole('list', { name: 'Results' })
    await waitFor(() => expect(results).toHaveTextContent('Trend 1 Done'))
    expect(results).toHaveTextContent('Trend 3 Left outIt is stopped')
    expect(backend.of('PATCH /api/ensemble/strategies/s-1/status').map(({ query }) => query['status'])).toEqual([
      'paused',
    ])
  })

  it('a page beyond the last leads to it, and columns can be hidden', async () => {
    const backend = createStrategyBackend()
    backend.data.strategies = strategies(3)
    renderTrading({ backend, search: { view: 'table', page: 2, hide: 'symbols.version_number' } })
    await click(await screen.findByRole('button', { name: 'Last Page' }))
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '',
      'Name',
      'Status',
      'Sources',
      'Rules',
      'Shared',
      'Created',
      'View',
    ])
  })

  it('offers a Viewer nothing to select', async () => {
    await open(2, {}, false)
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.getByRole('button', { name: 'View Trend 1' })).toBeInTheDocument()
  })
})

it('[TG-49] strategies that are shared to be read are left out of every action', () => {
  const refuse = () => Promise.reject(new Error('not called'))
  const actions = bulkStrategyActions({ setStatus: refuse, setArchived: refuse, remove: refuse })
  const shared = summary({ shared_by: 'ann', status: 'stopped' })
  expect(new Set(actions.map(({ exempts }) => exempts(shared)))).toEqual(new Set(['Shared by ann, to read']))
})

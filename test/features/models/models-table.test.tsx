import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { ListedModel } from '#contract/models/view-model.ts'
import { ModelsPanel } from '#src/features/models/ModelsPanel.tsx'
import { modelsSearch, NO_TABLE, type ModelsSearch } from '#src/features/models/search.ts'
import { modelsCsv, selectModels } from '#src/features/models/table/ModelsTable.tsx'
import { OverlayProvider } from '#src/ui/overlays/OverlayProvider.tsx'
import { fakeModelsApi, listed, ok } from '#test/support/client/models-api.ts'

const MODELS: readonly ListedModel[] = [
  listed({ id: 'a', name: 'Fast 10', isActive: true, sizeBytes: 5 }),
  listed({ id: 'b1', name: 'Fast 9', sizeBytes: 7, description: 'Slow' }),
  listed({
    id: 'c',
    name: 'Deep',
    modelType: 'lstm',
    sizeBytes: 6,
    scoring: { state: 'file_missing', reason: 'Gone.' },
  }),
]

const { click } = userEvent.setup({ delay: null })

function open(initial: ModelsSearch) {
  const api = fakeModelsApi(MODELS)
  const seen: ModelsSearch[] = []
  function Page() {
    const [search, setSearch] = useState(initial)
    seen.push(search)
    const change = (part: ModelsSearch) => setSearch((current) => ({ ...current, ...part }))
    const table = { search, change, open: () => change({ models: 'table' }), close: () => change(NO_TABLE) }
    return <ModelsPanel api={api} table={table} />
  }
  render(
    <OverlayProvider>
      <Page />
    </OverlayProvider>,
  )
  return { api, address: () => seen.at(-1) }
}
const dialog = () => screen.findByRole('dialog', { name: 'All Models' })

describe('[ML-111] the table of models', () => {
  it('opens from the panel, is sorted by its headers, and closing clears the address', async () => {
    const { address } = open({})
    await click(await screen.findByRole('button', { name: 'Table' }))
    const table = within(await dialog())
    await click(table.getByRole('button', { name: 'Size' }))
    expect(address()).toMatchObject({ models: 'table', sort: '-size' })
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) => /Fast \d+|Deep/.exec(row.textContent)?.[0]),
    ).toEqual(['Fast 9', 'Deep', 'Fast 10'])
    await click(table.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toEqual(NO_TABLE)
  })

  it('acts on several models, and leaves out those to which it does not apply', async () => {
    const { api } = open({ models: 'table' })
    api.activate.mockResolvedValue(ok(undefined))
    const table = within(await dialog())
    await click(table.getByRole('checkbox', { name: 'Select all rows of this page' }))
    await click(table.getByRole('button', { name: 'Activate' }))
    await click(within(screen.getByRole('alertdialog', { name: 'Activate 1 model?' })).getByText('Activate'))
    const results = await screen.findByRole('list', { name: 'Results' })
    await waitFor(() => expect(results).toHaveTextContent('Fast 9 Done'))
    expect(results).toHaveTextContent('Fast 10 Left outAlready active')
    expect(results).toHaveTextContent('Deep Left outIts file is missing')
    expect(api.activate.mock.calls).toEqual([['b1']])
  })

  it('shows the details above it', async () => {
    open({ models: 'table' })
    await click(within(await dialog()).getByRole('button', { name: 'Details of Deep' }))
    expect(await screen.findByRole('dialog', { name: 'Deep' })).toBeInTheDocument()
  })
})

describe('[ML-111] the models that are listed', () => {
  const ids = (search: ModelsSearch) => selectModels(MODELS, search).map(({ id }) => id)
  it.each([
    [{}, ['a', 'b1', 'c']],
    [{ q: 'SLOW' }, ['b1']],
    [{ q: 'c' }, ['c']],
    [{ q: '1' }, ['a']],
    [{ status: 'inactive', sort: 'name' }, ['c', 'b1']],
    [{ sort: 'status' }, ['a', 'b1', 'c']],
    [{ sort: '-name' }, ['a', 'b1', 'c']],
    [{ q: 'none' }, []],
  ] as const)('%j: %j', (search, expected) => {
    expect(ids(search)).toEqual(expected)
  })

  it('are saved as CSV without formulas', () => {
    const [header, row] = modelsCsv([listed({ name: '=1+1' })]).split('\r\n')
    expect(header).toMatch(/^id,name,description,is_active,/)
    expect(row).toContain("m-1,'=1+1,")
  })

  it('the address keeps what is known', () => {
    expect(modelsSearch({ models: 'table', q: 7, status: 'active', sort: '-size', page: 2 })).toMatchObject({
      models: 'table',
      q: '7',
      status: 'active',
      sort: '-size',
      page: 2,
    })
    expect(modelsSearch({ models: 'x', status: 'gone', sort: 'sha', page: -1 })).toEqual(NO_TABLE)
  })
})

import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { columnHelper, type Columns } from '#src/ui/table/model.ts'
import { DetailToggle } from '#src/ui/table/parts.tsx'
import { VirtualTable } from '#src/ui/table/VirtualTable.tsx'
import { withLayout } from '#test/support/client/layout.ts'

interface Trade {
  readonly id: string
  readonly price: number
}
const trades = (count: number): Trade[] => Array.from({ length: count }, (_, n) => ({ id: `t${n}`, price: n }))
const column = columnHelper<Trade>()
const columns: Columns<Trade> = column.columns([
  column.accessor('id', { header: 'Trade', meta: { isTitle: true } }),
  column.accessor('price', { header: 'Price', meta: { numeric: true } }),
  column.display({
    id: 'details',
    header: 'Details',
    cell: ({ row }) => <DetailToggle row={row} of={row.original.id} />,
  }),
])
const countColumns = (count: number, onCount: (count: number) => void): Columns<Trade> =>
  column.columns([
    column.display({
      id: 'count',
      header: 'Count',
      cell: () => (
        <button type="button" onClick={() => onCount(count + 1)}>
          {count}
        </button>
      ),
    }),
  ])
const rows = () => screen.getAllByRole('row').slice(1)

describe('[AS-7] a table', () => {
  it('labels its columns in the header and in each cell for the card layout', () => {
    render(<DataTable caption="Trades" columns={columns} rows={trades(2)} rowId={({ id }) => id} />)
    const table = screen.getByRole('table', { name: 'Trades' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Trade', 'Price', 'Details'])
    expect(
      within(rows()[1]!)
        .getAllByRole('cell')
        .map((cell) => [cell.textContent, cell.dataset['label']]),
    ).toEqual([
      ['t1', undefined],
      ['1', 'Price'],
      ['Details of t1', 'Details'],
    ])
  })

  it('keeps cells and focus if the columns are recreated on each render', async () => {
    function Counting() {
      const [count, setCount] = useState(0)
      const own = countColumns(count, setCount)
      return <DataTable caption="Counts" columns={own} rows={trades(1)} rowId={({ id }) => id} />
    }
    render(<Counting />)
    const button = screen.getByRole('button', { name: '0' })
    await userEvent.click(button)
    expect(button.textContent).toBe('1')
    expect(button).toHaveFocus()
  })
})

describe('[AS-44] a virtual table', () => {
  let undo = () => {}
  beforeAll(() => {
    undo = withLayout(400)
  })
  afterAll(() => undo())

  it('renders the visible rows and a few around, with the total row count', () => {
    render(<VirtualTable caption="Trades" columns={columns} rows={trades(5_000)} rowId={({ id }) => id} />)
    expect(rows()).toHaveLength(400 / 40 + 12)
    expect(screen.getByRole('table', { name: 'Trades' })).toHaveAttribute('aria-rowcount', '5001')
    expect(
      rows()
        .map((row) => row.getAttribute('aria-rowindex'))
        .slice(0, 2),
    ).toEqual(['2', '3'])
  })

  it('is focusable and scrollable by keyboard', () => {
    render(<VirtualTable caption="Trades" columns={columns} rows={trades(2)} rowId={({ id }) => id} />)
    expect(screen.getByRole('region', { name: 'Trades' }).tabIndex).toBe(0)
  })

  it('expands and collapses a row, which stays expanded when rows are added', async () => {
    const table = (list: Trade[]) => (
      <VirtualTable
        caption="Trades"
        columns={columns}
        rows={list}
        rowId={({ id }) => id}
        detail={({ price }) => <p>At {price}</p>}
      />
    )
    const { rerender } = render(table(trades(3)))
    const toggle = screen.getByRole('button', { name: 'Details of t1' })
    await userEvent.click(toggle)
    const detail = screen.getByText('At 1')
    expect(detail.closest('tr')?.id).toBe(toggle.getAttribute('aria-controls'))
    rerender(table([{ id: 'new', price: 9 }, ...trades(3)]))
    await screen.findByText('new')
    expect(screen.getByText('At 1')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Details of t1' }))
    await waitFor(() => expect(screen.queryByText('At 1')).toBeNull())
  })
})

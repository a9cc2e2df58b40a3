import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { Sort } from '#contract/sorting.ts'
import { DataTable } from '#src/ui/table/DataTable.tsx'
import { columnHelper, type Columns } from '#src/ui/table/model.ts'
import { DetailToggle } from '#src/ui/table/parts.tsx'
import { Table } from '#src/ui/table/Table.tsx'
import { nextSort } from '#src/ui/table/sorting.ts'

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
const { click: press } = userEvent.setup({ delay: null })
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
    await press(button)
    expect(button.textContent).toBe('1')
    expect(button).toHaveFocus()
  })
})

it('[AS-75] renders cells anew for other rows and columns only', async () => {
  const onRender = vi.fn()
  const counted: Columns<Trade> = column.columns([
    column.display({
      id: 'id',
      header: 'Trade',
      cell: ({ row }) => {
        onRender()
        return row.original.id
      },
    }),
  ])
  const two = trades(2)
  const idOf = ({ id }: Trade) => id
  const table = (rows: readonly Trade[], ids: readonly string[]) => (
    <DataTable
      caption="Trades"
      columns={counted}
      rows={rows}
      rowId={idOf}
      selection={{ ids: new Set(ids), onChange: () => undefined, nameOf: idOf }}
    />
  )
  const { rerender } = render(table(two, []))
  rerender(table(two, ['t1']))
  expect(screen.getByRole('checkbox', { name: 'Select t1' })).toBeChecked()
  expect(onRender).toHaveBeenCalledTimes(2)
  rerender(table(trades(3), ['t1']))
  expect(screen.getByRole('cell', { name: 't2' })).toBeInTheDocument()
})

describe('[AS-71] a sorted table', () => {
  const shown = (sort: Sort | undefined, onSort: (sort: Sort | undefined) => void) =>
    render(
      <DataTable
        caption="Trades"
        columns={columns}
        rows={trades(1)}
        rowId={({ id }) => id}
        sorting={{ columns: ['id', 'price'], sort, onSort }}
      />,
    )
  const directions = () => screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-sort'))

  it('says by which column it is sorted, and leaves the others unsorted', () => {
    shown('-price', () => undefined)
    expect(directions()).toEqual(['none', 'descending', null])
  })

  it.each([
    ['id', undefined, 'id'],
    ['id', 'id', '-id'],
    ['id', '-id', undefined],
    ['price', 'id', '-price'],
    ['price', '-price', 'price'],
  ] as const)('a press on %s while sorted by %s asks for %s', (column, sort, next) => {
    expect(nextSort(sort, column, column === 'price')).toBe(next)
  })

  it('a press on a header asks for the order', async () => {
    const onSort = vi.fn<(sort: Sort | undefined) => void>()
    shown(undefined, onSort)
    await press(screen.getByText('Price'))
    expect(onSort.mock.calls).toEqual([['price']])
    expect(within(screen.getAllByRole('columnheader')[2]!).queryByRole('button')).toBeNull()
  })
})

const Price = ({ price }: Trade) => <p>At {price}</p>

function Selectable({ rows: list }: { readonly rows: readonly Trade[] }) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return (
    <DataTable
      caption="Trades"
      columns={columns}
      rows={list}
      rowId={({ id }) => id}
      selection={{ ids, onChange: setIds, nameOf: ({ id }) => `trade ${id}` }}
      detail={Price}
    />
  )
}
const boxes = () =>
  screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked, indeterminate }) => (indeterminate ? '-' : checked))

it('[AS-72] rows are selected one by one, or all of them at once', async () => {
  render(<Selectable rows={trades(2)} />)
  await press(screen.getByLabelText('Select trade t1'))
  expect(boxes()).toEqual(['-', false, true])
  await press(screen.getByLabelText('Select all rows of this page'))
  expect(boxes()).toEqual([true, true, true])
  await press(screen.getByLabelText('Select all rows of this page'))
  expect(boxes()).toEqual([false, false, false])
})

it('[AS-7] hidden columns are in neither header nor rows', () => {
  render(<DataTable caption="Trades" columns={columns} rows={trades(1)} rowId={({ id }) => id} hidden={['price']} />)
  expect([screen.getAllByRole('columnheader').length, screen.getAllByRole('cell').length]).toEqual([2, 2])
})

it('a row expands and collapses, and stays expanded when rows are added', async () => {
  const { rerender } = render(<Selectable rows={trades(3)} />)
  const toggle = screen.getByRole('button', { name: 'Details of t1' })
  await press(toggle)
  expect(screen.getByText('At 1').closest('tr')?.id).toBe(toggle.getAttribute('aria-controls'))
  rerender(<Selectable rows={[{ id: 'new', price: 9 }, ...trades(3)]} />)
  expect(screen.getByText('At 1')).toBeInTheDocument()
  await press(toggle)
  expect(screen.queryByText('At 1')).toBeNull()
})

describe('[UI-37] a plain table', () => {
  const priced = [
    { name: 'B', price: 2 },
    { name: 'A', price: null },
    { name: 'C', price: 10 },
  ]
  const draw = (shown = priced) =>
    render(
      <Table
        caption="Prices"
        columns={[
          { id: 'name', header: 'Name', sortBy: ({ name }) => name, cell: ({ name }) => name },
          { id: 'price', header: 'Price', numeric: true, sortBy: ({ price }) => price, cell: ({ price }) => price },
          { id: 'act', header: '', cell: () => null },
        ]}
        rows={shown}
        rowKey={({ name }) => name}
        empty="None"
      />,
    )
  const names = () => rows().map((row) => row.textContent?.[0])

  it('is sorted by the columns that can be: names ascending, numbers from the largest, those without last', async () => {
    draw()
    const orders: unknown[] = []
    for (const header of ['Name', 'Name', 'Name', 'Price', 'Price']) {
      await press(screen.getByRole('button', { name: header }))
      orders.push([names().join(''), screen.getByRole('columnheader', { name: header }).getAttribute('aria-sort')])
    }
    expect(orders).toEqual([
      ['ABC', 'ascending'],
      ['CBA', 'descending'],
      ['BAC', 'none'],
      ['CBA', 'descending'],
      ['BCA', 'ascending'],
    ])
    expect(screen.getAllByRole('columnheader').at(-1)).not.toHaveAttribute('aria-sort')
  })

  it('shows so many rows, and as many more', async () => {
    const many = Array.from({ length: 5 }, (_, index) => ({ name: `N${index}`, price: index }))
    render(
      <Table
        caption="Prices"
        columns={[{ id: 'name', header: 'Name', cell: ({ name }) => name }]}
        rows={many}
        rowKey={({ name }) => name}
        empty="None"
        pageSize={3}
      />,
    )
    expect(rows()).toHaveLength(3)
    await press(screen.getByRole('button', { name: 'Show 2 More' }))
    expect(rows()).toHaveLength(5)
    expect(screen.queryByRole('button', { name: /More/ })).toBeNull()
  })

  it('of one row is not', () => {
    draw(priced.slice(0, 1))
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('[AS-73] the keys of a table', () => {
  const focused = () => document.activeElement?.textContent
  const keys = (...names: string[]) => names.map((name) => fireEvent.keyDown(document.activeElement!, { key: name }))

  it('move between rows, and stop at the ends', () => {
    render(<Selectable rows={trades(3)} />)
    screen.getByRole('region', { name: 'Trades' }).focus()
    keys('ArrowDown')
    expect(focused()).toMatch(/^t0/)
    keys('ArrowDown', 'ArrowDown', 'ArrowDown')
    expect(focused()).toMatch(/^t2/)
    keys('ArrowUp')
    expect(focused()).toMatch(/^t1/)
    keys('Home')
    expect(focused()).toMatch(/^t0/)
    keys('End')
    expect(focused()).toMatch(/^t2/)
  })

  it('select a row with Space and open it with Enter', () => {
    render(<Selectable rows={trades(2)} />)
    screen.getByRole('region', { name: 'Trades' }).focus()
    keys('ArrowDown', ' ', 'Enter')
    expect(boxes()).toEqual(['-', true, false])
    expect(screen.getByText('At 0')).toBeInTheDocument()
  })

  it('move from a control to the same one of the next row', () => {
    render(<Selectable rows={trades(2)} />)
    screen.getByRole('button', { name: 'Details of t0' }).focus()
    keys('ArrowDown')
    expect(screen.getByRole('button', { name: 'Details of t1' })).toHaveFocus()
  })

  it.each([{ ctrlKey: true }, { shiftKey: true }, { altKey: true }, { metaKey: true }])(
    'with %o are left to the browser',
    (modifier) => {
      render(<Selectable rows={trades(2)} />)
      const table = screen.getByRole('region', { name: 'Trades' })
      table.focus()
      expect(fireEvent.keyDown(table, { key: 'ArrowDown', ...modifier })).toBe(true)
      expect(table).toHaveFocus()
    },
  )
})

describe('[AS-75] the elements of a row', () => {
  const idOf = ({ id }: Trade) => id
  const table = (rows: readonly Trade[]) => (
    <DataTable caption="Trades" columns={columns} rows={rows} rowId={idOf} selection={undefined} />
  )
  const elements = () => new Map(rows().map((row) => [within(row).getAllByRole('cell')[0]?.textContent, row]))

  it('stay with it in any order, and are taken over by a new row from one that has gone', () => {
    const [zero, one, two, three] = trades(4)
    const { rerender } = render(table([zero!, one!, two!]))
    const before = elements()
    rerender(table([two!, three!, zero!]))
    const after = elements()
    expect([...after.keys()]).toEqual(['t2', 't3', 't0'])
    expect([after.get('t2'), after.get('t0'), after.get('t3')]).toEqual([
      before.get('t2'),
      before.get('t0'),
      before.get('t1'),
    ])
  })

  it('are added and removed with the number of rows', () => {
    const { rerender } = render(table(trades(1)))
    for (const count of [3, 1, 0, 2]) {
      rerender(table(trades(count)))
      expect(rows()).toHaveLength(count)
    }
  })
})

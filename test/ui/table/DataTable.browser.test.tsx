import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { DataTable, type DataTableProps } from '#src/ui/table/DataTable.tsx'
import { columnHelper, type Columns } from '#src/ui/table/model.ts'

interface Fund {
  readonly name: string
  readonly gain: string
  readonly trades: number
}
const column = columnHelper<Fund>()
const COLUMNS = column.columns([
  column.accessor('name', { header: 'Name', meta: { isTitle: true, wraps: true } }),
  column.accessor('gain', { header: 'Return', meta: { isShort: true } }),
  column.accessor('trades', { header: 'Trades', meta: { isShort: true, numeric: true } }),
])
const ROWS: readonly Fund[] = [{ name: 'Momentum and structure over all timeframes', gain: '+4.20%', trades: 38 }]
const NONE: ReadonlySet<string> = new Set()

let root: Root
let box: HTMLElement
beforeEach(() => {
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
})
afterEach(() => {
  root.unmount()
  box.remove()
})

const SELECTION = { ids: NONE, onChange: () => undefined, nameOf: ({ name }: Fund) => name }
const SORTING = { columns: ['name', 'gain', 'trades'], sort: undefined, onSort: () => undefined }

async function draw(
  width: number,
  columns: Columns<Fund> = COLUMNS,
  over: Partial<DataTableProps<Fund>> = { sorting: SORTING },
) {
  box.style.width = `${width}px`
  root.render(
    <DataTable
      caption="Funds"
      columns={columns}
      rows={ROWS}
      rowId={({ name }) => name}
      selection={SELECTION}
      {...over}
    />,
  )
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
}
const boxOf = (element: Element) => element.getBoundingClientRect()
const cells = () => [...box.querySelectorAll('tbody td:not(:has(input))')].map(boxOf)

it.each([240, 320, 358])(
  '[AS-7] at %i px short cells share a line, and the checkbox stands beside the title',
  async (width) => {
    await draw(width)
    const [name, gain, trades] = cells()
    expect(gain!.top).toBe(trades!.top)
    expect(gain!.right).toBeLessThan(trades!.left)
    expect(gain!.top).toBeGreaterThanOrEqual(name!.bottom)
    const check = boxOf(page.getByRole('checkbox', { name: /^Select Momentum/ }).element())
    expect(check.bottom).toBeLessThanOrEqual(gain!.top)
    expect(check.right).toBeLessThanOrEqual(width)
    expect(box.scrollWidth).toBeLessThanOrEqual(width)
  },
)

const EVENTS = column.columns([
  column.accessor('trades', { header: 'Trades', meta: { inCard: 'bare' } }),
  column.accessor('gain', { header: 'Return', meta: { inCard: 'folded' } }),
  column.accessor('name', { header: 'Name', meta: { isTitle: true, wraps: true } }),
  column.display({
    id: 'more',
    header: 'More',
    meta: { isActions: true, inCard: 'bare' },
    cell: () => <button type="button">More</button>,
  }),
])

it.each([320, 358])('[AS-7] at %i px the title is first, and what speaks for itself shares a line', async (width) => {
  await draw(width, EVENTS)
  const [trades, gain, name, more] = cells()
  expect(gain!.height).toBe(0)
  expect(trades!.top).toBeGreaterThanOrEqual(name!.bottom)
  expect(trades!.top).toBeLessThan(more!.bottom)
  expect(more!.top).toBeLessThan(trades!.bottom)
  const button = boxOf(page.getByRole('button', { name: 'More' }).element())
  expect(Math.round(button.right)).toBe(Math.round(more!.right))
})

it('[AS-7] the checkbox of all rows is before the buttons that sort', async () => {
  await draw(358)
  const all = boxOf(page.getByRole('checkbox', { name: 'Select all rows of this page' }).element())
  expect(all.right).toBeLessThanOrEqual(boxOf(page.getByRole('button', { name: 'Name' }).element()).left)
})

it('[AS-7] where only some rows can be selected nothing stands above the cards', async () => {
  await draw(358, COLUMNS, { selection: { ...SELECTION, isLimited: true } })
  expect(page.getByRole('checkbox', { name: 'Select all rows of this page' }).elements()).toEqual([])
  expect(boxOf(box.querySelector('thead')!).height).toBeLessThanOrEqual(1)
})

it('[AS-7] the buttons that sort are one line at every width', async () => {
  await draw(240)
  const tops = page
    .getByRole('columnheader')
    .getByRole('button')
    .elements()
    .map((button) => boxOf(button).top)
  expect(tops).toHaveLength(3)
  expect(new Set(tops).size).toBe(1)
})

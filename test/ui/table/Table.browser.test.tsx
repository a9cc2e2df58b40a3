import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Table, type Column } from '#src/ui/table/Table.tsx'

interface Signal {
  readonly name: string
  readonly value: string
}
const NAMES = ['Source', 'Value', 'Confidence', 'Age', 'Weight', 'Vote', 'Included?']
const COLUMNS: readonly Column<Signal>[] = NAMES.map((header, index) => ({
  id: header,
  header,
  cell: ({ name, value }) => (index === 0 ? name : value),
  numeric: index > 0 && index < 5,
}))
const ROWS = [
  { name: 'RSI of one minute', value: '100,456.7' },
  { name: 'Trend over all timeframes', value: '-0.25' },
]

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

async function draw(width: number, stacks: boolean) {
  box.style.width = `${width}px`
  root.render(
    <Table caption="Signals" columns={COLUMNS} rows={ROWS} rowKey={({ name }) => name} empty="None" stacks={stacks} />,
  )
  await painted()
}
async function painted() {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
}
const frame = () => page.getByRole('region', { name: 'Signals' }).element()
const tops = () =>
  page
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => Math.round(cell.getBoundingClientRect().top)))

it.each([300, 358])('rows are cards at %i px without horizontal scrolling', async (width) => {
  await draw(width, true)
  expect(frame().scrollWidth).toBe(frame().clientWidth)
  expect(tops().map((row) => new Set(row).size)).toEqual([4, 4])
  expect(
    page
      .getByRole('columnheader')
      .elements()
      .map((head) => head.textContent),
  ).toEqual(NAMES)
  const cells = page.getByRole('cell').elements()
  expect(cells).toHaveLength(14)
  expect(cells.slice(0, 7).map((cell) => getComputedStyle(cell, '::before').content)).toEqual(
    NAMES.map((name, index) => (index === 0 ? 'none' : `"${name}"`)),
  )
})

it('rows stay rows if they fit or do not stack', async () => {
  await draw(900, true)
  expect(tops().map((row) => new Set(row).size)).toEqual([1, 1])
  await draw(300, false)
  expect(tops().map((row) => new Set(row).size)).toEqual([1, 1])
  expect(frame().scrollWidth).toBeGreaterThan(frame().clientWidth)
})

it('texts of columns that wrap do not widen the table', async () => {
  const long = 'right in 46 of 100 (1,808 cases), chance 47'
  const columns = ['Sources', 'Both', 'First', 'Second'].map((header) => ({
    id: header,
    header,
    wraps: true,
    cell: () => long,
  }))
  box.style.width = '800px'
  root.render(<Table caption="Signals" columns={columns} rows={ROWS} rowKey={({ name }) => name} empty="None" />)
  await painted()
  expect(frame().scrollWidth).toBe(frame().clientWidth)
  expect(tops().map((row) => new Set(row).size)).toEqual([1, 1])
})

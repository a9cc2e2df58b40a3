import '#src/ui/theme/global.css.ts'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { columnHelper } from '#src/ui/table/model.ts'
import { VirtualTable } from '#src/ui/table/VirtualTable.tsx'

interface Line {
  readonly id: string
  readonly text: string
}
/** Every third is several lines high. */
const LINES: readonly Line[] = Array.from({ length: 5_000 }, (_, n) => ({
  id: `l${n}`,
  text: `Line ${n + 1}. ${n % 3 === 0 ? 'It goes on for a while. '.repeat(20) : ''}`,
}))
/** How often each line was drawn, by its id. */
const draws = new Map<string, number>()
const column = columnHelper<Line>()
const COLUMNS = column.columns([
  column.accessor('text', {
    header: 'Text',
    meta: { wraps: true },
    cell: ({ row: { original }, getValue }) => {
      draws.set(original.id, (draws.get(original.id) ?? 0) + 1)
      return getValue()
    },
  }),
])

afterEach(() => {
  cleanup()
  draws.clear()
})

const show = (width: number) =>
  render(
    <div style={{ width }}>
      <VirtualTable caption="Lines" columns={COLUMNS} rows={LINES} rowId={({ id }) => id} />
    </div>,
  )
const drawn = () => [...document.querySelectorAll('tbody[data-index]')]

/** Numbers of the rows in the frame, and whether they fill it without a gap. */
function inSight() {
  const frame = screen.getByRole('region', { name: 'Lines' }).getBoundingClientRect()
  const rows = drawn()
    .map((row) => ({ at: Number(row.getAttribute('data-index')), box: row.getBoundingClientRect() }))
    .filter(({ box }) => box.bottom > frame.top && box.top < frame.bottom)
  const [first, last] = [rows[0], rows.at(-1)]
  const isWhole = rows.every(({ at }, n) => at === (first?.at ?? 0) + n)
  const fills = (last?.box.bottom ?? 0) >= frame.bottom - 1 && (first?.box.top ?? Infinity) <= frame.top + 60
  return { first: first?.at, last: last?.at, fills: isWhole && fills }
}

describe('[AS-44] a virtual table in a real browser', () => {
  it.each([900, 360])('always fills the frame at %i px with rows in order, rendering only a few', async (width) => {
    show(width)
    const frame = screen.getByRole('region', { name: 'Lines' })
    await waitFor(() => expect(inSight()).toMatchObject({ first: 0, fills: true }))
    for (const share of [0.1, 0.35, 0.6, 0.9]) {
      frame.scrollTop = frame.scrollHeight * share
      await waitFor(() => expect(inSight().fills).toBe(true))
      expect(drawn().length).toBeLessThan(80)
    }
    await waitFor(() => {
      frame.scrollTop = frame.scrollHeight
      expect(inSight()).toMatchObject({ last: LINES.length - 1, fills: true })
    })
  })

  it('keeps the header visible', async () => {
    show(900)
    const frame = screen.getByRole('region', { name: 'Lines' })
    await waitFor(() => expect(inSight().fills).toBe(true))
    frame.scrollTop = 2_000
    await waitFor(() => expect(inSight().first).toBeGreaterThan(5))
    const head = screen.getByRole('columnheader', { name: 'Text' }).getBoundingClientRect()
    expect(Math.abs(head.top - frame.getBoundingClientRect().top)).toBeLessThan(2)
  })

  it('does not re-render rows that stay visible', async () => {
    show(900)
    const frame = screen.getByRole('region', { name: 'Lines' })
    await waitFor(() => expect(inSight().fills).toBe(true))
    const before = new Set(drawn())
    draws.clear()
    for (const top of [40, 80, 120, 160, 400, 640, 880]) {
      frame.scrollTop = top
      await new Promise(requestAnimationFrame)
    }
    await waitFor(() => expect(draws.size).toBeGreaterThan(5))
    const stayed = drawn().filter((row) => before.has(row))
    expect(stayed.length).toBeGreaterThan(5)
    expect(stayed.map((row) => draws.get(`l${row.getAttribute('data-index')}`))).toEqual(stayed.map(() => undefined))
  })
})

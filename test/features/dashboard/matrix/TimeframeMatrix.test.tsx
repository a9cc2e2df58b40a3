import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Matrix, MatrixRow } from '#src/features/dashboard/matrix/directions.ts'
import { TimeframeMatrix } from '#src/features/dashboard/matrix/TimeframeMatrix.tsx'

const AT = Date.UTC(2026, 0, 1, 10, 4)
const ROWS: readonly MatrixRow[] = [
  {
    source: 'Trend',
    card: 'indicators',
    readings: {
      M1: { direction: 'bullish', detail: 'Trend score 88 of 100', since: { at: AT, orEarlier: false } },
    },
  },
]

const MATRIX: Matrix = { rows: ROWS, volatilities: { M1: 'low', M15: 'high' }, at: AT + 120_000 }

it('[DA-16] names source, timeframe, direction, start and reason of a cell, and opens its card', async () => {
  const onOpen = vi.fn<(card: MatrixRow['card']) => void>()
  render(<TimeframeMatrix matrix={MATRIX} liveness="live" onOpen={onOpen} />)
  const table = within(screen.getByRole('region', { name: 'Market Analytics Dashboard' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Source',
    'M1',
    'M5',
    'M15',
    'H1',
    'H4',
    'D1',
  ])
  expect(table.getByRole('row', { name: /^Trend/ }).textContent).toBe('Trendbullish–––––')
  await userEvent.click(
    table.getByRole('button', {
      name: 'Trend M1: bullish, since 10:04. Trend score 88 of 100',
    }),
  )
  expect(onOpen).toHaveBeenCalledWith('indicators')
  expect(table.getByText('1 of 1 bullish')).toBeInTheDocument()
  expect(table.getByRole('row', { name: /^Volatility/ }).textContent).toBe('Volatilitylow–high–––')
  await userEvent.click(table.getByRole('button', { name: 'Volatility M15: high' }))
  expect(onOpen).toHaveBeenLastCalledWith('confluence')
})

it.each([
  ['since 10:04', AT, false],
  ['since 00:00', Date.UTC(2026, 0, 1), false],
  ['since 2025-12-31 23:59', Date.UTC(2025, 11, 31, 23, 59), false],
  ['since 10:04 or earlier', AT, true],
  ['since 2025-11-02 08:00 or earlier', Date.UTC(2025, 10, 2, 8), true],
])('[DA-16] says %s, with the day if it is not that of the newest analysis', (text, at, orEarlier) => {
  const rows: MatrixRow[] = [
    {
      source: 'Trend',
      card: 'indicators',
      readings: { H4: { direction: 'mixed', detail: 'Why', since: { at, orEarlier } } },
    },
  ]
  render(<TimeframeMatrix matrix={{ ...MATRIX, rows }} liveness="live" onOpen={() => undefined} />)
  expect(screen.getByRole('button', { name: `Trend H4: mixed, ${text}. Why` }).title).toBe(`Why, ${text}`)
})

it('[DA-31] is one stop of the Tab key, in which the arrow keys move, beyond cells that say nothing', async () => {
  const { rerender } = render(
    <>
      <TimeframeMatrix matrix={MATRIX} liveness="live" onOpen={() => undefined} />
      <button>After it</button>
    </>,
  )
  const focused = () =>
    document.activeElement?.getAttribute('aria-label')?.split(':')[0] ?? document.activeElement?.textContent
  const user = userEvent.setup({ delay: null })
  const press = async (keys: string) => {
    await user.keyboard(keys)
    return focused()
  }
  screen.getByRole('button', { name: /^Trend M1/ }).focus()
  expect(await press('{ArrowUp}')).toBe('Trend M1')
  expect(await press('{ArrowDown}')).toBe('Volatility M1')
  expect(await press('{ArrowRight}')).toBe('Volatility M15')
  expect(await press('{Tab}')).toBe('After it')
  expect(await press('{Shift>}{Tab}{/Shift}')).toBe('Volatility M15')
  await user.tab()
  // The cell that was the stop says nothing any more.
  const matrix = { ...MATRIX, volatilities: {} }
  rerender(
    <>
      <TimeframeMatrix matrix={matrix} liveness="live" onOpen={() => undefined} />
      <button>After it</button>
    </>,
  )
  expect(await press('{Shift>}{Tab}{/Shift}')).toBe('Trend M1')
})

it('[DA-16] says why it is not live instead of the agreement', () => {
  const props = { matrix: MATRIX, onOpen: () => undefined }
  const { rerender } = render(<TimeframeMatrix {...props} liveness="reconnecting" />)
  expect(screen.getByText('Reconnecting…')).toBeInTheDocument()
  expect(screen.queryByText('1 of 1 bullish')).toBeNull()
  rerender(<TimeframeMatrix {...props} liveness="polled" />)
  expect(screen.getByText('1 of 1 bullish')).toBeInTheDocument()
})

import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Calendar, dayResults } from '#src/features/trading/paper/Calendar.tsx'

const HOUR_MS = 3_600_000
/** A Wednesday. */
const START = Date.UTC(2019, 5, 12)
const at = (hour: number, equity: number) => ({ at: START + hour * HOUR_MS, equity })

describe('[PT-18] what each day made', () => {
  it('is its last equity against that of the day before; midnight ends a day', () => {
    expect(dayResults([at(1, 101), at(24, 110), at(25, 120), at(47, 99), at(73, 99)], 100)).toEqual([
      { at: START, profit: 10, share: 0.1 },
      { at: START + 24 * HOUR_MS, profit: -11, share: -0.1 },
      { at: START + 72 * HOUR_MS, profit: 0, share: 0 },
    ])
    expect(dayResults([], 100)).toEqual([])
  })

  it('is shown a week a row, days without trading empty', () => {
    render(<Calendar days={dayResults([at(24, 110), at(48, 99), at(24 * 8, 99)], 100)} />)
    expect(screen.getByText('1 day with a gain, 1 with a loss (UTC)')).toBeVisible()
    const rows = screen.getAllByRole('row').slice(1)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toHaveTextContent('+10.0%')
    expect(rows[0]).toHaveTextContent('-10.0%')
  })
})

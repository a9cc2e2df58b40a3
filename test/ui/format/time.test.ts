import { describe, expect, it } from 'vitest'
import {
  formatAge,
  formatClock,
  formatDate,
  formatDateTime,
  formatDuration,
  formatExact,
  formatPrecise,
  formatRelative,
  formatUntil,
} from '#src/ui/format/time.ts'

const NOW = Date.UTC(2019, 5, 30, 23, 59, 7)
const S = 1_000
const MIN = 60 * S
const H = 60 * MIN
const D = 24 * H

describe('[UI-20] relative time', () => {
  it.each([
    [-5 * S, 'Just now'],
    [0, 'Just now'],
    [MIN - 1, 'Just now'],
    [MIN, '1 minute ago'],
    [2 * MIN - 1, '1 minute ago'],
    [59 * MIN, '59 minutes ago'],
    [H - 1, '59 minutes ago'],
    [H, '1 hour ago'],
    [23 * H, '23 hours ago'],
    [D, '1 day ago'],
    [30 * D - 1, '29 days ago'],
    [30 * D, '2019-05-31'],
    [400 * D, '2018-05-26'],
    [Number.NaN, 'Invalid Date'],
  ])('formats %d ms ago as %s', (ago, text) => {
    expect(formatRelative(NOW - ago, NOW)).toBe(text)
  })
})

describe('[AS-38] expiry', () => {
  it.each([
    [-D, 'Expires now'],
    [0, 'Expires now'],
    [MIN - 1, 'Expires now'],
    [MIN, 'in 1m'],
    [H - 1, 'in 59m'],
    [H, 'in 1h'],
    [D - 1, 'in 23h'],
    [D, 'in 1d'],
    [30 * D - 1, 'in 29d'],
    [30 * D, '2019-07-30'],
    [Number.NaN, 'Invalid Date'],
  ])('formats in %d ms as %s', (left, text) => {
    expect(formatUntil(NOW + left, NOW)).toBe(text)
  })
})

describe('[UI-21] exact time', () => {
  it('is in UTC with 24 hours', () => {
    expect([formatDate(NOW), formatClock(NOW), formatDateTime(NOW), formatExact(NOW)]).toEqual([
      '2019-06-30',
      '23:59:07',
      '2019-06-30 23:59:07',
      '2019-06-30 23:59:07 UTC',
    ])
  })

  it('has milliseconds in formatPrecise', () => {
    expect(formatPrecise(NOW + 5)).toBe('2019-06-30 23:59:07.005')
  })

  it.each([Number.NaN, 9e15, new Date('nonsense')])('%s is an Invalid Date', (bad) => {
    expect([formatDate(bad), formatClock(bad), formatDateTime(bad), formatExact(bad), formatPrecise(bad)]).toEqual(
      Array.from({ length: 5 }, () => 'Invalid Date'),
    )
  })
})

describe('[UI-22] durations', () => {
  it.each([
    [-1, '0s'],
    [999, '0s'],
    [59 * S, '59s'],
    [MIN, '1m 0s'],
    [H - 1, '59m 59s'],
    [H, '1h 0m 0s'],
    [2 * H + 5 * MIN + 9 * S, '2h 5m 9s'],
    [30 * H, '30h 0m 0s'],
    [Number.POSITIVE_INFINITY, 'N/A'],
  ])('%d ms is %s', (length, text) => {
    expect(formatDuration(length)).toBe(text)
  })
})

describe('ages', () => {
  it.each([
    [-1, '0 s'],
    [3_999, '3 s'],
    [MIN, '1 min'],
    [H, '1 h'],
    [5 * D, '5 d'],
    [Number.NaN, 'N/A'],
  ])('%d ms is %s', (age, text) => {
    expect(formatAge(age)).toBe(text)
  })
})

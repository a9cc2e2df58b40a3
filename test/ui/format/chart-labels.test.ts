import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatCandleTime, formatDay, formatFixed, formatMinute, formatTimeTick } from '#src/ui/format/chart-labels.ts'
import { formatNumber } from '#src/ui/format/number.ts'
import { MIDNIGHT } from '#test/support/data/candles.ts'

it('[CH-16] formats numbers like Intl does', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 50 }), fc.integer({ min: 0, max: 4 }), (value, decimals) => {
      expect(formatFixed(value, decimals)).toBe(formatNumber(value, decimals))
    }),
  )
  expect(formatFixed(1_234_567.891, 2)).toBe('1,234,567.89')
  expect(formatFixed(1_234_567.891_234, 5)).toBe('1,234,567.89123')
  expect(formatFixed(0.000_000_012, 9)).toBe('0.000000012')
})

it('[CH-16] formats times in UTC', () => {
  expect(formatMinute(MIDNIGHT + 3_661)).toBe('01:01')
  expect(formatDay(MIDNIGHT)).toBe('1 Jun')
  expect(formatDay(MIDNIGHT + 9 * 86_400)).toBe('10 Jun')
})

it('[CH-16] shows the day only where it changes', () => {
  expect(formatTimeTick(MIDNIGHT, MIDNIGHT - 60)).toBe('1 Jun')
  expect(formatTimeTick(MIDNIGHT + 60, MIDNIGHT)).toBe('00:01')
  expect(formatTimeTick(MIDNIGHT + 3_660, MIDNIGHT - 60)).toBe('1 Jun')
})

it("[CH-57] names the day and year of a candle where they are not the newest candle's", () => {
  const newest = MIDNIGHT + 3_600
  expect(formatCandleTime(MIDNIGHT, newest, 60)).toBe('00:00')
  expect(formatCandleTime(MIDNIGHT - 60, newest, 60)).toBe('31 May 23:59')
  expect(formatCandleTime(MIDNIGHT - 365 * 86_400, newest, 60)).toBe('1 Jun 2018 00:00')
  expect(formatCandleTime(MIDNIGHT, newest, 86_400)).toBe('1 Jun')
})

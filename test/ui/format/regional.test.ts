import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { formatFixed, formatTimeTick } from '#src/ui/format/chart-labels.ts'
import { formatChange, formatCount, formatNumber, formatPercent, formatPrice } from '#src/ui/format/number.ts'
import { isTimeZone } from '#contract/preferences.ts'
import { DEFAULT_FORMAT, setRegionalFormat, toZone, zoneName } from '#src/ui/format/regional.ts'
import { formatClock, formatDate, formatExact, formatPrecise, formatRelative, toIso } from '#src/ui/format/time.ts'

const NOON = Date.UTC(2019, 5, 30, 22, 30, 7, 5)
const DAY_MS = 86_400_000

const inZone = (timeZone: string) => setRegionalFormat({ ...DEFAULT_FORMAT, timeZone })
const inLocale = (numberLocale: string) => setRegionalFormat({ ...DEFAULT_FORMAT, numberLocale })

afterEach(() => setRegionalFormat(DEFAULT_FORMAT))

describe('[UI-27] the time zone', () => {
  it('is UTC by default', () => {
    expect([formatExact(NOON), zoneName(), formatTimeTick(NOON / 1000, NOON / 1000)]).toEqual([
      '2019-06-30 22:30:07 UTC',
      'UTC',
      '22:30',
    ])
  })

  it.each([
    ['Europe/Berlin', '2019-07-01 00:30:07 GMT+2'],
    ['America/New_York', '2019-06-30 18:30:07 EDT'],
    ['Asia/Kathmandu', '2019-07-01 04:15:07 GMT+5:45'],
    ['UTC', '2019-06-30 22:30:07 UTC'],
  ])('%s applies to date, clock and name: %s', (zone, exact) => {
    inZone(zone)
    expect(formatExact(NOON)).toBe(exact)
    expect(`${formatDate(NOON)} ${formatClock(NOON)}`).toBe(exact.slice(0, 19))
    expect(formatPrecise(NOON)).toBe(`${exact.slice(0, 19)}.005`)
    expect(formatRelative(NOON, NOON + 40 * DAY_MS)).toBe(exact.slice(0, 10))
  })

  it('changes with summer time, to the second', () => {
    inZone('Europe/Berlin')
    const change = Date.UTC(2019, 9, 27, 1)
    expect([formatExact(change - 1000), formatExact(change)]).toEqual([
      '2019-10-27 02:59:59 GMT+2',
      '2019-10-27 02:00:00 GMT+1',
    ])
  })

  it('is that of the device if so chosen', () => {
    inZone('device')
    expect(toZone(NOON)).toBe(NOON - new Date(NOON).getTimezoneOffset() * 60_000)
  })

  it('does not change what machines read', () => {
    inZone('Asia/Tokyo')
    expect(toIso(NOON)).toBe('2019-06-30T22:30:07.005Z')
  })

  it('labels days of the chart where they begin', () => {
    inZone('Asia/Tokyo')
    const midnight = Date.UTC(2019, 5, 30, 15) / 1000
    expect(formatTimeTick(midnight, midnight - 60)).toBe('1 Jul')
    expect(formatTimeTick(midnight + 60, midnight)).toBe('00:01')
  })

  it('leaves invalid times invalid', () => {
    inZone('Asia/Tokyo')
    expect([formatExact(Number.NaN), formatClock(Infinity), zoneName(Number.NaN)]).toEqual([
      'Invalid Date',
      'Invalid Date',
      'UTC',
    ])
  })

  it.each([
    ['Europe/Berlin', true],
    ['device', true],
    ['Mars/Olympus', false],
    ['', false],
  ])('%s is one: %s', (name, isOne) => expect(isTimeZone(name)).toBe(isOne))
})

describe('[UI-27] numbers', () => {
  it.each([
    ['en-US', ['1,234.50', '50.5%', '-0.25%', '0.00%', '1.2K', '999', '10,800.5']],
    ['de-DE', ['1.234,50', '50,5%', '-0,25%', '0,00%', '1,2K', '999', '10.800,5']],
    ['en-IN', ['1,234.50', '50.5%', '-0.25%', '0.00%', '1.2K', '999', '10,800.5']],
  ])('are written as in %s', (locale, texts) => {
    inLocale(locale)
    expect([
      formatNumber(1_234.5, 2),
      formatPercent(0.505, 1),
      formatChange(-0.25),
      formatChange(-0.001),
      formatCount(1_234),
      formatCount(999),
      formatPrice(10_800.5, 'BTCUSD'),
    ]).toEqual(texts)
    expect(formatFixed(1_234.5, 2)).toBe(texts[0])
  })
})

describe('[UI-28] formatting', () => {
  const ALLOWED = /^src\/(ui\/format\/|features\/profile\/RegionalSettings\.tsx$)/
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))

  it('is in one place', () => {
    const formatting = files.filter((name) => {
      const path = join('src', name)
      if (ALLOWED.test(path)) return false
      return /Intl\.(DateTime|Number)Format\(|\.toLocale\w*String\(|\.toUTCString\(/.test(readFileSync(path, 'utf8'))
    })
    expect(formatting).toEqual([])
  })

  it('names the zone of the user wherever it names one', () => {
    const naming = files.filter((name) => {
      const path = join('src', name)
      const text = readFileSync(path, 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '')
      return !ALLOWED.test(path) && /\bUTC\b/.test(text.replaceAll('Date.UTC', ''))
    })
    // Backtests run over days of UTC, those of templates too, and the day of a paper account is one; the copied table is in UTC
    // like every export.
    const others = naming.filter((name) => !name.startsWith('features/trading/backtests/'))
    expect(others.toSorted()).toEqual([
      'features/trading/paper/AllocateDialog.tsx',
      'features/trading/paper/Calendar.tsx',
      'features/trading/paper/OrderDialog.tsx',
      'features/trading/paper/PaperSection.tsx',
      'features/trading/templates/TemplateResults.tsx',
      'ui/data/RawTable.tsx',
    ])
  })
})

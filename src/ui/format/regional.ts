import { DEVICE_TIME_ZONE } from '#contract/preferences.ts'

/** How times and numbers are written. */
export interface RegionalFormat {
  /** UTC, the zone of this device, or a name of the IANA database such as Europe/Berlin. */
  readonly timeZone: string
  /** Writes numbers: 1,234.5 in en-US, 1.234,5 in de-DE. */
  readonly numberLocale: string
}

/** As the product is specified. */
export const DEFAULT_FORMAT: RegionalFormat = { timeZone: 'UTC', numberLocale: 'en-US' }

// One for the page: every format function uses it, so that no screen formats by itself.
let current = DEFAULT_FORMAT

export const regionalFormat = (): RegionalFormat => current

/** Applies to what is rendered from now on. */
export function setRegionalFormat(next: RegionalFormat): void {
  current = next
  offsets.clear()
}

const QUARTER_HOUR_MS = 900_000
const MAX_OFFSETS = 2_000
/** Offsets from UTC by quarter of an hour, which every zone changes at; asking Intl is slow. */
const offsets = new Map<number, number>()

function offsetFromIntl(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - Math.floor(at / 1000) * 1000
}

/** Unix ms whose UTC fields are those of the chosen zone at `at` (unix ms). */
export function toZone(at: number): number {
  const { timeZone } = current
  if (timeZone === 'UTC' || !Number.isFinite(at)) return at
  if (timeZone === DEVICE_TIME_ZONE) return at - new Date(at).getTimezoneOffset() * 60_000
  const quarter = Math.floor(at / QUARTER_HOUR_MS)
  const known = offsets.get(quarter)
  if (known !== undefined) return at + known
  if (offsets.size >= MAX_OFFSETS) offsets.clear()
  const offset = offsetFromIntl(at, timeZone)
  offsets.set(quarter, offset)
  return at + offset
}

/** The chosen zone as it stands beside a time: UTC, GMT+2, EDT. `at` in unix ms: summer time has another name. */
export function zoneName(at: number = Date.now()): string {
  const { timeZone } = current
  if (timeZone === 'UTC' || !Number.isFinite(at)) return 'UTC'
  const options: Intl.DateTimeFormatOptions = {
    timeZoneName: 'short',
    ...(timeZone === DEVICE_TIME_ZONE ? {} : { timeZone }),
  }
  const parts = new Intl.DateTimeFormat('en-US', options).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

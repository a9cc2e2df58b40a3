import { PAIRS, type PairId } from '#contract/pairs.ts'
import { regionalFormat } from './regional.ts'

/** Text for a missing number. */
export const NOT_AVAILABLE = 'N/A'

const formatters = new Map<string, Intl.NumberFormat>()

/** Cached: creating an Intl.NumberFormat costs far more than using it, and prices are formatted on every frame. */
function fixedFormatter(decimals: number): Intl.NumberFormat {
  const { numberLocale } = regionalFormat()
  const key = `${numberLocale} ${decimals}`
  const cached = formatters.get(key)
  if (cached) return cached
  const formatter = new Intl.NumberFormat(numberLocale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  formatters.set(key, formatter)
  return formatter
}

type OptionalNumber = number | null | undefined

const isNumber = (value: OptionalNumber): value is number =>
  value !== null && value !== undefined && Number.isFinite(value)

/** 1,234.50 with a fixed number of decimals. */
export const formatNumber = (value: OptionalNumber, decimals = 0): string =>
  isNumber(value) ? fixedFormatter(decimals).format(value) : NOT_AVAILABLE

/** $1,234.50, -$1.50. */
export const formatDollars = (value: OptionalNumber, decimals = 2): string =>
  isNumber(value)
    ? `${Number(value.toFixed(decimals)) < 0 ? '-' : ''}$${formatNumber(Math.abs(value), decimals)}`
    : NOT_AVAILABLE

/** '1 source', '2 sources', '1,234 sources'. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** A price with the pair's decimals, two for an unknown pair, without unit. */
export const formatPrice = (value: OptionalNumber, pair: PairId | undefined): string =>
  formatNumber(value, pair === undefined ? 2 : PAIRS[pair].priceDecimals)

/** A volume with the pair's decimals, without unit. */
export const formatVolume = (value: OptionalNumber, pair: PairId): string =>
  formatNumber(value, PAIRS[pair].volumeDecimals)

/** A fraction as percent: 0.664 is 66%. */
export const formatPercent = (fraction: OptionalNumber, decimals = 0): string =>
  isNumber(fraction) ? `${fixedFormatter(decimals).format(fraction * 100)}%` : NOT_AVAILABLE

/** A change, already in percent, with sign: +1.25%, -0.40%, 0.00%. */
export function formatChange(percent: OptionalNumber, decimals = 2): string {
  if (!isNumber(percent)) return NOT_AVAILABLE
  const text = fixedFormatter(decimals).format(Math.abs(percent))
  if (!/[1-9]/.test(text)) return `${text}%`
  return `${percent > 0 ? '+' : '-'}${text}%`
}

/** The size of a move, already in percent, that may go either way: ±1.25%. */
export const formatMoveSize = (percent: OptionalNumber, decimals = 2): string =>
  isNumber(percent) ? `±${fixedFormatter(decimals).format(Math.abs(percent))}%` : NOT_AVAILABLE

/** At most one decimal, no trailing zero. */
const oneDecimal = (value: number): string =>
  String(Math.round(value * 10) / 10).replace('.', fixedFormatter(1).format(0.1).charAt(1))

/** Counts with K from 1,000 and M from 1,000,000: 999, 1.2K, 3M. */
export function formatCount(value: OptionalNumber): string {
  if (!isNumber(value)) return NOT_AVAILABLE
  // 999,950 would round to 1000K
  if (value >= 999_950) return `${oneDecimal(value / 1_000_000)}M`
  if (value >= 1_000) return `${oneDecimal(value / 1_000)}K`
  return String(value)
}

const KIB = 1024
const MIB = 1024 * KIB
/** From here on, two decimals of an MB are not 0.00. */
const MIN_MEGABYTES = 0.005 * MIB

/** Bytes as MB with two decimals, 1.25 MB, where that is not 0.00; else as kB with one, 4.9 kB. */
export function formatMegabytes(bytes: OptionalNumber): string {
  if (!isNumber(bytes)) return NOT_AVAILABLE
  return bytes === 0 || bytes >= MIN_MEGABYTES
    ? `${fixedFormatter(2).format(bytes / MIB)} MB`
    : `${fixedFormatter(1).format(Math.max(0.1, bytes / KIB))} kB`
}

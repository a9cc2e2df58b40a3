import { PAIRS, type PairId } from './pairs.ts'

/** What a number of a payload is measured in. `quote` and `base` are the currencies of its pair. */
export const UNITS = [
  'quote',
  'base',
  'base per minute',
  'percent',
  'share',
  'index',
  'multiple',
  'unix seconds',
  'seconds',
  'milliseconds',
  'hours',
  'candles',
  'deviations',
  'count',
] as const
export type Unit = (typeof UNITS)[number]

const UNIT_TEXTS: Record<Exclude<Unit, 'quote' | 'base' | 'base per minute'>, string> = {
  percent: '%',
  share: '0 to 1',
  index: '0 to 100',
  multiple: '×',
  'unix seconds': 'unix s',
  seconds: 's',
  milliseconds: 'ms',
  hours: 'h',
  candles: 'candles',
  deviations: 'std. dev.',
  count: 'count',
}

/** A unit as it stands beside a value: USD, BTC/min, %. An unknown pair has no currencies. */
export function unitText(unit: Unit, pair: PairId | undefined): string {
  const [base = '', quote = ''] = pair === undefined ? [] : PAIRS[pair].label.split('/')
  if (unit === 'quote') return quote
  if (unit === 'base') return base
  if (unit === 'base per minute') return base === '' ? '' : `${base}/min`
  return UNIT_TEXTS[unit]
}

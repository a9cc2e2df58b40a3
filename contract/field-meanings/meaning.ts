import type { Since } from '../analysis/fields.ts'
import { PAIRS, type PairId } from '../pairs.ts'

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

/** What one field of a payload says. */
export interface FieldMeaning {
  /** In a phrase that stands beside the value. */
  readonly says: string
  /** Only of numbers. */
  readonly unit?: Unit
  /** The fields of an object, or of each item of a list. */
  readonly fields?: FieldMeanings
  /** An object with one entry for each timeframe, or a list of them, to which `says` and `fields` apply. */
  readonly byTimeframe?: boolean
}

export type FieldMeanings = Readonly<Record<string, FieldMeaning>>

/** The meaning of every field of a payload: one that lacks a field does not compile. */
export type MeaningsOf<Payload> = { readonly [Name in keyof Payload]-?: FieldMeaning }

const of =
  (unit: Unit) =>
  (says: string): FieldMeaning => ({ says, unit })

export const text = (says: string): FieldMeaning => ({ says })
export const price = of('quote')
export const volume = of('base')
export const percent = of('percent')
/** From 0 to 1. */
export const share = of('share')
/** From 0 to 100. */
export const index = of('index')
export const time = of('unix seconds')
export const count = of('count')
export const candles = of('candles')

export const group = (says: string, fields: FieldMeanings): FieldMeaning => ({ says, fields })
export const perTimeframe = (says: string, fields: FieldMeanings): FieldMeaning => ({ says, fields, byTimeframe: true })

/** Since when something is as it is published. */
export const SINCE = {
  time: time('The opening of the candle with which it began'),
  or_earlier: text('Whether it may have begun before, where the known candles begin'),
} satisfies MeaningsOf<Since>

export const EXCHANGE = text('Where the candles come from: an exchange, a recording or the simulated market')

/** Fields of every analysis payload. */
export const HEADER = {
  timestamp: time('The minute up to which candles were known'),
  trading_pair: text('The pair that was analysed'),
  exchange: EXCHANGE,
  errors: group('What could not be computed; empty if nothing is missing', {
    code: text('The part that is missing'),
    message: text('Why it is missing'),
  }),
} as const

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

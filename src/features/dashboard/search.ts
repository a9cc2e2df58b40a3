import { isCardName, type CardName } from './cards.ts'

// Part of the initial bundle, so it imports no schemas.

/** Search params of the dashboard: the card whose message is open, and how it is shown. */
export interface DashboardSearch {
  readonly card?: CardName | undefined
  /** The table unless given. */
  readonly view?: 'json' | undefined
  /** Id of the model whose details are open. */
  readonly model?: string | undefined
  /** The pair that is shown, BTC/USD unless given, as the address spells it. */
  readonly pair?: string | undefined
  /** The timeframe of the chart, 1m unless given, as the address spells it. */
  readonly tf?: string | undefined
  /** A minute that the chart marks and moves to: 2026-11-22T19:53Z. */
  readonly at?: string | undefined
  /** What is drawn on the chart instead of the user's own choice: ids of overlays. */
  readonly indicators?: string | undefined
}

const MAX_LENGTH = 200
const MAX_NAME_LENGTH = 20
const MAX_INDICATORS_LENGTH = 1_000

const MAX_INDICATORS = 20

/** Ids of overlays as the address has them. */
export const indicatorsText = (ids: readonly string[]): string => ids.join(';')
export const parseIndicators = (text: string): readonly string[] => text.split(';').slice(0, MAX_INDICATORS)

/** The router parses 7 and true in an address as number and boolean. */
const parseText = (value: unknown, maxLength = MAX_LENGTH): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  return text === '' || text.length > maxLength ? undefined : text
}

/** Search params of the page of charts: each chart's pair and timeframe. */
export const chartsSearch = (raw: Record<string, unknown>): { readonly charts?: string | undefined } => ({
  charts: parseText(raw['charts']),
})

const parseMinute = (value: unknown): string | undefined => {
  const text = parseText(value, MAX_NAME_LENGTH)
  return text !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined
}

/** Parses the search params. Invalid ones are dropped; it never throws. */
export const dashboardSearch = (raw: Record<string, unknown>): DashboardSearch => ({
  card: isCardName(raw['card']) ? raw['card'] : undefined,
  view: raw['view'] === 'json' ? 'json' : undefined,
  model: parseText(raw['model']),
  pair: parseText(raw['pair'], MAX_NAME_LENGTH),
  tf: parseText(raw['tf'], MAX_NAME_LENGTH),
  at: parseMinute(raw['at']),
  indicators: parseText(raw['indicators'], MAX_INDICATORS_LENGTH),
})

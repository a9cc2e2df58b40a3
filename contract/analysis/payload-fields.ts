import { toMillis } from '../time.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '../timeframes.ts'

/** An object of a payload whose fields nobody has vouched for. */
export type Fields = Readonly<Record<string, unknown>>

const MAX_TEXT_LENGTH = 240
/** Many times what any analysis sends. Some readings compare each item with each other one. */
export const MAX_LIST_ITEMS = 1_000

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object under a name; one without fields when there is none. */
export function toFields(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** How long a list is; 0 for what is none. */
export const listLength = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** The first 1,000 of a list, however long it is; none of what is no list. */
export function toList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return []
  return value.length > MAX_LIST_ITEMS ? value.slice(0, MAX_LIST_ITEMS) : value
}

/** A finite number, never -0. Text is no number. */
export const finiteNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined

/** Unix ms of a stamp in seconds or milliseconds. */
export function toTimestamp(value: unknown): number | undefined {
  const stamp = finiteNumber(value)
  return stamp === undefined ? undefined : finiteNumber(toMillis(stamp))
}

/** A score from 0 to 1; what lies outside is clamped. */
export function toScore(value: unknown): number | undefined {
  const number = finiteNumber(value)
  return number === undefined ? undefined : Math.min(1, Math.max(0, number))
}

/** Trimmed text of bounded length, or undefined when there is none. */
export function toText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const trimmed = value.trim()
  if (trimmed === '') return undefined
  return trimmed.length > MAX_TEXT_LENGTH ? `${trimmed.slice(0, MAX_TEXT_LENGTH)}…` : trimmed
}

/** One of `words`, in any case. */
export function oneOf<Word extends string>(humanize: readonly Word[], value: unknown): Word | undefined {
  if (typeof value !== 'string') return undefined
  const wanted = value.trim().toLowerCase()
  return humanize.find((word) => word.toLowerCase() === wanted)
}

/** A timeframe of analysis payloads, in any case. M30 is none. */
export const toTimeframe = (value: unknown): AnalysisTimeframe | undefined => oneOf(ANALYSIS_TIMEFRAMES, value)

export const toTimeframes = (value: unknown): readonly AnalysisTimeframe[] => [
  ...new Set(toList(value).flatMap((each) => toTimeframe(each) ?? [])),
]

/** 'lower_highs_lower_lows' as people read it: 'Lower highs lower lows'. */
export function humanize(name: string): string {
  const spaced = name.replaceAll(/[_\s]+/g, ' ').trim()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

import { toMillis } from '../time.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '../timeframes.ts'

/** An object of a payload whose fields nobody has vouched for. */
export type Fields = Readonly<Record<string, unknown>>

const TEXT_KEPT = 240
/** Many times what any analysis sends. Some readings compare each item with each other one. */
export const LIST_READ = 1_000

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object under a name; one without fields when there is none. */
export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** How long a list is; 0 for what is none. */
export const sizeOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** The first 1,000 of a list, however long it is; none of what is no list. */
export function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return []
  return value.length > LIST_READ ? value.slice(0, LIST_READ) : value
}

/** A finite number, never -0. Text is no number. */
export const finite = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined

/** Unix ms of a stamp in seconds or milliseconds. */
export function moment(value: unknown): number | undefined {
  const stamp = finite(value)
  return stamp === undefined ? undefined : finite(toMillis(stamp))
}

/** A score from 0 to 1; what lies outside is clamped. */
export function score(value: unknown): number | undefined {
  const number = finite(value)
  return number === undefined ? undefined : Math.min(1, Math.max(0, number))
}

/** Trimmed text of bounded length, or undefined when there is none. */
export function text(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const trimmed = value.trim()
  if (trimmed === '') return undefined
  return trimmed.length > TEXT_KEPT ? `${trimmed.slice(0, TEXT_KEPT)}…` : trimmed
}

/** One of `words`, in any case. */
export function oneOf<Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  if (typeof value !== 'string') return undefined
  const wanted = value.trim().toLowerCase()
  return words.find((word) => word.toLowerCase() === wanted)
}

/** A timeframe of analysis payloads, in any case. M30 is none. */
export const timeframe = (value: unknown): AnalysisTimeframe | undefined => oneOf(ANALYSIS_TIMEFRAMES, value)

export const timeframes = (value: unknown): readonly AnalysisTimeframe[] => [
  ...new Set(listOf(value).flatMap((each) => timeframe(each) ?? [])),
]

/** 'lower_highs_lower_lows' as people read it: 'Lower highs lower lows'. */
export function words(name: string): string {
  const spaced = name.replaceAll(/[_\s]+/g, ' ').trim()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

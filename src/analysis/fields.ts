import { toMillis } from '#contract/time.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'

/** An object of a payload with unvalidated fields. */
export type Fields = Readonly<Record<string, unknown>>

const MAX_TEXT_LENGTH = 240
/** Far above what any analysis sends. Bounds the cost of comparing list items pairwise. */
export const MAX_LIST_ITEMS = 1_000

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value as an object; an empty object for anything else. */
export function toFields(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** Length of a list; 0 for anything else. */
export const listLength = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** The first 1,000 items of a list; an empty list for anything else. */
export function toList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return []
  return value.length > MAX_LIST_ITEMS ? value.slice(0, MAX_LIST_ITEMS) : value
}

/** A finite number, never -0; undefined for anything else, including numeric text. */
export const finiteNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value + 0 : undefined

/** Size of a move that may go either way; other analyses send it with a sign. */
export function moveSize(value: unknown): number | undefined {
  const move = finiteNumber(value)
  return move === undefined ? undefined : Math.abs(move)
}

/** Unix milliseconds of a timestamp in seconds or milliseconds. */
export function toTimestamp(value: unknown): number | undefined {
  const stamp = finiteNumber(value)
  return stamp === undefined ? undefined : finiteNumber(toMillis(stamp))
}

/** Since when something is as it is shown. */
export interface SinceModel {
  /** Unix ms. */
  readonly at: number
  /** Whether it may have begun before. */
  readonly orEarlier: boolean
}

/** Undefined without a time, as other servers send none. */
export function toSince(value: unknown): SinceModel | undefined {
  const since = toFields(value)
  const at = toTimestamp(since['time'])
  return at === undefined ? undefined : { at, orEarlier: since['or_earlier'] === true }
}

/** A score, clamped to 0 to 1. */
export function toScore(value: unknown): number | undefined {
  const number = finiteNumber(value)
  return number === undefined ? undefined : Math.min(1, Math.max(0, number))
}

/** Trimmed text of limited length; undefined when empty or not a string. */
export function toText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const trimmed = value.trim()
  if (trimmed === '') return undefined
  return trimmed.length > MAX_TEXT_LENGTH ? `${trimmed.slice(0, MAX_TEXT_LENGTH)}…` : trimmed
}

/** The matching one of `options`, ignoring case. */
export function oneOf<Option extends string>(options: readonly Option[], value: unknown): Option | undefined {
  if (typeof value !== 'string') return undefined
  const wanted = value.trim().toLowerCase()
  return options.find((option) => option.toLowerCase() === wanted)
}

/** A timeframe of analysis payloads, ignoring case. M30 is not one of them. */
export const toTimeframe = (value: unknown): AnalysisTimeframe | undefined => oneOf(ANALYSIS_TIMEFRAMES, value)

export const toTimeframes = (value: unknown): readonly AnalysisTimeframe[] => [
  ...new Set(toList(value).flatMap((each) => toTimeframe(each) ?? [])),
]

/** Scores of a block. Any missing one makes the block incomplete, and all of them zero. */
export function toScores<Name extends string>(value: unknown, names: readonly Name[]) {
  const scores = names.map((name) => [name, toScore(toFields(value)[name])] as const)
  const isComplete = scores.every(([, score]) => score !== undefined)
  const byName = new Map(isComplete ? scores : [])
  return {
    isComplete,
    hasAny: scores.some(([, score]) => score !== undefined),
    get: (name: Name): number => byName.get(name) ?? 0,
  }
}

/** Direction of a pattern or structure break; `none` if the payload does not specify it. */
export type Direction = 'bullish' | 'bearish' | 'none'

/** Formats an identifier for display: 'lower_highs_lower_lows' becomes 'Lower highs lower lows'. */
export function humanize(name: string): string {
  const spaced = name.replaceAll(/[_\s]+/g, ' ').trim()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

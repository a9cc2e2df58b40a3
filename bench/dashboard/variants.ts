import type { CardName } from '#src/features/dashboard/cards.ts'
import { seeded, walk } from '#test/support/data/analysis.ts'
import { KEYS, ofCards, wrapped } from '#test/support/data/payloads.ts'
import { updatesOf } from '#test/support/server/strategy-replay.ts'

/** Messages per card, sent over and over. */
export const VARIANTS = 64

/** `real`: successive analyses of recorded minutes. `all`: the first analysis with every number changed each time. */
export type Figures = 'real' | 'all'
export type Variant = Readonly<Record<CardName, unknown>>

const PAST = 3 * 1_440
/** Placeholder for a message's timestamp: a price that appears nowhere else. */
const MARK = 98_765_432.5

/** The server's analyses of successive minutes, as sent over the wire. */
function realOnes(): readonly Variant[] {
  const minutes = walk({ count: PAST + VARIANTS, seed: 9, price: 10_000, step: 0.0008, start: 1_560_038_400 })
  const moments = updatesOf(minutes, minutes[PAST]?.timestamp ?? 0).slice(1)
  return moments.map(({ entries }) => {
    const held = new Map(entries.map(({ key, data }) => [key, data]))
    return ofCards((name) => JSON.parse(JSON.stringify(wrapped(name, Object.assign({}, held.get(KEYS[name]))))))
  })
}

/** Changes a number within its kind: ratios stay ratios, counts stay counts, timestamps stay the same. */
function moved(value: number, random: () => number): number {
  const by = random() - 0.5
  if (value > 1_000_000_000) return value
  if (Number.isInteger(value) && Math.abs(value) > 1) return Math.max(0, Math.round(value + by * 6))
  if (value >= 0 && value <= 1) return Math.min(1, Math.max(0, value + by * 0.3))
  return value * (1 + by * 0.004)
}

function movedAll(value: unknown, random: () => number): unknown {
  if (typeof value === 'number') return moved(value, random)
  if (Array.isArray(value)) return value.map((each) => movedAll(each, random))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, movedAll(held, random)]))
}

const real = realOnes()
const random = seeded(11)
const VARIANTS_OF: Record<Figures, readonly Variant[]> = {
  real,
  all: real.map(() => movedAll(real[0], random) as Variant),
}

/** All cards' messages, one after another. */
export const variantsOf = (figures: Figures): readonly Variant[] => VARIANTS_OF[figures]

/** The nearest resistance: the first price of its card. */
function nearest(levels: unknown): { price: number } {
  const { Analysis } = levels as { Analysis: { resistance_levels: [{ price: number }?] } }
  const [first] = Analysis.resistance_levels
  if (!first) throw new Error('no resistance in the analysis to stamp')
  return first
}

/** A card's messages as text, split around the timestamp. Only the levels have one; the others are one piece. */
export function textsOf(figures: Figures, name: CardName): readonly (readonly string[])[] {
  return variantsOf(figures).map((variant) => {
    if (name === 'levels') nearest(variant.levels).price = MARK
    return JSON.stringify(variant[name]).split(String(MARK))
  })
}

const STAMP_SPAN_MS = 1_000_000

/** Encodes a time (unix ms) as a price on the levels card: its last digits, with one decimal. */
export const priceOf = (ms: number): number => ((ms % STAMP_SPAN_MS) + STAMP_SPAN_MS) / 10

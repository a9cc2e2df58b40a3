import type { Quality, QualityMinute } from '#src/streams/index.ts'
import { NOT_AVAILABLE, formatNumber } from '#src/ui/format/number.ts'
import { formatDuration } from '#src/ui/format/time.ts'

export const STRIP = { width: 240, height: 40 } as const

const MINUTES = 60
const COLUMN = STRIP.width / MINUTES
/** Ages are drawn on a scale of ratios: from 1 ms at the floor to 100 s at the ceiling. */
const CEILING_DECADES = 5
/** A second without a connection is worth a mark. */
const AWAY_SHOWN_MS = 1_000

/** A strip as SVG paths, one per meaning: sixty columns are six elements. */
export interface StripPaths {
  readonly p50: string
  readonly p99: string
  readonly away: string
  readonly losses: string
  readonly refills: string
  readonly reconnects: string
}

const heightOf = (ms: number | undefined): number =>
  ms === undefined ? 0 : Math.min(1, Math.max(0.04, Math.log10(Math.max(1, ms)) / CEILING_DECADES)) * STRIP.height

const round = (value: number): number => Math.round(value * 10) / 10

const bar = (index: number, height: number): string =>
  height <= 0 ? '' : `M${round(index * COLUMN + 0.5)} ${STRIP.height}v${-round(height)}h${COLUMN - 1}V${STRIP.height}z`

const full = (index: number): string => `M${round(index * COLUMN)} 0h${COLUMN}V${STRIP.height}h${-COLUMN}z`
const tick = (index: number, from: number, to: number): string => `M${round((index + 0.5) * COLUMN)} ${from}V${to}`

/** A line at each tenfold: 10 ms, 100 ms, 1 s, 10 s. */
export const DECADES = Array.from(
  { length: CEILING_DECADES - 1 },
  (_, index) => `M0 ${STRIP.height - ((index + 1) * STRIP.height) / CEILING_DECADES}h${STRIP.width}`,
).join('')

const lossesOf = ({ gaps, refused }: QualityMinute): number => gaps + refused

/** Sixty minutes as paths, the newest at the right. */
export function stripPaths({ minutes }: Quality): StripPaths {
  const path = (draw: (minute: QualityMinute, index: number) => string) => minutes.map(draw).join('')
  return {
    p50: path(({ p50 }, index) => bar(index, heightOf(p50))),
    p99: path(({ p99 }, index) => bar(index, heightOf(p99))),
    away: path(({ disconnectedMs: awayMs }, index) => (awayMs >= AWAY_SHOWN_MS ? full(index) : '')),
    losses: path((minute, index) => (lossesOf(minute) > 0 ? tick(index, 0, 10) : '')),
    refills: path(({ refills }, index) => (refills > 0 ? tick(index, 12, 18) : '')),
    reconnects: path(({ reconnects }, index) => (reconnects > 0 ? tick(index, 0, STRIP.height) : '')),
  }
}

/** An age for people: 24 ms, 1.2 s, 2 min. */
export function formatMs(ms: number | undefined): string {
  if (ms === undefined || !Number.isFinite(ms)) return NOT_AVAILABLE
  if (ms < 999.5) return `${Math.round(ms)} ms`
  return ms < 60_000 ? `${formatNumber(ms / 1000, 1)} s` : formatDuration(ms)
}

export interface StripWords {
  /** The percentiles, or that too little was seen for them. */
  readonly ages: string
  /** Everything in one sentence, for those who cannot see the strip. */
  readonly summary: string
  readonly isEnough: boolean
}

const counted = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** What a strip says in words. */
export function stripWords(quality: Quality): StripWords {
  const { p50, p99, samples: seen, gaps, refills, reconnects, refused, disconnectedMs: awayMs } = quality
  const isEnough = p50 !== undefined
  const ages = isEnough ? `p50 ${formatMs(p50)}, p99 ${formatMs(p99)}` : 'Too little seen'
  const facts = [
    counted(gaps, 'gap', 'gaps'),
    counted(refills, 'refill', 'refills'),
    counted(reconnects, 'reconnect', 'reconnects'),
    counted(refused, 'message refused', 'messages refused'),
    ...(awayMs >= AWAY_SHOWN_MS ? [`${formatDuration(awayMs)} without a connection`] : []),
  ]
  return {
    ages,
    isEnough,
    summary: `Age at paint over the last 60 minutes: ${ages} of ${counted(seen, 'message', 'messages')}. ${facts.join(', ')}.`,
  }
}

import { STREAMS } from '#contract/limits.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { marketTime } from '#src/streams/index.ts'
import type { ChartWindow, MarketReading } from '#src/streams/index.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

/** How far the newest figure is to be trusted: where it comes from, and how old it is on the market's own clock. */
export interface Trust {
  readonly source: string
  readonly ageMs: number
  readonly tone: Tone
}

const SOURCES: Record<MarketKind, string> = { kraken: 'Live', replay: 'Replay', simulated: 'Simulated' }

/** Amber from 10 minutes, red from 30; undefined until the server has said what market it has. */
export function trustOf(
  { lastUpdate }: Pick<ChartWindow, 'lastUpdate'>,
  reading: MarketReading | undefined,
  now: number,
): Trust | undefined {
  if (lastUpdate === undefined || !reading) return undefined
  const ageMs = Math.max(0, marketTime(reading, now) - lastUpdate)
  const tone = ageMs >= STREAMS.veryStaleMs ? 'danger' : ageMs >= STREAMS.staleMs ? 'warning' : 'success'
  return { source: SOURCES[reading.market.kind], ageMs, tone }
}

/** Whole seconds until the running candle closes; undefined when none runs or it was never said. */
export function remainingOf(
  { isComplete, remainingS, freshest }: Pick<ChartWindow, 'isComplete' | 'remainingS' | 'freshest'>,
  speed: number,
  now: number,
): number | undefined {
  if (isComplete || remainingS === undefined || !freshest) return undefined
  return Math.max(0, Math.ceil(remainingS - ((now - freshest.receivedAt) / 1000) * speed))
}

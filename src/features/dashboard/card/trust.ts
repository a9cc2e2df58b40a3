import { STREAMS } from '#contract/limits.ts'
import type { MarketKind, Provenance } from '#contract/provenance.ts'
import { marketTime, type MarketReading } from '#src/streams/index.ts'
import { formatAge, formatPrecise } from '#src/ui/format/time.ts'
import { NOT_AVAILABLE } from '#src/ui/format/number.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

/** How a message came to this page. */
export type Way = 'live' | 'polling' | 'cache'

/** What a message tells of its way here. Times in unix ms. */
export interface Origin {
  readonly key: string
  readonly messageId: string | undefined
  readonly way: Way
  /** When its figures are from, on the market's clock. */
  readonly timestamp: number
  readonly receivedAt: number
  readonly provenance: Provenance | undefined
}

/** How far to trust what is shown: where it is from in words, and how old it is on the market's own clock. */
export interface Trust {
  readonly source: string
  readonly age: string
  readonly tone: Tone
  /** What the colour says, in a word. */
  readonly word: string | undefined
}

const KINDS: Record<MarketKind, string> = { kraken: 'Live', replay: 'Replay', simulated: 'Simulated' }
const WAYS: Record<Exclude<Way, 'live'>, string> = { polling: 'Polling', cache: 'Cache' }

/** The way here, and the kind of market unless it is the real one: polled figures of a simulated market are both. */
export function sourceOf(way: Way, kind: MarketKind | undefined): string {
  if (way === 'live') return KINDS[kind ?? 'kraken']
  return kind === undefined || kind === 'kraken' ? WAYS[way] : `${WAYS[way]}, ${KINDS[kind].toLowerCase()}`
}

/** Until its market's clock is known, a message ages on the wall; one of a replay, which does not, since it came here. */
function ageOf({ provenance, timestamp, receivedAt }: Origin, reading: MarketReading | undefined, now: number): number {
  if (reading === undefined && provenance?.market === 'replay') return now - receivedAt
  return (reading === undefined ? now : marketTime(reading, now)) - (provenance?.exchange_time ?? timestamp)
}

/** Amber from 10 minutes, red from 30. `now` is wall time. */
export function trustOf(origin: Origin, reading: MarketReading | undefined, now: number): Trust {
  const ageMs = ageOf(origin, reading, now)
  const isVeryStale = ageMs >= STREAMS.veryStaleMs
  const isStale = ageMs >= STREAMS.staleMs
  return {
    source: sourceOf(origin.way, origin.provenance?.market ?? reading?.market.kind),
    age: formatAge(ageMs),
    tone: isVeryStale ? 'danger' : isStale ? 'warning' : origin.way === 'live' ? 'success' : 'neutral',
    word: isVeryStale ? 'very stale' : isStale ? 'stale' : undefined,
  }
}

const moment = (at: number | undefined): string => (at === undefined ? NOT_AVAILABLE : formatPrecise(at))

/** The stations of a message from the exchange to the eye, oldest first. */
export function chainOf(origin: Origin, paintedAt: number | undefined) {
  const { provenance, receivedAt, key, messageId } = origin
  return [
    { label: 'Exchange time', value: moment(provenance?.exchange_time) },
    { label: 'Received', value: moment(provenance?.received_at) },
    { label: 'Computed', value: moment(provenance?.computed_at) },
    { label: 'Published', value: moment(provenance?.published_at) },
    { label: 'Received here', value: moment(receivedAt) },
    { label: 'Painted', value: moment(paintedAt) },
    { label: 'Stream key', value: key, mono: true },
    { label: 'Message id', value: messageId ?? NOT_AVAILABLE, mono: true },
  ]
}

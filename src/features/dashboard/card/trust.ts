import { STREAMS } from '#contract/limits.ts'
import type { MarketKind, Provenance } from '#contract/provenance.ts'
import { marketTime, type MarketReading } from '#src/streams/index.ts'
import { formatAge, formatPrecise } from '#src/ui/format/time.ts'
import { NOT_AVAILABLE } from '#src/ui/format/number.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

/** How a message came to this page. */
export type Delivery = 'live' | 'polling' | 'cache'

/** What a message tells of its way here. Times in unix ms. */
export interface MessageMetadata {
  readonly key: string
  readonly messageId: string | undefined
  readonly delivery: Delivery
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
  readonly staleness: string | undefined
}

const MARKET_LABELS: Record<MarketKind, string> = { kraken: 'Live', replay: 'Replay', simulated: 'Simulated' }
const DELIVERY_LABELS: Record<Exclude<Delivery, 'live'>, string> = { polling: 'Polling', cache: 'Cache' }

/** The way here, and the kind of market unless it is the real one: polled figures of a simulated market are both. */
export function sourceLabel(delivery: Delivery, kind: MarketKind | undefined): string {
  if (delivery === 'live') return MARKET_LABELS[kind ?? 'kraken']
  return kind === undefined || kind === 'kraken'
    ? DELIVERY_LABELS[delivery]
    : `${DELIVERY_LABELS[delivery]}, ${MARKET_LABELS[kind].toLowerCase()}`
}

/** Until its market's clock is known, a message ages on the wall; one of a replay, which does not, since it came here. */
function ageOf(
  { provenance, timestamp, receivedAt }: MessageMetadata,
  market: MarketReading | undefined,
  now: number,
): number {
  if (market === undefined && provenance?.market === 'replay') return now - receivedAt
  return (market === undefined ? now : marketTime(market, now)) - (provenance?.exchange_time ?? timestamp)
}

/** Amber from 10 minutes, red from 30. `now` is wall time. */
export function trustOf(metadata: MessageMetadata, market: MarketReading | undefined, now: number): Trust {
  const ageMs = ageOf(metadata, market, now)
  const isVeryStale = ageMs >= STREAMS.veryStaleMs
  const isStale = ageMs >= STREAMS.staleMs
  return {
    source: sourceLabel(metadata.delivery, metadata.provenance?.market ?? market?.market.kind),
    age: formatAge(ageMs),
    tone: isVeryStale ? 'danger' : isStale ? 'warning' : metadata.delivery === 'live' ? 'success' : 'neutral',
    staleness: isVeryStale ? 'very stale' : isStale ? 'stale' : undefined,
  }
}

const timeText = (at: number | undefined): string => (at === undefined ? NOT_AVAILABLE : formatPrecise(at))

/** The stations of a message from the exchange to the eye, oldest first. */
export function provenanceRows(metadata: MessageMetadata, paintedAt: number | undefined) {
  const { provenance, receivedAt, key, messageId } = metadata
  return [
    { label: 'Exchange time', value: timeText(provenance?.exchange_time) },
    { label: 'Received', value: timeText(provenance?.received_at) },
    { label: 'Computed', value: timeText(provenance?.computed_at) },
    { label: 'Published', value: timeText(provenance?.published_at) },
    { label: 'Received here', value: timeText(receivedAt) },
    { label: 'Painted', value: timeText(paintedAt) },
    { label: 'Stream key', value: key, mono: true },
    { label: 'Message id', value: messageId ?? NOT_AVAILABLE, mono: true },
  ]
}

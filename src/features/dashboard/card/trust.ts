import { STREAMS } from '#contract/limits.ts'
import type { MarketKind, Provenance } from '#contract/provenance.ts'
import { marketTime, type MarketSnapshot } from '#src/streams/index.ts'
import { formatAge, formatPrecise } from '#src/ui/format/time.ts'
import { NOT_AVAILABLE } from '#src/ui/format/number.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

/** How a message was delivered to this page. */
export type Delivery = 'live' | 'polling' | 'cache'

/** Metadata of a message. Times in unix ms. */
export interface MessageMetadata {
  readonly key: string
  readonly messageId: string | undefined
  readonly delivery: Delivery
  /** Time of its data, on the market clock. */
  readonly timestamp: number
  readonly receivedAt: number
  readonly provenance: Provenance | undefined
}

/** Trust information of displayed data: its source and its age on the market clock. */
export interface Trust {
  readonly source: string
  readonly age: string
  readonly tone: Tone
  /** The tone in words: 'stale' or 'very stale'. */
  readonly staleness: string | undefined
}

const MARKET_LABELS: Record<MarketKind, string> = { kraken: 'Live', replay: 'Replay', simulated: 'Simulated' }
const DELIVERY_LABELS: Record<Exclude<Delivery, 'live'>, string> = { polling: 'Polling', cache: 'Cache' }

/** Delivery and, unless it is the real one, the kind of market: polled data of a simulated market shows both. */
export function sourceLabel(delivery: Delivery, kind: MarketKind | undefined): string {
  if (delivery === 'live') return MARKET_LABELS[kind ?? 'kraken']
  return kind === undefined || kind === 'kraken'
    ? DELIVERY_LABELS[delivery]
    : `${DELIVERY_LABELS[delivery]}, ${MARKET_LABELS[kind].toLowerCase()}`
}

/** Until the market clock is known, age is measured on the wall clock; for replays, since the message was received. */
function ageOf(
  { provenance, timestamp, receivedAt }: MessageMetadata,
  market: MarketSnapshot | undefined,
  now: number,
): number {
  if (market === undefined && provenance?.market === 'replay') return now - receivedAt
  return (market === undefined ? now : marketTime(market, now)) - (provenance?.exchange_time ?? timestamp)
}

/** Amber from 10 minutes, red from 30. `now` is wall time. */
export function trustOf(metadata: MessageMetadata, market: MarketSnapshot | undefined, now: number): Trust {
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

/** Timestamps of a message from the exchange to the screen, oldest first. */
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

import type { MarketKind } from '#contract/provenance.ts'
import { humanize } from '#src/analysis/fields.ts'
import {
  ageOf,
  freshnessOf,
  type Cadence,
  type DatedData,
  type Freshness,
  type Liveness,
  type MarketSnapshot,
} from '#src/streams/index.ts'
import { formatAge, formatPrecise } from '#src/ui/format/time.ts'
import { NOT_AVAILABLE } from '#src/ui/format/number.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

/** How a message was delivered to this page. */
export type Delivery = 'live' | 'polling' | 'cache'

/** Metadata of a message. Times in unix ms. */
export interface MessageMetadata extends DatedData {
  readonly key: string
  readonly messageId: string | undefined
  readonly delivery: Delivery
  /** Its stream's own unless given. */
  readonly cadence?: Cadence | undefined
}

/** Trust information of displayed data: its source and its age on the market clock. */
export interface Trust {
  readonly source: string
  /** 'N ahead' for data from later than the market's time. */
  readonly age: string
  readonly tone: Tone
  /** The tone in words: 'very stale', 'stale', 'overdue' by its own cadence, 'not live'. */
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

/** What was loaded when a connection opened is as current as what it delivers: nothing is polled while it is live. */
export const shownDelivery = (delivery: Delivery, liveness: Liveness): Delivery =>
  delivery === 'polling' && liveness === 'live' ? 'live' : delivery

/** Colour and word of each freshness. */
const MARKS: Record<Exclude<Freshness, 'current'>, Pick<Trust, 'tone' | 'staleness'>> = {
  'very-stale': { tone: 'danger', staleness: 'very stale' },
  stale: { tone: 'warning', staleness: 'stale' },
  overdue: { tone: 'warning', staleness: 'overdue' },
  interrupted: { tone: 'warning', staleness: 'not live' },
  // The age itself says so.
  ahead: { tone: 'warning', staleness: undefined },
}

/**
 * Green only for data of a live connection within its own cadence; amber from 10 minutes, red from 30. `now` is wall
 * time, `liveness` that of the connection.
 */
export function trustOf(
  metadata: MessageMetadata,
  market: MarketSnapshot | undefined,
  now: number,
  liveness: Liveness,
): Trust {
  const { key, cadence } = metadata
  const delivery = shownDelivery(metadata.delivery, liveness)
  const ageMs = ageOf(metadata, market, now)
  const speed = market?.market.speed ?? 1
  const freshness = freshnessOf({ key, source: delivery, cadence, ageMs, speed, liveness })
  return {
    source: sourceLabel(delivery, metadata.provenance?.market ?? market?.market.kind),
    age: freshness === 'ahead' ? `${formatAge(-ageMs)} ahead` : formatAge(ageMs),
    ...(freshness === 'current'
      ? { tone: delivery === 'live' ? 'success' : 'neutral', staleness: undefined }
      : MARKS[freshness]),
  }
}

const timeText = (at: number | undefined): string => (at === undefined ? NOT_AVAILABLE : formatPrecise(at))

/** Where a message comes from, its timestamps on the way to the screen, oldest first, and its names. */
export function provenanceRows(metadata: MessageMetadata, paintedAt: number | undefined) {
  const { provenance, receivedAt, key, messageId } = metadata
  return [
    { label: 'Source', value: provenance === undefined ? NOT_AVAILABLE : humanize(provenance.market) },
    { label: 'Market time', value: timeText(provenance?.exchange_time) },
    { label: 'Received', value: timeText(provenance?.received_at) },
    { label: 'Computed', value: timeText(provenance?.computed_at) },
    { label: 'Published', value: timeText(provenance?.published_at) },
    { label: 'Received here', value: timeText(receivedAt) },
    { label: 'Painted', value: timeText(paintedAt) },
    { label: 'Stream key', value: key, mono: true },
    { label: 'Message id', value: messageId ?? NOT_AVAILABLE, mono: true },
  ]
}

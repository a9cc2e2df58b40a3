import {
  ageOf,
  freshnessOf,
  type Freshness,
  type Liveness,
  type MarketSnapshot,
  type StreamRecord,
} from '#src/streams/index.ts'
import { formatAge, formatExact } from '#src/ui/format/time.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { STREAM_TONES } from '../summaries/view.ts'

/** What the age of streams depends on, besides their data. `now` is wall time, unix ms. */
export interface GridTime {
  readonly now: number
  readonly market: MarketSnapshot | undefined
  /** Of the analytics connection. */
  readonly liveness: Liveness
}

type DatedRecord = Pick<StreamRecord, 'key' | 'status' | 'source' | 'timestamp' | 'receivedAt' | 'provenance'>

function freshness(record: DatedRecord, { now, market, liveness }: GridTime): Freshness {
  const { key, source } = record
  return freshnessOf({ key, source, ageMs: ageOf(record, market, now), speed: market?.market.speed ?? 1, liveness })
}

/** Age of the newest data of a stream on the market's clock, and its exact time, unix ms. */
export function ageText(
  record: DatedRecord,
  time: GridTime,
): { readonly text: string; readonly title: string; readonly at: number } {
  const { timestamp, provenance } = record
  const ageMs = ageOf(record, time.market, time.now)
  const at = provenance?.exchange_time ?? timestamp
  const isAhead = freshness(record, time) === 'ahead'
  return { text: isAhead ? `${formatAge(-ageMs)} ahead` : formatAge(ageMs), title: formatExact(at), at }
}

/** Tone of a stream's status. An active stream is green only while its data is current, and amber otherwise. */
export function statusTone(record: DatedRecord, time: GridTime): Tone {
  const isDoubtful = record.status === 'active' && freshness(record, time) !== 'current'
  return isDoubtful ? 'warning' : STREAM_TONES[record.status]
}

import { useObservableEagerState } from 'observable-hooks'
import { createContext, memo, useContext, useId, useMemo } from 'react'
import { useMonitoring, useRecords, useServices } from '#src/app/services.ts'
import {
  ageOf,
  type Freshness,
  freshnessOf,
  type Liveness,
  type MarketSnapshot,
  type StreamRecord,
} from '#src/streams/index.ts'
import { useCardPress } from '#src/ui/cards/useCardPress.ts'
import { formatCount, formatNumber } from '#src/ui/format/number.ts'
import { formatAge, formatExact, toIso } from '#src/ui/format/time.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { Histogram } from '../latency/Histogram.tsx'
import { STREAM_TONES, viewOf } from '../summaries/view.ts'
import { StreamVisual } from '../visuals/StreamVisual.tsx'
import * as css from './grid.css.ts'

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

/** Read by the ages of all cards: one timer for all. */
export const GridClock = createContext<GridTime>({ now: 0, market: undefined, liveness: 'disconnected' })

const StreamHistogram = memo(function StreamHistogram({ streamKey }: { readonly streamKey: string }) {
  const { quality } = useMonitoring()
  const quality$ = useMemo(() => quality.stream(streamKey), [quality, streamKey])
  return <Histogram quality={useObservableEagerState(quality$)} size="small" />
})

/** Age of the newest data. Uses the grid's clock, so that a tick rerenders nothing else of a card. */
function CardAge({ record }: { readonly record: StreamRecord }) {
  const { text, title, at } = ageText(record, useContext(GridClock))
  return (
    <time className={css.age} dateTime={toIso(at)} title={title}>
      {text}
    </time>
  )
}

/** Status of a stream; green while its data is current. */
function CardStatus({ record }: { readonly record: StreamRecord }) {
  return (
    <Badge tone={statusTone(record, useContext(GridClock))} dot>
      {record.status}
    </Badge>
  )
}

export interface StreamCardProps {
  readonly streamKey: string
  readonly onOpen: (key: string) => void
  /** Position among the filtered streams, from 1, and their number. */
  readonly position: number
  readonly count: number
}

/** Card of one stream: summary, status and latency. A click anywhere opens its details. */
export const StreamCard = memo(function StreamCard({ streamKey, onOpen, position, count }: StreamCardProps) {
  const id = useId()
  const { records } = useServices().streams
  const record$ = useMemo(() => records.record(streamKey), [records, streamKey])
  const record = useObservableEagerState(record$)
  const { cardRef, titleRef } = useCardPress()
  const trackRecords = useRecords()
  const view = useMemo(() => record && viewOf(record, trackRecords), [record, trackRecords])
  if (record === undefined || view === undefined) return null
  const { status, messageCount, data } = record
  return (
    <article
      ref={cardRef}
      className={css.card}
      aria-labelledby={id}
      aria-posinset={position}
      aria-setsize={count}
      data-stream={streamKey}
      data-status={status}
    >
      <header className={css.header}>
        <h3 id={id} className={css.title} title={streamKey}>
          <button
            ref={titleRef}
            type="button"
            className={css.open}
            aria-haspopup="dialog"
            onClick={() => onOpen(streamKey)}
          >
            {view.title}
          </button>
        </h3>
        <span className={css.kindLabel} title={view.problems.map(({ message }) => message).join('\n') || undefined}>
          {view.label}
          {view.problems.length > 0 && view.summary?.kind !== 'raw' ? ' · incomplete' : ''}
        </span>
      </header>
      <div className={css.body}>
        <StreamVisual summary={view.summary} />
      </div>
      <footer className={css.footer}>
        <CardStatus record={record} />
        <span title={`${formatNumber(messageCount)} messages`}>{formatCount(messageCount)}</span>
        <StreamHistogram streamKey={streamKey} />
        {data === null ? <span className={css.age}>no message</span> : <CardAge record={record} />}
      </footer>
    </article>
  )
})

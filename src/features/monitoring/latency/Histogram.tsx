import { useMemo, type ReactNode } from 'react'
import type { Quality, QualityMinute } from '#src/streams/index.ts'
import { cx } from '#src/ui/cx.ts'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import * as css from './latency.css.ts'
import { formatNumber, NOT_AVAILABLE, pluralize } from '#src/ui/format/number.ts'
import { formatDuration } from '#src/ui/format/time.ts'
import * as layout from '#src/ui/theme/layout.css.ts'

const HISTOGRAM = { width: 240, height: 40 } as const

const MINUTES = 60
const COLUMN = HISTOGRAM.width / MINUTES
/** Latencies are drawn on a log scale from 1 ms at the bottom to 100 s at the top. */
const CEILING_DECADES = 5
/** Shortest disconnection that is marked, in ms. */
const MIN_DISCONNECTED_MS = 1_000

/** A histogram as SVG paths, one per series, so that sixty columns need six elements. */
interface HistogramPaths {
  readonly p50: string
  readonly p99: string
  readonly disconnected: string
  readonly losses: string
  readonly refills: string
  readonly reconnects: string
}

const heightOf = (ms: number | undefined): number =>
  ms === undefined ? 0 : Math.min(1, Math.max(0.04, Math.log10(Math.max(1, ms)) / CEILING_DECADES)) * HISTOGRAM.height

const round = (value: number): number => Math.round(value * 10) / 10

const bar = (index: number, height: number): string =>
  height <= 0
    ? ''
    : `M${round(index * COLUMN + 0.5)} ${HISTOGRAM.height}v${-round(height)}h${COLUMN - 1}V${HISTOGRAM.height}z`

const full = (index: number): string => `M${round(index * COLUMN)} 0h${COLUMN}V${HISTOGRAM.height}h${-COLUMN}z`
const tick = (index: number, from: number, to: number): string => `M${round((index + 0.5) * COLUMN)} ${from}V${to}`

/** Grid lines at 10 ms, 100 ms, 1 s and 10 s. */
const DECADES = Array.from(
  { length: CEILING_DECADES - 1 },
  (_, index) => `M0 ${HISTOGRAM.height - ((index + 1) * HISTOGRAM.height) / CEILING_DECADES}h${HISTOGRAM.width}`,
).join('')

/** Latencies that the scale names, and how far up they are. */
const LATENCY_LABELS = [
  { text: '1 ms', decades: 0 },
  { text: '1 s', decades: 3 },
  { text: '100 s', decades: 5 },
].map(({ text, decades }) => ({ text, bottom: `${(100 * decades) / CEILING_DECADES}%` }))

/** From the oldest minute to the newest. */
const TIME_LABELS = [`${MINUTES} min ago`, `${MINUTES / 2} min ago`, 'now'] as const

const lossesOf = ({ gaps, refused }: QualityMinute): number => gaps + refused

/** Sixty minutes as paths, the newest on the right. */
export function histogramPaths({ minutes }: Quality): HistogramPaths {
  const path = (draw: (minute: QualityMinute, index: number) => string) => minutes.map(draw).join('')
  return {
    p50: path(({ p50 }, index) => bar(index, heightOf(p50))),
    p99: path(({ p99 }, index) => bar(index, heightOf(p99))),
    disconnected: path(({ disconnectedMs: awayMs }, index) => (awayMs >= MIN_DISCONNECTED_MS ? full(index) : '')),
    losses: path((minute, index) => (lossesOf(minute) > 0 ? tick(index, 0, 10) : '')),
    refills: path(({ refills }, index) => (refills > 0 ? tick(index, 12, 18) : '')),
    reconnects: path(({ reconnects }, index) => (reconnects > 0 ? tick(index, 0, HISTOGRAM.height) : '')),
  }
}

/** Formats a latency: 24 ms, 1.2 s, 2 min. */
export function formatMs(ms: number | undefined): string {
  if (ms === undefined || !Number.isFinite(ms)) return NOT_AVAILABLE
  if (ms < 999.5) return `${Math.round(ms)} ms`
  return ms < 60_000 ? `${formatNumber(ms / 1000, 1)} s` : formatDuration(ms)
}

interface HistogramText {
  /** The percentiles, or 'Not enough data'. */
  readonly percentiles: string
  /** The histogram in one sentence, for screen readers. */
  readonly summary: string
  readonly hasPercentiles: boolean
}

/** Texts of a histogram. */
export function histogramText(quality: Quality): HistogramText {
  const { p50, p99, samples: seen, gaps, refills, reconnects, refused, disconnectedMs: awayMs } = quality
  const hasPercentiles = p50 !== undefined
  const percentiles = hasPercentiles ? `p50 ${formatMs(p50)}, p99 ${formatMs(p99)}` : 'Not enough data'
  const facts = [
    pluralize(gaps, 'gap'),
    pluralize(refills, 'gap fill'),
    pluralize(reconnects, 'reconnect'),
    pluralize(refused, 'message rejected', 'messages rejected'),
    ...(awayMs >= MIN_DISCONNECTED_MS ? [`${formatDuration(awayMs)} without a connection`] : []),
  ]
  return {
    percentiles,
    hasPercentiles,
    summary: `Latency to paint over the last 60 minutes: ${percentiles} of ${pluralize(seen, 'message')}. ${facts.join(', ')}.`,
  }
}

export interface HistogramProps {
  readonly quality: Quality
  readonly size?: 'small' | 'medium'
}

/** The axes' labels, for eyes only: the summary says the values. */
function Axes() {
  return (
    <>
      <span className={css.latencyAxis} aria-hidden="true">
        {LATENCY_LABELS.map(({ text, bottom }) => (
          <span key={text} className={css.latencyLabel} style={{ bottom }}>
            {text}
          </span>
        ))}
      </span>
      <span className={css.timeAxis} aria-hidden="true">
        {TIME_LABELS.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
    </>
  )
}

/** The last sixty minutes: p50 and p99 latency as bars on a log scale, with marks for losses and disconnections. */
export function Histogram({ quality, size = 'medium' }: HistogramProps) {
  const paths = useMemo(() => histogramPaths(quality), [quality])
  const { summary } = useMemo(() => histogramText(quality), [quality])
  return (
    <div className={size === 'small' ? undefined : css.withAxes}>
      <VisuallyHidden>{summary}</VisuallyHidden>
      <svg
        className={cx(css.histogram, size === 'small' && css.small)}
        viewBox={`0 0 ${HISTOGRAM.width} ${HISTOGRAM.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <title>{summary}</title>
        <path className={css.decades} d={DECADES} />
        <path className={css.disconnected} d={paths.disconnected} />
        <path className={css.p99} d={paths.p99} />
        <path className={css.p50} d={paths.p50} />
        <path className={css.reconnects} d={paths.reconnects} />
        <path className={css.losses} d={paths.losses} />
        <path className={css.refills} d={paths.refills} />
      </svg>
      {size === 'small' ? null : <Axes />}
    </div>
  )
}

interface HistogramRowProps {
  readonly name: string
  /** Shown beside the name: the socket's status. */
  readonly status?: ReactNode
  readonly quality: Quality
  /** Counts of the connection are shown for sockets only. */
  readonly of: 'socket' | 'stream'
}

type Count = readonly [
  what: 'gaps' | 'refused' | 'refills' | 'reconnects',
  label: string,
  swatch: keyof typeof css.swatches,
]

const STREAM_COUNTS: readonly Count[] = [
  ['gaps', 'Gaps', 'losses'],
  ['refills', 'Gap fills', 'refills'],
]
const SOCKET_COUNTS: readonly Count[] = [
  ...STREAM_COUNTS,
  ['refused', 'Rejected', 'losses'],
  ['reconnects', 'Reconnects', 'reconnects'],
]

/** A histogram with its percentiles and counts. */
export function HistogramRow({ name, status, quality, of }: HistogramRowProps) {
  const { percentiles } = histogramText(quality)
  return (
    <section className={layout.stack[1]} aria-label={`Latency of ${name}`}>
      <header className={css.header}>
        <h3 className={css.name}>{name}</h3>
        {status}
        <span className={css.percentiles}>{percentiles}</span>
      </header>
      <Histogram quality={quality} />
      <p className={css.counts}>
        {(of === 'socket' ? SOCKET_COUNTS : STREAM_COUNTS).map(([what, label, swatch]) => (
          <span key={what} className={css.count}>
            <span className={cx(css.swatch, css.swatches[swatch])} aria-hidden="true" />
            {label} {formatNumber(quality[what])}
          </span>
        ))}
        {of === 'socket' ? (
          <span className={css.count}>
            <span className={cx(css.swatch, css.swatches.disconnected)} aria-hidden="true" />
            Disconnected {formatDuration(quality.disconnectedMs)}
          </span>
        ) : null}
      </p>
    </section>
  )
}

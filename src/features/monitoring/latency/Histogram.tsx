import { useMemo, type ReactNode } from 'react'
import type { Quality } from '#src/streams/index.ts'
import { cx } from '#src/ui/cx.ts'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import * as css from './latency.css.ts'
import { DECADES, HISTOGRAM, histogramPaths, histogramText, LATENCY_LABELS, TIME_LABELS } from './histogram.ts'
import { formatNumber } from '#src/ui/format/number.ts'
import { formatDuration } from '#src/ui/format/time.ts'
import * as layout from '#src/ui/theme/layout.css.ts'

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

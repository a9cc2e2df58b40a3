import type { ReactNode } from 'react'
import type { Quality } from '#src/streams/index.ts'
import { cx } from '#src/ui/cx.ts'
import { formatNumber } from '#src/ui/format/number.ts'
import { formatDuration } from '#src/ui/format/time.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import * as css from './latency.css.ts'
import { Histogram } from './Histogram.tsx'
import { histogramText } from './histogram.ts'

export interface HistogramRowProps {
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

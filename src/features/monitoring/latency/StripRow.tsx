import type { ReactNode } from 'react'
import type { Quality } from '#src/streams/index.ts'
import { cx } from '#src/ui/cx.ts'
import { formatNumber } from '#src/ui/format/number.ts'
import { formatDuration } from '#src/ui/format/time.ts'
import * as css from './latency.css.ts'
import { Strip } from './Strip.tsx'
import { stripWords } from './strip.ts'

export interface StripRowProps {
  readonly name: string
  /** Beside the name: the state of the socket. */
  readonly beside?: ReactNode
  readonly quality: Quality
}

const COUNTS = [
  ['gaps', 'Gaps', 'losses'],
  ['refused', 'Refused', 'losses'],
  ['refills', 'Refills', 'refills'],
  ['reconnects', 'Reconnects', 'reconnects'],
] as const satisfies readonly (readonly [keyof Quality, string, keyof typeof css.swatches])[]

/** A strip with its figures around it. */
export function StripRow({ name, beside, quality }: StripRowProps) {
  const { ages } = stripWords(quality)
  return (
    <section className={css.row} aria-label={`Latency of ${name}`}>
      <header className={css.head}>
        <h3 className={css.name}>{name}</h3>
        {beside}
        <span className={css.ages}>{ages}</span>
      </header>
      <Strip quality={quality} />
      <p className={css.counts}>
        {COUNTS.map(([what, label, swatch]) => (
          <span key={what} className={css.count}>
            <span className={cx(css.swatch, css.swatches[swatch])} aria-hidden="true" />
            {label} {formatNumber(quality[what])}
          </span>
        ))}
        <span className={css.count}>
          <span className={cx(css.swatch, css.swatches.away)} aria-hidden="true" />
          Away {formatDuration(quality.awayMs)}
        </span>
      </p>
    </section>
  )
}

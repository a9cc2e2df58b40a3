import type { PairId } from '#contract/pairs.ts'
import { cx } from '#src/ui/cx.ts'
import { VisuallyHidden } from '#src/ui/display/VisuallyHidden.tsx'
import { formatPrice } from '#src/ui/format/number.ts'
import { formatClock, formatDate, formatExact, toIso } from '#src/ui/format/time.ts'
import { block, rows } from '../card/card.css.ts'
import { DirectionIcon } from '../card/DirectionIcon.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import type { BreakView } from './breaks.ts'
import * as css from './structure.css.ts'

const SHOWN = 5
const DAY_MS = 86_400_000

export interface BreakListProps {
  /** Newest first. */
  readonly breaks: readonly BreakView[]
  readonly pair: PairId
  /** Analysis time, unix ms: breaks more than a day older show their date. */
  readonly at: number | undefined
}

function whenOf(at: number, now: number | undefined): string {
  return now === undefined || Math.abs(now - at) < DAY_MS ? formatClock(at).slice(0, 5) : formatDate(at).slice(5)
}

/** The latest structure breaks. */
export function BreakList({ breaks, pair, at: now }: BreakListProps) {
  return (
    <section className={block} aria-label="Structure breaks">
      <h4 className={layout.quiet}>Structure breaks (UTC)</h4>
      <ul className={cx(rows, css.breaks)}>
        {breaks.length === 0 ? <li className={layout.quiet}>No breaks</li> : null}
        {breaks.slice(0, SHOWN).map(({ id, name, direction, price, timeframe, at, isVolumeConfirmed }) => (
          <li key={id} className={css.breakRow}>
            <DirectionIcon direction={direction} />
            <span className={css.name}>
              {name}
              <VisuallyHidden>
                {direction === 'none' ? '' : `, ${direction}`}
                {isVolumeConfirmed ? ', volume confirmed' : ''}
              </VisuallyHidden>
            </span>
            <span>{timeframe}</span>
            <span>{formatPrice(price, pair)}</span>
            <time className={layout.muted} dateTime={toIso(at)} title={formatExact(at)}>
              {whenOf(at, now)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  )
}

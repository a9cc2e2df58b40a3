import type { BreakModel } from '#src/analysis/structure-breaks.ts'
import { cx } from '#src/ui/cx.ts'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { formatPrice } from '#src/ui/format/number.ts'
import { formatClock, formatDate, formatExact, toIso } from '#src/ui/format/time.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import type { BodyProps } from '../card/AnalysisCard.tsx'
import { ListBlock } from '../card/blocks.tsx'
import { rows } from '../card/card.css.ts'
import { toSeconds } from '#contract/time.ts'
import { OnChart } from '../chart/OnChart.tsx'
import { DirectionIcon } from '../card/DirectionIcon.tsx'
import * as css from './structure.css.ts'

const SHOWN = 5

/** Time of a break; its date if that is not the day of `now`, unix ms. */
const whenOf = (at: number, now: number | undefined): string =>
  now === undefined || formatDate(now) === formatDate(at) ? formatClock(at).slice(0, 5) : formatDate(at).slice(5)

export interface BreakListProps extends Pick<BodyProps<never>, 'header'> {
  /** Newest first. */
  readonly breaks: readonly BreakModel[]
}

/** The latest structure breaks. */
export const BreakList = ({ breaks, header }: BreakListProps) => (
  <ListBlock
    label="Structure breaks"
    title={`Structure breaks (${zoneName()})`}
    empty="No breaks"
    items={breaks.slice(0, SHOWN)}
    className={cx(rows, css.breaks)}
  >
    {({ id, name, direction, price, timeframe, at, isVolumeConfirmed }) => (
      <li key={id} className={css.breakRow}>
        <DirectionIcon direction={direction} />
        <span className={css.name}>
          <OnChart target={{ highlight: { kind: 'candle', at: toSeconds(at), label: name }, timeframe }}>
            {name}
          </OnChart>
          <VisuallyHidden>
            {direction === 'none' ? '' : `, ${direction}`}
            {isVolumeConfirmed ? ', volume confirmed' : ''}
          </VisuallyHidden>
        </span>
        <span>{timeframe}</span>
        <span>{formatPrice(price, header.pair)}</span>
        <time className={layout.muted} dateTime={toIso(at)} title={formatExact(at)}>
          {whenOf(at, header.at)}
        </time>
      </li>
    )}
  </ListBlock>
)

import { humanize } from '#src/analysis/fields.ts'
import type { PatternGroup, PatternModel } from '#src/analysis/patterns.ts'
import { cx } from '#src/ui/cx.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { formatMoveSize, formatPercent } from '#src/ui/format/number.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { block, numeric, rows } from '../card/card.css.ts'
import { DirectionIcon } from '../card/DirectionIcon.tsx'
import * as css from './patterns.css.ts'

const SHOWN = 3

const maturityOf = ({ stage, reliability }: PatternModel): string =>
  [
    stage === undefined ? undefined : humanize(stage),
    reliability === undefined ? undefined : `${formatPercent(reliability)} reliable`,
  ]
    .filter((each) => each !== undefined)
    .join(' · ')

function Pattern({ pattern }: { readonly pattern: PatternModel }) {
  const { name, direction, confidence, expectedMove, description } = pattern
  const maturity = maturityOf(pattern)
  return (
    <li className={css.pattern}>
      <span className={css.direction}>
        <DirectionIcon direction={direction} />
        {direction === 'none' ? null : <VisuallyHidden>{humanize(direction)}</VisuallyHidden>}
      </span>
      <span className={css.name} title={[name, maturity, description].filter(Boolean).join(' · ')}>
        <span className={css.nameText}>{name}</span>
        <span className={css.maturity}>{maturity}</span>
        {description === undefined ? null : <VisuallyHidden>. {description}</VisuallyHidden>}
      </span>
      <span className={numeric} title="Expected move, up or down">
        {formatMoveSize(expectedMove)}
      </span>
      <span className={numeric}>{formatPercent(confidence)}</span>
    </li>
  )
}

/** Patterns of one timeframe: at most three, and the number of others. */
export function PatternList({ group }: { readonly group: PatternGroup }) {
  const { timeframe, patterns } = group
  const more = patterns.length - SHOWN
  return (
    <section className={block} aria-label={`Patterns on ${timeframe}`}>
      <div className={css.groupHeader}>
        <Badge>{timeframe}</Badge>
        {more > 0 ? <span className={cx(layout.quiet, css.more)}>+{more} more patterns</span> : null}
        <span className={css.columns} aria-hidden="true">
          <span>Move</span>
          <span>Confidence</span>
        </span>
      </div>
      <ul className={rows}>
        {patterns.slice(0, SHOWN).map((pattern) => (
          <Pattern key={pattern.id} pattern={pattern} />
        ))}
      </ul>
    </section>
  )
}

import { useId } from 'react'
import type { LevelModel } from '#src/analysis/levels.ts'
import { MEANINGS } from '#src/analysis/meanings.ts'
import type { PayloadHeader } from '#src/analysis/payload.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { Figure } from '#src/ui/data/Figure.tsx'
import { Bar } from '#src/ui/data/Meter.tsx'
import { formatNumber, formatPercent, formatPrice } from '#src/ui/format/number.ts'
import { block } from '../card/card.css.ts'
import { OnChart } from '../chart/OnChart.tsx'
import { strengthTone } from '../card/tones.ts'
import { useExpandable } from '../card/useExpandable.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import * as css from './levels.css.ts'

const SHOWN = 5
const TOUCH = { kind: 'probability', says: 'That price reaches the level within an hour.' } as const
const TIMEFRAMES_SHOWN = 3
const REACHED = 'Probability that the price reaches the level within the hour'

export interface LevelListProps {
  readonly side: 'Support' | 'Resistance'
  readonly levels: readonly LevelModel[]
  readonly pair: PayloadHeader['pair']
}

interface LevelRowsProps extends Pick<LevelListProps, 'side' | 'pair'> {
  readonly level: LevelModel
}

function LevelRows({ side, level, pair }: LevelRowsProps) {
  const { price, from, to, score, touchProbability, touches, ageHours, isVolumeConfirmed, timeframes } = level
  return (
    <tbody className={css.level}>
      <tr>
        <th scope="row" className={css.price}>
          <OnChart target={{ highlight: { kind: 'price', low: from, high: to, label: side } }}>
            {formatPrice(price, pair)}
          </OnChart>
        </th>
        <td className={css.numeric} title={REACHED}>
          {touchProbability === undefined ? '–' : <Figure meaning={TOUCH}>{formatPercent(touchProbability)}</Figure>}
        </td>
        <td className={css.numeric}>{formatNumber(touches)}</td>
        <td className={css.numeric}>{formatNumber(ageHours, ageHours < 10 ? 1 : 0)} h</td>
        <td className={css.strength}>
          <span className={css.strengthLine}>
            <Bar value={score} tone={strengthTone(score)} />
            <Figure meaning={MEANINGS.levels['Strength of a level']}>{formatPercent(score)}</Figure>
          </span>
        </td>
      </tr>
      <tr>
        <td colSpan={5}>
          <span className={css.marks}>
            <span className={css.zone} title="Zone">
              {formatPrice(from, pair)}–{formatPrice(to, pair)}
            </span>
            {timeframes.slice(0, TIMEFRAMES_SHOWN).map((each) => (
              <Badge key={each} shape="pill">
                {each}
              </Badge>
            ))}
            {isVolumeConfirmed ? (
              <Badge shape="pill" tone="info" title="Volume Confirmed">
                <span className={css.ticked}>
                  Volume<span className={css.confirmed}> Confirmed</span>
                </span>
              </Badge>
            ) : null}
          </span>
        </td>
      </tr>
    </tbody>
  )
}

/** Levels of one side, nearest first: five, or all when expanded. */
export function LevelList({ side, levels, pair }: LevelListProps) {
  const id = useId()
  const { shown, hasMore, isExpanded, toggle } = useExpandable(levels, SHOWN)
  const name = side.toLowerCase()
  return (
    <section className={block} aria-labelledby={id}>
      <div className={css.listHeader}>
        <h4 id={id} className={layout.quiet}>
          {side} ({levels.length})
        </h4>
        {hasMore ? (
          <Button
            variant="ghost"
            size="small"
            aria-expanded={isExpanded}
            aria-label={`${isExpanded ? 'Show less' : 'Show all'} ${name} levels`}
            onClick={toggle}
          >
            {isExpanded ? 'Show less' : 'Show all'}
          </Button>
        ) : null}
      </div>
      <div className={css.list}>
        {levels.length === 0 ? <p className={layout.muted}>No {name} levels</p> : null}
        {levels.length === 0 ? null : (
          <table className={css.table} aria-labelledby={id}>
            <thead>
              <tr>
                <th scope="col">Price, zone</th>
                <th scope="col" className={css.numeric} title={REACHED}>
                  <span aria-hidden="true">In 1 h</span>
                  <VisuallyHidden>{REACHED}</VisuallyHidden>
                </th>
                <th scope="col" className={css.numeric}>
                  Touches
                </th>
                <th scope="col" className={css.numeric}>
                  Age
                </th>
                <th scope="col" className={css.strength}>
                  Strength
                </th>
              </tr>
            </thead>
            {shown.map((level) => (
              <LevelRows key={level.id} {...{ side, level, pair }} />
            ))}
          </table>
        )}
      </div>
    </section>
  )
}

import { type ReactNode, useId, useState } from 'react'
import type { LevelModel, LevelsModel } from '#src/analysis/levels.ts'
import { MEANINGS } from '#src/analysis/meanings.ts'
import type { PayloadHeader } from '#src/analysis/payload.ts'
import { levelRecord } from '#src/analysis/records.ts'
import { useRecords } from '#src/app/services.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Figure } from '#src/ui/data/Figure.tsx'
import { Bar } from '#src/ui/data/Meter.tsx'
import { meaningText } from '#src/ui/data/meaning.ts'
import { formatNumber, formatPercent, formatPrice } from '#src/ui/format/number.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { type BodyProps, createAnalysisCard } from '../card/AnalysisCard.tsx'
import { RecordHeadline } from '../card/Headline.tsx'
import { ScoreMeters } from '../card/blocks.tsx'
import { block } from '../card/card.css.ts'
import { strengthTone } from '../card/tones.ts'
import { OnChart } from '../chart/OnChart.tsx'
import { ScoreLine } from '../scores/ScoreLine.tsx'
import * as css from './levels.css.ts'
import { levelId, moreLevelsId } from './show-level.ts'

/** The first items of a list, or all of them when expanded. */
function useExpandable<Item>(items: readonly Item[], shownAtFirst: number) {
  const [isExpanded, setIsExpanded] = useState(false)
  return {
    shown: isExpanded ? items : items.slice(0, shownAtFirst),
    hasMore: items.length > shownAtFirst,
    isExpanded,
    toggle: () => setIsExpanded(!isExpanded),
  }
}

const SHOWN = 5
const TOUCH = { kind: 'probability', says: 'That price reaches the level within an hour.' } as const
const TIMEFRAMES_SHOWN = 3
const REACHED = 'Probability that the price reaches the level within the hour'

interface LevelListProps {
  readonly side: 'Support' | 'Resistance'
  readonly levels: readonly LevelModel[]
  readonly pair: PayloadHeader['pair']
}

interface LevelRowsProps extends Pick<LevelListProps, 'side' | 'pair'> {
  readonly level: LevelModel
}

function LevelRows({ side, level, pair }: LevelRowsProps) {
  const { name, price, from, to, score, touchProbability, touches, ageHours, isVolumeConfirmed, timeframes } = level
  return (
    <tbody className={css.level}>
      <tr>
        <th scope="row" className={css.price}>
          <span className={css.name}>{name}</span>{' '}
          <OnChart
            id={levelId(name)}
            target={{ highlight: { kind: 'price', low: from, high: to, label: `${side} ${name}` } }}
          >
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
function LevelList({ side, levels, pair }: LevelListProps) {
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
            id={moreLevelsId(side.slice(0, 1))}
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

/** Within which a level holds or breaks. */
const HOLD_MINUTES = 4 * 60

/** Which levels the price is between; in one column with their prices, whose rows may be folded. */
const Nearest = ({ named, priced }: Readonly<Record<'named' | 'priced', string>>) => (
  <>
    <span className={css.inColumns}>{named}</span>
    <span className={css.inOneColumn}>{priced}</span>
  </>
)

function headlineOf({ support, resistance }: LevelsModel, { pair }: PayloadHeader): ReactNode {
  const below = support[0]
  const above = resistance[0]
  if (below && above) {
    const named = `${formatPercent((above.price - below.price) / below.price, 2)} from ${below.name} to ${above.name}`
    return <Nearest named={named} priced={`${formatPrice(below.price, pair)} – ${formatPrice(above.price, pair)}`} />
  }
  if (below) return <Nearest named={`Above ${below.name}`} priced={`Above ${formatPrice(below.price, pair)}`} />
  return above ? (
    <Nearest named={`Below ${above.name}`} priced={`Below ${formatPrice(above.price, pair)}`} />
  ) : (
    'No levels'
  )
}

function Body({ model, header }: BodyProps<LevelsModel>) {
  const { summary, factors, support, resistance } = model
  const record = levelRecord(useRecords(), header.pair, [support[0], resistance[0]])
  return (
    <>
      <RecordHeadline
        figures={MEANINGS.levels}
        record={record}
        scope={{ timeframe: model.dominantTimeframe, aheadMinutes: HOLD_MINUTES }}
      >
        {headlineOf(model, header)}
      </RecordHeadline>
      <ScoreMeters
        figures={MEANINGS.levels}
        scores={[
          ['Overall confidence', summary.confidence],
          ['Alignment', summary.alignment],
          ['Strength', summary.strength, strengthTone(summary.strength)],
        ]}
      />
      <div className={block}>
        <h4 className={layout.quiet} title={meaningText(MEANINGS.levels['Overall confidence'])}>
          Confidence factors
        </h4>
        <ScoreMeters
          figures={MEANINGS.levels}
          scores={[
            ['Data quality', factors.dataQuality],
            ['Historical reliability', factors.reliability],
            ['Volume confirmation', factors.volumeConfirmation],
            ['Age factor', factors.age],
            ['Sample size', factors.sampleSize],
          ]}
        />
      </div>
      <LevelList side="Resistance" levels={resistance} pair={header.pair} />
      <LevelList side="Support" levels={support} pair={header.pair} />
      <ScoreLine kind="level" />
    </>
  )
}

/** Support and resistance levels with their confidence. */
export const LevelsCard = createAnalysisCard<LevelsModel>({ name: 'levels', Body })

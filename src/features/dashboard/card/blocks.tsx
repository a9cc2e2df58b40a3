import type { ReactNode } from 'react'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import type { Meaning } from '#src/analysis/meanings.ts'
import type { PayloadHeader } from '#src/analysis/payload.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Meter } from '#src/ui/data/Meter.tsx'
import { formatPercent } from '#src/ui/format/number.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import * as css from './card.css.ts'

/** Exchange, or kind of market that is none, and pair. */
export const MarketBadges = ({ exchange, pairLabel }: PayloadHeader) => (
  <span className={css.marketBadges}>
    {exchange === undefined ? null : <Badge>{exchange}</Badge>}
    <Badge>{pairLabel}</Badge>
  </span>
)

/** Badge with the timeframe that matters most. */
export const TimeframeBadge = (props: { readonly title: string; readonly timeframe: AnalysisTimeframe | undefined }) =>
  props.timeframe === undefined ? null : <Badge title={props.title}>{props.timeframe}</Badge>

/** Scores from 0 to 1 as meters with their percentages. `records`: how often such scores came true, by label. */
export const ScoreMeters = <Label extends string>({
  figures,
  scores,
  records,
}: {
  readonly figures: Readonly<Record<Label, Meaning>>
  readonly scores: readonly (readonly [label: NoInfer<Label>, score: number | undefined, tone?: Tone])[]
  readonly records?: Readonly<Partial<Record<NoInfer<Label>, string | undefined>>> | undefined
}) => (
  <div className={css.meters}>
    {scores.map(([label, score, tone]) => (
      <Meter
        key={label}
        label={label}
        value={score ?? null}
        text={formatPercent(score)}
        meaning={{ ...figures[label], record: records?.[label] }}
        tone={tone}
        inline
      />
    ))}
  </div>
)

/** A titled list of a card. */
export function ListBlock<Item>(props: {
  readonly label: string
  /** Visible title; the label unless given. */
  readonly title?: string
  /** Shown without any item: 'No zones'. */
  readonly empty: string
  readonly items: readonly Item[]
  /** Number of items shown. */
  readonly limit?: number
  /** Number of items not shown; by default those beyond the limit. */
  readonly others?: number
  /** Follows that number: 'more zones'. */
  readonly more?: string
  readonly className: string
  readonly children: (item: Item) => ReactNode
}) {
  const { label, title = label, empty, items, limit = items.length, more, className, children } = props
  const { others = items.length - limit } = props
  return (
    <section className={css.block} aria-label={label}>
      <div className={css.blockHeader}>
        <h4 className={layout.quiet}>{title}</h4>
        {others > 0 ? (
          <p className={layout.quiet}>
            +{others} {more}
          </p>
        ) : null}
      </div>
      <ul className={className}>
        {items.length === 0 ? <li className={layout.quiet}>{empty}</li> : null}
        {items.slice(0, limit).map(children)}
      </ul>
    </section>
  )
}

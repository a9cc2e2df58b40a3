import { PAIRS } from '#contract/pairs.ts'
import type { KindScore, ScoreCard } from '#contract/score-card/schema.ts'
import { ANALYSIS_TIMEFRAMES } from '#contract/timeframes.ts'
import { Select, type SelectOption } from '#src/ui/fields/Select.tsx'
import { scoreSearch, type ScoreSearch } from './search.ts'
import { className, MARKET_LABELS } from './texts.ts'
import * as css from './score.css.ts'

interface ScoreFiltersProps {
  readonly card: ScoreCard
  readonly shown: KindScore
  readonly search: ScoreSearch
  readonly go: (search: ScoreSearch) => void
}

const ALL = 'all'
const labelled = (ids: readonly string[], labelOf: (id: string) => string): SelectOption<string>[] =>
  ids.map((id) => ({ id, label: labelOf(id) }))
const same = (id: string): string => id
const pairLabel = (id: string): string => Object.entries(PAIRS).find(([pair]) => pair === id)?.[1].label ?? id

/** A value that is filtered by stays among the choices, even if nothing else is left of it. */
const withChosen = (ids: readonly string[], chosen: string | undefined): readonly string[] =>
  chosen === undefined || ids.includes(chosen) ? ids : [chosen, ...ids]

/** [SC-40] Which cases are shown; the address has them. */
export function ScoreFilters({ card, shown, search, go }: ScoreFiltersProps) {
  const filter = (label: string, name: keyof ScoreSearch, all: string, options: readonly SelectOption<string>[]) => (
    <Select
      key={name}
      label={label}
      value={search[name] ?? ALL}
      options={[{ id: ALL, label: all }, ...options]}
      onChange={(id) => go(scoreSearch({ ...search, [name]: id === ALL ? undefined : id }))}
    />
  )
  const classes = withChosen(
    shown.classes.map(({ name }) => name),
    search.class,
  )
  return (
    <div className={css.filters}>
      {filter('Cases', 'source', 'Live and past', [
        { id: 'live', label: MARKET_LABELS[card.market] },
        { id: 'past', label: 'Past months' },
      ])}
      {filter('Pair', 'pair', 'All pairs', labelled(withChosen(card.pairs, search.pair), pairLabel))}
      {shown.kind === 'level'
        ? null
        : filter('Timeframe', 'timeframe', 'All timeframes', labelled(ANALYSIS_TIMEFRAMES, same))}
      {filter('Class', 'class', 'All classes', labelled(classes, className))}
      {filter('Month', 'month', 'All months', labelled(withChosen(card.months, search.month), same))}
    </div>
  )
}

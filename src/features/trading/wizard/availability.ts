import { useObservable } from 'observable-hooks'
import { useMemo } from 'react'
import { map } from 'rxjs'
import { STRATEGY } from '#contract/limits.ts'
import type { SourceAvailability } from '#contract/strategies/availability.ts'
import { CATALOGUE } from '#contract/strategies/catalogue.ts'
import { definedSource } from '#src/machines/wizard/definition.ts'
import { withSource } from '#src/machines/wizard/draft.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { formatPercent } from '#src/ui/format/number.ts'
import { useTradingContext } from '../trading-context.ts'
import { useWizard } from './useWizard.ts'

/** How much of the last day the draft's sources, by id, and one on each other stream of the catalogue, by its, would have counted. */
export function useAvailability(): ReadonlyMap<string, SourceAvailability> {
  const { feeds } = useTradingContext()
  const { draft } = useWizard().snapshot.context
  const query$ = useObservable(
    (inputs$) =>
      inputs$.pipe(
        map(([current]) => ({
          symbol: current.pair,
          // The weight changes nothing, and each change of the query asks again.
          signal_sources: CATALOGUE.reduce((draft, stream) => withSource(draft, stream), current)
            .sources.slice(0, STRATEGY.maxSources)
            .map((source) => definedSource({ ...source, weight: STRATEGY.weight.initial }, current)),
        })),
      ),
    [draft],
  )
  const { value } = useRemoteData(useMemo(() => feeds.availability(query$), [feeds, query$]))
  return useMemo(() => new Map(value?.sources.map((source) => [source.source_id, source])), [value])
}

const REASONS: Readonly<Record<keyof SourceAvailability['excluded'], string>> = {
  no_signal: 'no signal',
  too_old: 'overdue',
  low_confidence: 'too little confidence',
}

const PERIOD = `the last ${STRATEGY.backtestHours} h`
/** Below this share of the time, the reason is given. */
const OFTEN = 0.9

/** 'Counted 62% of the last 24 h, otherwise mostly no signal. BUY or SELL 8%.' */
export function availabilityText(availability: SourceAvailability | undefined): string {
  if (availability === undefined) return `Not measured over ${PERIOD} yet.`
  const { counted, voted, excluded } = availability
  const [reason] = (['no_signal', 'too_old', 'low_confidence'] as const).toSorted((a, b) => excluded[b] - excluded[a])
  const otherwise = counted < OFTEN && reason !== undefined ? `, otherwise mostly ${REASONS[reason]}` : ''
  return `Counted ${formatPercent(counted)} of ${PERIOD}${otherwise}. BUY or SELL ${formatPercent(voted)}.`
}

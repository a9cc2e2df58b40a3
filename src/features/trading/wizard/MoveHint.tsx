import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { distinctUntilChanged, map } from 'rxjs'
import { ANALYSIS_CATEGORY, analysisKey } from '#contract/analysis/payloads.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import { readConfluence } from '#src/analysis/confluence.ts'
import type { TimedForecast } from '#src/analysis/forecast.ts'
import { formatMoveSize, formatNumber } from '#src/ui/format/number.ts'
import { meaningProps } from '#src/ui/data/meaning.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { useTradingContext } from '../trading-context.ts'
import * as css from './wizard.css.ts'

/** Shorter ones say little about a stop that is meant to last. */
const SHORTEST_MINUTES = 50

/** '50 min', '2.5 h', '10 h'. */
const formatHorizon = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${formatNumber(minutes / 60, minutes % 60 === 0 ? 0 : 1)} h`

/** The newest forecasts of a pair, shortest first; none while its analysis has sent none. */
function useForecasts(pair: PairId): readonly TimedForecast[] {
  const { records } = useTradingContext()
  const data$ = useMemo(() => {
    const key = analysisKey(pair, 'cross_timeframe_analysis')
    return records.category(ANALYSIS_CATEGORY).pipe(
      map((list) => list.find((record) => record.key === key)?.data),
      distinctUntilChanged(),
    )
  }, [records, pair])
  const data = useObservableEagerState(data$)
  return useMemo(() => readConfluence(data).model?.forecasts ?? [], [data])
}

const MEANING = { kind: 'probability', says: 'Forecast from the volatility, checked on other months.' } as const

/** How far the price of a pair moves, to place a stop or a target by. */
export function MoveHint({ pair }: { readonly pair: PairId }) {
  const shown = useForecasts(pair).filter(({ minutes }) => minutes >= SHORTEST_MINUTES)
  if (shown.length === 0) return null
  return (
    <section className={css.section} aria-label="Moves to expect">
      <h4 className={css.panelTitle}>Moves to expect</h4>
      <p className={layout.quiet} {...meaningProps(MEANING)}>
        How far {PAIRS[pair].label} is likely to be from here, up or down, by the volatility now:
      </p>
      <ul>
        {shown.map(({ minutes, half, nineTenths }) => (
          <li key={minutes}>
            In {formatHorizon(minutes)}: half of the time within {formatMoveSize(half)}, nine of ten times within{' '}
            {formatMoveSize(nineTenths)}
          </li>
        ))}
      </ul>
    </section>
  )
}

import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { parsePairs, type PairId } from '#contract/pairs.ts'
import { TIMEFRAMES } from '#contract/timeframes.ts'
import { usePreferences, useServices } from '#src/app/services.ts'
import { useDashboardView } from '#src/app/use-dashboard-view.ts'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { PairMenu } from './PairMenu.tsx'
import { useChangeView } from './useChangeView.ts'
import { watchlistOf } from './watchlist.ts'

const NONE: readonly string[] = []
const OPTIONS = TIMEFRAMES.map((id) => ({ id, label: id }))

/** The choice of the dashboard's pair. */
export function DashboardPairChoice() {
  const { pair } = useDashboardView()
  const change = useChangeView()
  return <PairChoice pair={pair} onChoose={(next) => change({ pair: next })} />
}

export interface PairChoiceProps {
  readonly pair: PairId
  readonly onChoose: (pair: PairId) => void
}

/** The choice of one of the server's pairs. */
export function PairChoice({ pair, onChoose }: PairChoiceProps) {
  const { market$, pairFigures$ } = useServices().streams
  const pairs = useObservableEagerState(market$)?.market.pairs ?? NONE
  const [{ pinnedPairs = NONE }, setPreferences] = usePreferences()
  const list = useMemo(
    () => watchlistOf(pairs.length === 0 ? [pair] : parsePairs(pairs), pinnedPairs),
    [pairs, pair, pinnedPairs],
  )
  return (
    <PairMenu
      list={list}
      pairFigures$={pairFigures$}
      chosen={pair}
      onChoose={onChoose}
      onPin={(next) => setPreferences({ pinnedPairs: [...next] })}
    />
  )
}

/** The choice of the timeframe. */
export function TimeframeChoice() {
  const { timeframe } = useDashboardView()
  const change = useChangeView()
  return (
    <ToggleGroup
      label="Timeframe"
      options={OPTIONS}
      value={timeframe}
      onChange={(next) => change({ timeframe: next })}
    />
  )
}

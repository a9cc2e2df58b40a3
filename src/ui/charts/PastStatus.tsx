import { useObservableState } from 'observable-hooks'
import { useMemo } from 'react'
import { distinctUntilChanged, map } from 'rxjs'
import * as css from './charts.css.ts'
import type { ChartPast } from './past.ts'

const TEXTS = {
  idle: '',
  loading: 'Loading candles…',
  failed: 'Candles could not be loaded. Move the chart to try again.',
} as const

/** Says that older candles are on their way, or why they are not. */
export function PastStatus({ past }: { readonly past: ChartPast }) {
  const status$ = useMemo(
    () =>
      past.window$.pipe(
        map(({ status }) => status),
        distinctUntilChanged(),
      ),
    [past],
  )
  const status = useObservableState(status$, 'idle')
  return (
    <output className={css.pastStatus} data-status={status}>
      {TEXTS[status]}
    </output>
  )
}

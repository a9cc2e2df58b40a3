import { useObservableState } from 'observable-hooks'
import { useMemo } from 'react'
import { catchError, defer, of, startWith, switchMap, type Observable } from 'rxjs'
import type { PairId } from '#contract/pairs.ts'
import { useServices } from '#src/app/services.ts'
import type { DashboardView, PastCandles } from '#src/streams/index.ts'
import { comparedPair } from '#src/ui/charts/overlays/comparison.ts'
import { parseIndicator } from '#src/ui/charts/indicators/kinds.ts'
import type { ChartOverlays } from '#src/ui/charts/overlays/data.ts'
import { formatPrice } from '#src/ui/format/number.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useClock } from '#src/ui/format/useNow.ts'
import type { OverlayData, PositionLevels } from './chart-overlays.ts'

/** How long the toast offers Undo. */
const UNDO_MS = 10_000

/** The levels of the user's positions on a pair, once they are shown. */
function usePositionLevels(pair: PairId, isShown: boolean): Pick<ChartOverlays, 'levels' | 'onLevel'> | undefined {
  const services = useServices()
  const { toasts, dialogs } = useOverlays()
  const positions$ = useMemo((): Observable<PositionLevels | undefined> => {
    if (!isShown) return of(undefined)
    return defer(() => import('./chart-overlays.ts')).pipe(
      switchMap(({ paperLevels }) => paperLevels(services, pair)),
      startWith(undefined),
      catchError(() => of(undefined)),
    )
  }, [services, pair, isShown])
  const positions = useObservableState(positions$, undefined)
  return useMemo(() => {
    if (!positions) return undefined
    const { levels, moveLevel } = positions
    async function onLevel(id: string, price: number): Promise<boolean> {
      const level = levels.find((each) => each.id === id)
      if (!level) return false
      const { text, price: before } = level
      const move = async (to: number): Promise<boolean> => {
        const problem = await moveLevel(id, to)
        // Not waited for: the line goes back at once.
        if (problem !== undefined) void dialogs.alert({ title: `Failed to move "${text}": ${problem}` })
        return problem === undefined
      }
      const isMoved = await move(price)
      if (isMoved)
        toasts.undoable(`${text} at ${formatPrice(price, pair)}`, { onUndo: () => void move(before), forMs: UNDO_MS })
      return isMoved
    }
    return { levels, onLevel }
  }, [positions, pair, toasts, dialogs])
}

/** What the overlays with these ids draw over candles; undefined while none is shown or their code is not loaded. */
export function useChartOverlays(
  view: DashboardView,
  shown: readonly string[],
  { changes$ }: Pick<PastCandles, 'changes$'>,
): ChartOverlays | undefined {
  const services = useServices()
  const now = useClock()
  const isUsed = shown.length > 0
  const { pair, timeframe } = view
  const drawn = useMemo(() => shown.filter((id) => comparedPair(id) !== pair), [shown, pair])
  // The same array while the user's indicators are, so that only those are computed anew that have changed.
  const setKey = drawn.filter((id) => parseIndicator(id) ?? comparedPair(id)).join(' ')
  const data$ = useMemo((): Observable<OverlayData | undefined> => {
    if (!isUsed) return of(undefined)
    return defer(() => import('./chart-overlays.ts')).pipe(
      switchMap(({ overlayData }) =>
        overlayData(services, { pair, timeframe }, { changes$, shown: setKey.split(' '), now }),
      ),
      startWith(undefined),
      catchError(() => of(undefined)),
    )
  }, [services, pair, timeframe, isUsed, setKey, changes$, now])
  const data = useObservableState(data$, undefined)
  const levels = usePositionLevels(pair, shown.includes('paper'))
  return useMemo(
    () => (data && drawn.length > 0 ? { ...data, ...levels, shown: drawn } : undefined),
    [data, levels, drawn],
  )
}

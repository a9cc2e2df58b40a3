import { useVirtualizer } from '@tanstack/react-virtual'
import { assignInlineVars } from '@vanilla-extract/dynamic'
import { useObservableEagerState } from 'observable-hooks'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { distinctUntilChanged, map, throttleTime } from 'rxjs'
import { CANDLE_CATEGORY } from '#contract/analysis/payloads.ts'
import { useServices } from '#src/app/services.ts'
import { FOCUSABLE } from '#src/ui/attributes.ts'
import { cx } from '#src/ui/cx.ts'
import { useNow } from '#src/ui/format/useNow.ts'
import { CARD_HEIGHT, CARD_WIDTH, cells, columns as columnsVar, GAP, offset, row, sheet, viewport } from './grid.css.ts'
import { CandleScales, candleScales } from '../visuals/candle-scale.ts'
import { columnsIn } from './list.ts'
import { GridClock, StreamCard } from './StreamCard.tsx'

export interface VirtualGridProps {
  readonly keys: readonly string[]
  readonly onOpen: (key: string) => void
  /** The filters as one string; the list scrolls to the top when they change. */
  readonly filters: string
}

const PADDING = 24
const OVERSCAN_ROWS = 1

function Clock({ children }: { readonly children: ReactNode }) {
  const { market$, analyticsLiveness$ } = useServices().streams
  const now = useNow()
  const market = useObservableEagerState(market$)
  const liveness = useObservableEagerState(analyticsLiveness$)
  const time = useMemo(() => ({ now, market, liveness }), [now, market, liveness])
  return <GridClock value={time}>{children}</GridClock>
}

/** How often the scale of the candles follows them, in ms. */
const SCALE_MS = 500

function Scales({ children }: { readonly children: ReactNode }) {
  const { records } = useServices().streams
  const scales$ = useMemo(
    () =>
      records.category(CANDLE_CATEGORY).pipe(
        throttleTime(SCALE_MS, undefined, { leading: true, trailing: true }),
        map(candleScales),
        distinctUntilChanged((a, b) => JSON.stringify([...a]) === JSON.stringify([...b])),
      ),
    [records],
  )
  return <CandleScales value={useObservableEagerState(scales$)}>{children}</CandleScales>
}

/** Virtualized grid with as many columns as fit; only visible rows are rendered. */
export function VirtualGrid({ keys, onOpen, filters }: VirtualGridProps) {
  const viewportRef = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(CARD_WIDTH)
  useLayoutEffect(() => {
    const element = viewportRef.current
    if (element === null) return undefined
    const measure = () => setWidth(element.clientWidth - PADDING)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (viewportRef.current) viewportRef.current.scrollTop = 0
  }, [filters])
  const columns = columnsIn(width)
  const rows = Math.ceil(keys.length / columns)
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => viewportRef.current,
    estimateSize: () => CARD_HEIGHT + GAP,
    overscan: OVERSCAN_ROWS,
  })
  const height = Math.max(0, rows * (CARD_HEIGHT + GAP) - GAP)
  return (
    <section
      ref={viewportRef}
      className={viewport}
      aria-label="Stream cards"
      style={{ height: `${height + PADDING}px` }}
      {...FOCUSABLE}
    >
      <Clock>
        <Scales>
          <div className={sheet} style={{ height: `${height}px` }}>
            {virtual.getVirtualItems().map(({ index, key, start }) => (
              <div
                key={key}
                className={cx(row, cells)}
                style={assignInlineVars({ [offset]: String(start), [columnsVar]: String(columns) })}
              >
                {keys.slice(index * columns, (index + 1) * columns).map((streamKey, column) => (
                  <StreamCard
                    key={streamKey}
                    streamKey={streamKey}
                    onOpen={onOpen}
                    position={index * columns + column + 1}
                    count={keys.length}
                  />
                ))}
              </div>
            ))}
          </div>
        </Scales>
      </Clock>
    </section>
  )
}

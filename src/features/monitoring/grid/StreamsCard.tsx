import { useVirtualizer } from '@tanstack/react-virtual'
import { assignInlineVars } from '@vanilla-extract/dynamic'
import { useObservableEagerState } from 'observable-hooks'
import {
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { distinctUntilChanged, map, throttleTime } from 'rxjs'
import { CANDLE_CATEGORY } from '#contract/payloads/streams.ts'
import { humanize } from '#src/analysis/fields.ts'
import { useServices } from '#src/app/services.ts'
import { FOCUSABLE } from '#src/ui/attributes.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { cx } from '#src/ui/cx.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { formatNumber } from '#src/ui/format/number.ts'
import { useNow } from '#src/ui/format/useNow.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import { type MonitoringSearch, STATUSES } from '../search.ts'
import { useDebouncedValue } from '../useDebouncedValue.ts'
import { GridClock, StreamCard } from './StreamCard.tsx'
import * as css from './grid.css.ts'
import { CARD_HEIGHT, CARD_WIDTH, cells, columns as columnsVar, GAP, offset, row, sheet, viewport } from './grid.css.ts'
import { categoriesOf, columnsIn, filterStreams, isSameList, sortStreams, toListed } from './list.ts'
import { candleScales, CandleScales } from '#src/features/monitoring/visuals/StreamVisual.tsx'

interface VirtualGridProps {
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
function VirtualGrid({ keys, onOpen, filters }: VirtualGridProps) {
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

interface FiltersProps {
  readonly search: MonitoringSearch
  readonly categories: readonly string[]
  readonly onChange: (change: Pick<MonitoringSearch, 'category' | 'status' | 'q'>) => void
}

/** Option id for all categories; no category can have this name. */
const ALL = '*'
/** Filters of the stream grid. */
function Filters({ search, categories, onChange }: FiltersProps) {
  const onTyped = useCallback((text: string) => onChange({ q: text === '' ? undefined : text }), [onChange])
  const [typed, setTyped] = useDebouncedValue(search.q ?? '', onTyped)
  return (
    <div className={css.filters}>
      <div className={css.search}>
        <TextField
          label="Filter by key"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder="BTCUSD, m15, divergence…"
          autoComplete="off"
          spellCheck={false}
          data-list-filter
        />
      </div>
      <div className={css.groups}>
        <ToggleGroup
          label="Category"
          value={search.category ?? ALL}
          onChange={(category) => onChange({ category: category === ALL ? undefined : category })}
          options={[{ id: ALL, label: 'All' }, ...categories.map((name) => ({ id: name, label: humanize(name) }))]}
        />
        <ToggleGroup
          label="Status"
          value={search.status ?? 'any'}
          onChange={(status) => onChange({ status: status === 'any' ? undefined : status })}
          options={[{ id: 'any' as const, label: 'Any status' }, ...STATUSES.map((id) => ({ id, label: id }))]}
        />
      </div>
    </div>
  )
}

/** Minimum interval between updates of the list, in ms; cards update by themselves. */
const LIST_MS = 500

/** All known streams, sorted; emits only when a stream is added or changes its status. */
function useListedStreams() {
  const { all$ } = useServices().streams.records
  const listed$ = useMemo(
    () =>
      all$.pipe(
        throttleTime(LIST_MS, undefined, { leading: true, trailing: true }),
        map((records) => records.map(toListed)),
        distinctUntilChanged(isSameList),
        map(sortStreams),
      ),
    [all$],
  )
  return useObservableEagerState(listed$)
}

export interface StreamsCardProps extends Pick<VirtualGridProps, 'onOpen'> {
  readonly search: MonitoringSearch
  readonly onFilter: FiltersProps['onChange']
}

/** Filtered grid of all known streams. */
export const StreamsCard = memo(function StreamsCard({ search, onFilter, onOpen }: StreamsCardProps) {
  const listed = useListedStreams()
  const { category, status, q } = search
  const shown = useMemo(() => filterStreams(listed, { category, status, q }), [listed, category, status, q])
  const keys = useMemo(() => shown.map(({ key }) => key), [shown])
  // Renders the pressed filter before the cards it selects.
  const rendered = useDeferredValue(
    useMemo(() => ({ keys, filters: JSON.stringify([category, status, q]) }), [keys, category, status, q]),
  )
  const categories = useMemo(() => categoriesOf(listed, category), [listed, category])
  return (
    <Card
      title="Streams"
      help={<Help of="Streams" topic="streams" />}
      flush
      trailing={
        <output className={css.shownCount}>
          {formatNumber(keys.length)} of {formatNumber(listed.length)} shown
        </output>
      }
    >
      <div className={css.bar}>
        <Filters search={search} categories={categories} onChange={onFilter} />
      </div>
      {rendered.keys.length > 0 ? (
        <VirtualGrid {...rendered} onOpen={onOpen} />
      ) : listed.length === 0 ? (
        <EmptyState title="No streams yet">They appear as soon as the server sends or lists one.</EmptyState>
      ) : (
        <EmptyState
          title="No stream matches these filters"
          action={
            <Button onClick={() => onFilter({ category: undefined, status: undefined, q: undefined })}>
              Clear Filters
            </Button>
          }
        />
      )}
    </Card>
  )
})

import { useObservableEagerState } from 'observable-hooks'
import { memo, useDeferredValue, useMemo } from 'react'
import { distinctUntilChanged, map, throttleTime } from 'rxjs'
import { useServices } from '#src/app/services.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { formatNumber } from '#src/ui/format/number.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import type { MonitoringSearch } from '../search.ts'
import { Filters, type FiltersProps } from './Filters.tsx'
import * as css from './grid.css.ts'
import { categoriesOf, filterStreams, isSameList, toListed, sortStreams } from './list.ts'
import { VirtualGrid, type VirtualGridProps } from './VirtualGrid.tsx'

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

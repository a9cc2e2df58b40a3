import { useSelector } from '@xstate/react'
import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { combineLatest, distinctUntilChanged, map, throttleTime } from 'rxjs'
import { connectionStatus } from '#src/machines/connection/selectors.ts'
import { usePreferences, useServices } from '#src/app/services.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import { Popover } from '#src/ui/overlays/Popover.tsx'
import { connectionItem, cachedItems, itemText, oldestAge, preferencesItem, type CachedItem } from './view.ts'

/** The source changes with every frame; the badge is updated at most this often. */
const THROTTLE_MS = 250

const isSame = (a: readonly CachedItem[], b: readonly CachedItem[]): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Cached data that is still shown. */
function useCachedItems(): readonly CachedItem[] {
  const { candles, records, view$ } = useServices().streams
  const items$ = useMemo(
    () =>
      combineLatest({
        pair: view$.pipe(map(({ pair }) => pair)),
        chart: candles.window$,
        records: records.all$,
        summary: records.summary$,
      }).pipe(
        throttleTime(THROTTLE_MS, undefined, { leading: true, trailing: true }),
        map(cachedItems),
        distinctUntilChanged(isSame),
      ),
    [candles, records, view$],
  )
  return useObservableEagerState(items$)
}

/** The cached connection states, until both connections are established again. */
function useConnectionItem(): readonly CachedItem[] {
  const { connections, cachedConnections$ } = useServices()
  const cached = useObservableEagerState(cachedConnections$)
  const now = [useSelector(connections.tdp, connectionStatus), useSelector(connections.analytics, connectionStatus)]
  return cached === undefined || now.every((status) => status === 'connected') ? [] : [connectionItem(cached)]
}

/** Badge with the age of the cached data on screen; lists it on click. Absent without cached data. */
export function CachedBadge() {
  const shown = useCachedItems()
  const connection = useConnectionItem()
  const [preferences] = usePreferences()
  const now = useNow()
  if (shown.length === 0) return null
  const age = oldestAge(shown, now)
  const items = [...shown, ...connection, preferencesItem(preferences)]
  return (
    <Popover
      title="Cached in this browser until live data arrives"
      label={`Cache · ${age} old, show what is cached`}
      trigger={
        <Badge tone="info" dot>
          Cache · {age}
        </Badge>
      }
    >
      <KeyValueList items={items.map((item) => ({ label: item.name, value: itemText(item, now) }))} />
    </Popover>
  )
}

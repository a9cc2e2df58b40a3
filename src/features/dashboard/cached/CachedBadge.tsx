import { useSelector } from '@xstate/react'
import { useObservableEagerState } from 'observable-hooks'
import { useMemo } from 'react'
import { combineLatest, distinctUntilChanged, map, throttleTime } from 'rxjs'
import { ANALYSIS_CATEGORY } from '#contract/payloads/streams.ts'
import type { PairId } from '#contract/pairs.ts'
import { pairOfKey } from '#contract/stream-keys.ts'
import { usePreferences, useServices } from '#src/app/services.ts'
import { connectionStatus } from '#src/machines/connection/selectors.ts'
import { candlesOf, type ChartWindow, type StreamRecord, type StreamSummary } from '#src/streams/index.ts'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { formatCount } from '#src/ui/format/number.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { formatAge, formatDateTime } from '#src/ui/format/time.ts'
import { useNow } from '#src/ui/format/useNow.ts'
import { Popover } from '#src/ui/overlays/Popover.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'

/** Data on the screens, some of it possibly cached. Times are unix ms, wall time. */
interface ShownData {
  /** The pair on the dashboard; nothing newer is received of the others. */
  readonly pair: PairId
  readonly chart: Pick<ChartWindow, 'candles' | 'freshest' | 'lastUpdate'>
  readonly records: readonly StreamRecord[]
  readonly summary: StreamSummary
}

/** Cached state of a connection. */
interface CachedFeed {
  readonly status: string
}
interface CachedConnections {
  readonly tdp: CachedFeed
  readonly analytics: CachedFeed
  readonly cachedAt: number
}

interface CachedItem {
  readonly name: string
  readonly text: string
  /** When it was received, or cached if that is not known. */
  readonly since: number | undefined
}

const plural = (count: number, one: string, more: string): string => `${formatCount(count)} ${count === 1 ? one : more}`

function recordsItem(name: string, records: readonly StreamRecord[], one: string, more: string): readonly CachedItem[] {
  if (records.length === 0) return []
  const since = Math.min(...records.map(({ receivedAt }) => receivedAt))
  return [{ name, text: plural(records.length, one, more), since }]
}

function chartItems({ candles, freshest, lastUpdate }: ShownData['chart']): readonly CachedItem[] {
  if (freshest?.source !== 'cache' || lastUpdate === undefined) return []
  const update = {
    name: 'last update',
    text: `${formatDateTime(lastUpdate)} ${zoneName(lastUpdate)}`,
    since: undefined,
  }
  const { length } = candlesOf(candles)
  if (length === 0) return [update]
  return [{ name: 'chart data', text: plural(length, 'candle', 'candles'), since: freshest.receivedAt }, update]
}

function summaryItem({ cachedAt, totalStreams, totalMessages }: StreamSummary): readonly CachedItem[] {
  if (cachedAt === undefined) return []
  const text = `${plural(totalStreams, 'stream', 'streams')}, ${plural(totalMessages, 'message', 'messages')}`
  return [{ name: 'analytics summary', text, since: cachedAt }]
}

/** Cached data still on the screens because nothing newer has been received; normally empty. */
export function cachedItems({ pair, chart, records, summary }: ShownData): readonly CachedItem[] {
  const isShown = ({ key }: StreamRecord) => (pairOfKey(key) ?? pair) === pair
  const cached = records.filter((record) => record.source === 'cache' && isShown(record))
  const isAnalysis = ({ category }: StreamRecord) => category === ANALYSIS_CATEGORY
  return [
    ...chartItems(chart),
    ...recordsItem('analytics data', cached.filter(isAnalysis), 'analysis', 'analyses'),
    ...recordsItem(
      'stream data',
      cached.filter((record) => !isAnalysis(record)),
      'stream',
      'streams',
    ),
    ...summaryItem(summary),
  ]
}

/** The cached connection states. */
export const connectionItem = ({ tdp, analytics, cachedAt }: CachedConnections): CachedItem => ({
  name: 'connection state',
  text: `market data ${tdp.status}, analytics ${analytics.status}`,
  since: cachedAt,
})

/** Preferences chosen in this browser. */
export const preferencesItem = ({
  theme,
  zones,
}: {
  readonly theme?: string | undefined
  readonly zones?: string | undefined
}): CachedItem => ({
  name: 'user preferences',
  text:
    [theme === undefined ? [] : `theme ${theme}`, zones === undefined ? [] : `S/R ${zones}`].flat().join(', ') ||
    'none',
  since: undefined,
})

/** Text of an item with its age. */
export const itemText = ({ text, since }: CachedItem, now: number): string =>
  since === undefined ? text : `${text} · ${formatAge(now - since)} old`

/** Formatted age of the oldest item. */
export function oldestAge(items: readonly CachedItem[], now: number): string {
  const times = items.flatMap(({ since }) => since ?? [])
  return times.length === 0 ? '' : formatAge(now - Math.min(...times))
}

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

import { ANALYSIS_CATEGORY } from '#contract/analysis/payloads.ts'
import type { PairId } from '#contract/pairs.ts'
import { pairOfKey } from '#contract/stream-keys.ts'
import type { ChartWindow, StreamRecord, StreamSummary } from '#src/streams/index.ts'
import { formatCount } from '#src/ui/format/number.ts'
import { formatAge, formatDateTime } from '#src/ui/format/time.ts'
import { zoneName } from '#src/ui/format/regional.ts'

/** Data on the screens, some of it possibly cached. Times are unix ms, wall time. */
export interface ShownData {
  /** The pair on the dashboard; nothing newer is received of the others. */
  readonly pair: PairId
  readonly chart: Pick<ChartWindow, 'candles' | 'freshest' | 'lastUpdate'>
  readonly records: readonly StreamRecord[]
  readonly summary: StreamSummary
}

/** Cached state of a connection. */
export interface CachedFeed {
  readonly status: string
}
export interface CachedConnections {
  readonly tdp: CachedFeed
  readonly analytics: CachedFeed
  readonly cachedAt: number
}

export interface CachedItem {
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
  if (candles.length === 0) return [update]
  return [{ name: 'chart data', text: plural(candles.length, 'candle', 'candles'), since: freshest.receivedAt }, update]
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

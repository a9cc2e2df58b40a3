import { ANALYSIS_CATEGORY } from '#contract/analysis/payloads.ts'
import type { ChartWindow, StreamRecord, StreamSummary } from '#src/streams/index.ts'
import { formatCount } from '#src/ui/format/number.ts'
import { formatAge, formatDateTime } from '#src/ui/format/time.ts'

/** What is on the screens that an earlier visit left. Times are unix ms, wall time. */
export interface KeptData {
  readonly chart: Pick<ChartWindow, 'candles' | 'freshest' | 'lastUpdate'>
  readonly records: readonly StreamRecord[]
  readonly summary: StreamSummary
}

/** A connection as it was. */
export interface KeptFeed {
  readonly status: string
}
export interface KeptConnections {
  readonly tdp: KeptFeed
  readonly analytics: KeptFeed
  readonly cachedAt: number
}

export interface KeptItem {
  readonly name: string
  readonly what: string
  /** When it came here, or was kept where that is not known. */
  readonly since: number | undefined
}

const plural = (count: number, one: string, more: string): string => `${formatCount(count)} ${count === 1 ? one : more}`

function recordsItem(name: string, records: readonly StreamRecord[], one: string, more: string): readonly KeptItem[] {
  if (records.length === 0) return []
  const since = Math.min(...records.map(({ receivedAt }) => receivedAt))
  return [{ name, what: plural(records.length, one, more), since }]
}

function chartItems({ candles, freshest, lastUpdate }: KeptData['chart']): readonly KeptItem[] {
  if (freshest?.source !== 'cache' || lastUpdate === undefined) return []
  const update = { name: 'last update', what: `${formatDateTime(lastUpdate)} UTC`, since: undefined }
  if (candles.length === 0) return [update]
  return [{ name: 'chart data', what: plural(candles.length, 'candle', 'candles'), since: freshest.receivedAt }, update]
}

function summaryItem({ cachedAt, totalStreams, totalMessages }: StreamSummary): readonly KeptItem[] {
  if (cachedAt === undefined) return []
  const what = `${plural(totalStreams, 'stream', 'streams')}, ${plural(totalMessages, 'message', 'messages')}`
  return [{ name: 'analytics summary', what, since: cachedAt }]
}

/** What stands on the screens from an earlier visit because nothing newer has come; nothing in normal running. */
export function keptItems({ chart, records, summary }: KeptData): readonly KeptItem[] {
  const kept = records.filter(({ source }) => source === 'cache')
  const isAnalysis = ({ category }: StreamRecord) => category === ANALYSIS_CATEGORY
  return [
    ...chartItems(chart),
    ...recordsItem('analytics data', kept.filter(isAnalysis), 'analysis', 'analyses'),
    ...recordsItem(
      'stream data',
      kept.filter((record) => !isAnalysis(record)),
      'stream',
      'streams',
    ),
    ...summaryItem(summary),
  ]
}

/** How the connections were. */
export const connectionItem = ({ tdp, analytics, cachedAt }: KeptConnections): KeptItem => ({
  name: 'connection state',
  what: `market data ${tdp.status}, analytics ${analytics.status}`,
  since: cachedAt,
})

/** What was chosen on this browser. */
export const preferencesItem = ({
  theme,
  zones,
}: {
  readonly theme?: string | undefined
  readonly zones?: string | undefined
}): KeptItem => ({
  name: 'user preferences',
  what:
    [theme === undefined ? [] : `theme ${theme}`, zones === undefined ? [] : `S/R ${zones}`].flat().join(', ') ||
    'none',
  since: undefined,
})

/** An item's line: what it is, and how old. */
export const lineOf = ({ what, since }: KeptItem, now: number): string =>
  since === undefined ? what : `${what} · ${formatAge(now - since)} old`

/** The age of the oldest, in words. */
export function oldestAge(items: readonly KeptItem[], now: number): string {
  const moments = items.flatMap(({ since }) => since ?? [])
  return moments.length === 0 ? '' : formatAge(now - Math.min(...moments))
}

import { parseStreamKey } from '#contract/stream-keys.ts'
import { parseTimeframe, TIMEFRAME_MINUTES } from '#contract/timeframes.ts'
import type { StreamRecord } from '#src/streams/index.ts'
import { CARD_WIDTH, GAP } from './grid.css.ts'
import { kindOf, KINDS } from '../summaries/kind.ts'
import type { MonitoringSearch } from '../search.ts'

/** Fields of a stream that the grid needs; its card subscribes to everything else. */
export type ListedStream = Pick<StreamRecord, 'key' | 'category' | 'subcategory' | 'status'>

export const toListed = ({ key, category, subcategory, status }: StreamRecord): ListedStream => ({
  key,
  category,
  subcategory,
  status,
})

const isSame = (a: ListedStream, b: ListedStream | undefined): boolean => a.key === b?.key && a.status === b.status

/** True when two lists show the same cards. */
export const isSameList = (a: readonly ListedStream[], b: readonly ListedStream[]): boolean =>
  a.length === b.length && a.every((each, index) => isSame(each, b[index]))

/** Sort key of a card: kind, pair, timeframe from short to long, and finally the stream key. */
function sortKeyOf(stream: ListedStream) {
  const { symbol } = parseStreamKey(stream.key)
  const timeframe = parseTimeframe(stream.subcategory)
  return {
    stream,
    kind: KINDS.indexOf(kindOf(stream).kind),
    symbol,
    minutes: timeframe === undefined ? 0 : TIMEFRAME_MINUTES[timeframe],
  }
}

const collator = new Intl.Collator('en', { numeric: true })

/** Streams in the documented order of kinds, then by pair and timeframe. */
export const sortStreams = (streams: readonly ListedStream[]): readonly ListedStream[] =>
  streams
    .map(sortKeyOf)
    .toSorted(
      (a, b) =>
        a.kind - b.kind ||
        collator.compare(a.symbol, b.symbol) ||
        a.minutes - b.minutes ||
        collator.compare(a.stream.key, b.stream.key),
    )
    .map(({ stream }) => stream)

/** Streams that match the filters. */
export function filterStreams(
  streams: readonly ListedStream[],
  { category, status, q }: Pick<MonitoringSearch, 'category' | 'status' | 'q'>,
): readonly ListedStream[] {
  const wanted = q?.trim().toLowerCase() ?? ''
  return streams.filter(
    (stream) =>
      (category === undefined || stream.category === category) &&
      (status === undefined || stream.status === status) &&
      (wanted === '' || stream.key.toLowerCase().includes(wanted)),
  )
}

/** Categories to choose from: the existing ones, and the chosen one even if it no longer exists. */
export const categoriesOf = (streams: readonly ListedStream[], chosen: string | undefined): readonly string[] =>
  [...new Set([...streams.map(({ category }) => category), ...(chosen === undefined ? [] : [chosen])])]
    .filter((name) => name !== '')
    .toSorted()

/** Number of columns that fit into a width in px. */
export const columnsIn = (width: number): number => Math.max(1, Math.floor((width + GAP) / (CARD_WIDTH + GAP)))

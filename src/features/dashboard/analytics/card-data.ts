import { combineLatest, distinctUntilChanged, map, scan, switchMap, type Observable } from 'rxjs'
import { DEFAULT_PAIR, type PairId } from '#contract/pairs.ts'
import { pairOfKey } from '#contract/stream-keys.ts'
import { DEFAULT_TIMEFRAME, toStreamTimeframe, type Timeframe } from '#contract/timeframes.ts'
import type { ParsedPayload } from '#src/analysis/payload.ts'
import { isSameView, type StreamRecord, type Streams } from '#src/streams/index.ts'
import { CARDS, type CardName } from '../cards.ts'

/** The stream a card reads: the first of `names` that has a record. */
export interface CardSource<Model> {
  readonly category: string
  readonly names: readonly string[]
  readonly read: (data: unknown, key: string) => ParsedPayload<Model>
}

/** A card's record and what was read from it. Both undefined until the first message. */
export interface CardData<Model> {
  readonly record: StreamRecord | undefined
  readonly payload: ParsedPayload<Model> | undefined
}

/** The stream of a card; `timeframe` is that of the chart. */
export function streamOf(name: CardName, timeframe: Timeframe = DEFAULT_TIMEFRAME) {
  const { category, names = [toStreamTimeframe(timeframe)] } = CARDS[name]
  return { category, names }
}

type Records = Pick<Streams['records'], 'category'>

const hasData = ({ data }: StreamRecord): boolean => data !== null

function pickRecord(
  records: readonly StreamRecord[],
  names: readonly string[],
  pair: PairId,
): StreamRecord | undefined {
  const ofPair = records.filter(({ key, data }) => data !== null && pairOfKey(key) === pair)
  return names
    .map((name) => ofPair.find(({ subcategory }) => subcategory === name))
    .find((record) => record !== undefined)
}

const CATEGORIES = [...new Set(Object.values(CARDS).map(({ category }) => category))]

/** True while any stream of the cards' categories has data. */
export const hasCardData = (records: Records): Observable<boolean> =>
  combineLatest(CATEGORIES.map((name) => records.category(name))).pipe(
    map((lists) => lists.some((list) => list.some(hasData))),
    distinctUntilChanged(),
  )

/** Sorted keys of all streams with data; emits only when they change. */
export const keysWithData = ({ all$ }: Pick<Streams['records'], 'all$'>): Observable<readonly string[]> =>
  all$.pipe(
    map((list) =>
      list
        .filter(hasData)
        .map(({ key }) => key)
        .toSorted(),
    ),
    distinctUntilChanged((a, b) => a.length === b.length && a.every((key, index) => key === b[index])),
  )

/** Keeps the previous model when the next message cannot be read, and adds its problems. */
export const withPreviousModel = <Model>(
  previous: ParsedPayload<Model> | undefined,
  next: ParsedPayload<Model>,
): ParsedPayload<Model> =>
  next.model === undefined && previous?.model !== undefined ? { ...previous, problems: next.problems } : next

const NO_DATA = { record: undefined, payload: undefined }

/** A card's record and its payload: the current value, then one whenever its record changes. A message is read once. */
export function cardData<Model>(
  records: Records,
  { category, names, read }: CardSource<Model>,
  pair: PairId = DEFAULT_PAIR,
): Observable<CardData<Model>> {
  return records.category(category).pipe(
    map((list) => pickRecord(list, names, pair)),
    distinctUntilChanged(),
    scan((previous: CardData<Model>, record): CardData<Model> => {
      if (record === undefined) return NO_DATA
      const isUnchanged = record.data === previous.record?.data
      return {
        record,
        payload: isUnchanged ? previous.payload : withPreviousModel(previous.payload, read(record.data, record.key)),
      }
    }, NO_DATA),
  )
}

/** The same of what the dashboard shows: starts anew, at once, when that changes. */
export const viewedCardData = <Model>(
  { view$, records }: Pick<Streams, 'view$'> & { readonly records: Records },
  name: CardName,
  read: CardSource<Model>['read'],
): Observable<CardData<Model>> =>
  view$.pipe(
    distinctUntilChanged(isSameView),
    switchMap(({ pair, timeframe }) => cardData(records, { ...streamOf(name, timeframe), read }, pair)),
  )

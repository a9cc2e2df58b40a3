import type { DataGap, DataSet } from '#contract/backtests/jobs.ts'
import type { Candle } from '#contract/candles.ts'
import { PAIR_IDS, type PairId } from '#contract/pairs.ts'
import type { LibrarySet, CandleLibrary } from '#server/market/library/library.ts'
import type { MarketMinutes } from '../ports.ts'
import { monthsOf, warmUpFrom } from '../run/months.ts'
import { toColumns } from '../trading/candle-columns.ts'
import type { CandleInput } from '../worker/protocol.ts'

const MINUTE_MS = 60_000

/** [BT-43] The months of a set that lack candles between its first minute and its last, those without any included. */
export function gapsOf({ from, to, months }: Pick<LibrarySet, 'from' | 'to' | 'months'>): DataGap[] {
  const minutes = new Map(months.map((each) => [each.month, each.minutes]))
  return monthsOf(from, to).flatMap((month) => {
    const expected = Math.round((Math.min(to, month.to) - Math.max(from, month.from)) / MINUTE_MS)
    const missing = expected - (minutes.get(month.name) ?? 0)
    return missing > 0 ? [{ month: month.name, missing }] : []
  })
}

/** The candles that backtests can run on. */
export interface DataSets {
  list(): Promise<readonly DataSet[]>
  /** The candles of a span, and of the time before it that its analysis needs; undefined if there is no such data set. */
  open(id: string, from: number, to: number): Promise<CandleInput | undefined>
}

const SOURCE_LABELS: Readonly<Record<string, string>> = { kraken: 'Kraken' }
const marketId = ({ kind }: MarketMinutes, pair: string): string => `market:${kind}:${pair}`
const libraryId = ({ source, pair }: LibrarySet): string => `library:${source}:${pair}`

const toInput = (candles: readonly Candle[]): CandleInput => ({ kind: 'columns', columns: toColumns(candles) })

/** @param pairs resolves to all pairs of the market, also those that other processes lead */
export function createDataSets(
  market: MarketMinutes,
  pairs: () => Promise<readonly PairId[]>,
  library: CandleLibrary,
): DataSets {
  async function ofMarket(): Promise<DataSet[]> {
    const sets: DataSet[] = []
    for (const pair of await pairs()) {
      const coverage = await market.coverage(pair)
      if (coverage) sets.push({ id: marketId(market, pair), pair, label: market.label, ...coverage })
    }
    return sets
  }

  const ofLibrary = async (set: LibrarySet): Promise<DataSet> => ({
    id: libraryId(set),
    pair: set.pair,
    label: `${SOURCE_LABELS[set.source] ?? set.source}, imported`,
    from: set.from,
    to: set.to,
    minutes: set.minutes,
    bytes: await library.bytes(set),
    gaps: gapsOf(set),
  })

  return {
    async list() {
      const imported = await library.sets()
      return [...(await ofMarket()), ...(await Promise.all(imported.map(ofLibrary)))]
    },

    async open(id, from, to) {
      // Also one that has no leader now.
      const pair = PAIR_IDS.find((each) => marketId(market, each) === id)
      if (pair) {
        const candles: Candle[] = []
        for await (const part of market.load(pair, warmUpFrom(from), to)) candles.push(...part)
        return candles.length === 0 ? undefined : toInput(candles)
      }
      const imported = await library.sets()
      const set = imported.find((each) => libraryId(each) === id)
      // Whole months, so that their readings serve later backtests too.
      const end = monthsOf(from, to).at(-1)?.to ?? to
      return set && { kind: 'files', paths: [...library.files(set, warmUpFrom(from), end)] }
    },
  }
}

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketMinutes } from '#server/backtests/ports.ts'
import type { CandleArchive, CandleStore, MarketSource } from '#server/market/ports.ts'

const DAY_S = 86_400
const MINUTE_S = 60
/** Takes a few milliseconds. */
const CANDLES_PER_PART = 5_000

const isMinuteWithin = (untilS: number) => (candle: Candle) => candle.timestamp < untilS

/** Minutes of a recording, which are all known from the start. */
function recordedMinutes(source: MarketSource): Pick<MarketMinutes, 'coverage' | 'load'> {
  return {
    async coverage(pair) {
      const minutes = source.recorded?.(pair)
      const [first, last] = [minutes?.at(0), minutes?.last()]
      if (!minutes || !first || !last) return undefined
      return { from: first.timestamp * 1000, to: (last.timestamp + MINUTE_S) * 1000, minutes: minutes.length() }
    },
    async *load(pair, from, to) {
      const minutes = source.recorded?.(pair)
      if (!minutes) return
      const end = minutes.indexFrom(to / 1000)
      for (let row = minutes.indexFrom(from / 1000); row < end; row += CANDLES_PER_PART) {
        yield minutes.slice(row, Math.min(end, row + CANDLES_PER_PART))
        await yieldToEventLoop()
      }
    },
  }
}

type ReadArchive = Pick<CandleArchive, 'between' | 'extent'>

/** Minutes in memory and, before them, in the archive; all in the archive for a pair that another process leads. */
function storedMinutes(store: CandleStore, archive: ReadArchive | undefined): Pick<MarketMinutes, 'coverage' | 'load'> {
  const firstStored = (pair: PairId) => store.since(pair, 'M1', 0, 1).candles[0]
  function lastClosed(pair: PairId): Candle | undefined {
    const { candles, lastIsComplete } = store.recent(pair, 'M1', 2)
    return lastIsComplete ? candles.at(-1) : candles.at(-2)
  }
  const closedCount = (pair: PairId) => store.count(pair, 'M1') - (store.recent(pair, 'M1', 1).lastIsComplete ? 0 : 1)

  return {
    async coverage(pair) {
      const [first, last] = [firstStored(pair), lastClosed(pair)]
      const archived = await archive?.extent(pair, first?.timestamp)
      const [firstS, lastS] = [archived?.firstS ?? first?.timestamp, last?.timestamp ?? archived?.lastS]
      if (firstS === undefined || lastS === undefined) return undefined
      return {
        from: firstS * 1000,
        to: (lastS + MINUTE_S) * 1000,
        minutes: closedCount(pair) + (archived?.count ?? 0),
      }
    },
    async *load(pair, from, to) {
      const firstS = firstStored(pair)?.timestamp ?? Infinity
      const lastS = lastClosed(pair)?.timestamp ?? Infinity
      const [fromS, untilS] = [from / 1000, Math.min(to / 1000, lastS + MINUTE_S)]
      const archivedUntilS = archive ? Math.min(firstS, untilS) : fromS
      for (let dayS = fromS; dayS < archivedUntilS; dayS += DAY_S) {
        // A day at a time: the embedded database runs on the thread that serves requests.
        yield (await archive?.between(pair, dayS, Math.min(dayS + DAY_S, archivedUntilS))) ?? []
        await yieldToEventLoop()
      }
      for (let sinceS = Math.max(fromS, firstS); sinceS < untilS;) {
        const { candles } = store.since(pair, 'M1', sinceS, CANDLES_PER_PART)
        const last = candles.at(-1)
        if (!last) return
        yield candles.filter(isMinuteWithin(untilS))
        sinceS = last.timestamp + MINUTE_S
        await yieldToEventLoop()
      }
    },
  }
}

/** The minutes of the server's market, for backtests. */
export const marketMinutes = (
  source: MarketSource,
  store: CandleStore,
  archive: ReadArchive | undefined,
): MarketMinutes => ({
  kind: source.kind,
  label: source.label.replace('Live · ', ''),
  ...(source.recorded ? recordedMinutes(source) : storedMinutes(store, archive)),
})

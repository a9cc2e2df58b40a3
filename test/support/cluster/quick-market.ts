import type { Candle } from '#contract/candles.ts'
import type { FakeKraken } from '#test/support/server/kraken.ts'

const MINUTE_MS = 60_000
const PAST_MINUTES = 700

export interface QuickMarket {
  /** When the running minute began, unix ms by the market's clock. */
  openedMs(): number
  stop(): void
}

/** Names of a pair: in Kraken's list, and in its messages. */
const NAMES = { BTCUSD: ['XBTUSD', 'BTC/USD'], ETHUSD: ['ETHUSD', 'ETH/USD'] } as const

/**
 * Minutes that pass fast, of BTC/USD if no pairs are named: each in `minuteMs`, with so many `updates` of its candle. The market's
 * clock begins `behindS` behind the real one, of which it may be an hour ahead.
 */
export function runQuickMarket(
  kraken: FakeKraken,
  pairs: readonly (keyof typeof NAMES)[] = ['BTCUSD'],
  behindS = 3_000,
  { minuteMs, updates } = { minuteMs: 1_000, updates: 1 },
): QuickMarket {
  let openedS = Math.floor(Date.now() / MINUTE_MS) * 60 - behindS
  const priceAt = (timestamp: number) => 30_000 + 300 * Math.sin(timestamp / 900) + (timestamp % 1_000) / 10
  const candleAt = (timestamp: number): Candle => {
    const [open, close] = [priceAt(timestamp - 60), priceAt(timestamp)]
    return { timestamp, open, close, high: Math.max(open, close) + 3, low: Math.min(open, close) - 3, volume: 2 }
  }
  const past = Array.from({ length: PAST_MINUTES }, (_, index) => candleAt(openedS - (PAST_MINUTES - index) * 60))
  const names = pairs.map((pair) => NAMES[pair])
  kraken.listed = names.map(([listed]) => listed)
  let update = 0
  function publish() {
    const now = openedS * 1_000 + 1_000 + (update * MINUTE_MS) / updates
    kraken.now = () => now
    for (const [listed, label] of names) {
      kraken.history.set(`${listed} 1`, past)
      kraken.snapshots.set(label, [candleAt(openedS)])
      kraken.update({ [label]: candleAt(openedS) })
    }
  }
  publish()
  const timer = setInterval(() => {
    update = (update + 1) % updates
    if (update === 0) {
      past.push(candleAt(openedS))
      openedS += 60
    }
    publish()
  }, minuteMs / updates)
  return { stop: () => clearInterval(timer), openedMs: () => openedS * 1_000 }
}

import { makeCandleFolder, type CandleFolder } from '#test/support/data/candle-files.ts'

const START_S = Date.parse('2026-01-05T00:00:00Z') / 1_000
/** Connecting and starting, in seconds, and a margin. */
const BEFORE_AND_AFTER_S = 600
const priceAt = (minute: number) => 90_000 + 500 * Math.sin(minute / 40) + 60 * Math.sin(minute / 3)

/** As the replay plays it: the stages of a running minute are at least 400 ms apart, two at least and 120 at most. */
const candlesPerMinute = (speed: number): number => 1 + Math.min(120, Math.max(2, Math.round(150 / speed)))

/** Candles a second of one pair, running and closed, at a speed of the replay. */
export const candlesPerSecond = (speed: number): number => (candlesPerMinute(speed) * speed) / 60

/** The speed of the replay at which one pair gives so many candles a second, or nearly. */
export function speedFor(rate: number): number {
  const speeds = Array.from({ length: Math.ceil(rate * 30) }, (_, n) => n + 1)
  const distance = (speed: number) => Math.abs(candlesPerSecond(speed) - rate)
  return speeds.reduce((best, speed) => (distance(speed) < distance(best) ? speed : best), 1)
}

/** Writes a recording of one pair that lasts so many seconds at a speed. */
export async function writeRecording(speed: number, seconds: number): Promise<{ folder: CandleFolder; path: string }> {
  const played = (speed * (seconds + BEFORE_AND_AFTER_S)) / 60
  // The replay takes up to a half of it as history.
  const minutes = Math.ceil(played * 2) + 1_000
  const rows = Array.from({ length: minutes }, (_, minute) => {
    const [open, close] = [priceAt(minute), priceAt(minute + 1)]
    const [low, high] = [Math.min(open, close) - 5, Math.max(open, close) + 5]
    return { timestamp: START_S + minute * 60, open, high, low, close, volume: 3 }
  })
  const folder = await makeCandleFolder()
  return { folder, path: await folder.write('BTCUSD-1m.csv.gz', rows) }
}

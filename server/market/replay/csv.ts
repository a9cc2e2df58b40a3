import { isCandle, type Candle } from '#contract/candles.ts'
import { isOnGrid } from '../store/fold.ts'

export const HEADER = 'timestamp,open,high,low,close,volume'

const FIELDS = HEADER.split(',')
const NUMBER_PATTERN = String.raw`-?\d+(?:\.\d+)?(?:e[+-]?\d+)?`
const NUMBER = new RegExp(`^${NUMBER_PATTERN}$`, 'i')
const ROW = new RegExp(`^${FIELDS.map(() => `(${NUMBER_PATTERN})`).join(',')}$`, 'i')
/** Separates seconds from milliseconds for the next three thousand years. */
const SECONDS_BELOW = 1e11

/** Describes why a line is not six numbers. */
function diagnose(line: string): string {
  const texts = line.split(',')
  if (texts.length !== FIELDS.length) return `has ${texts.length} fields instead of ${FIELDS.length}`
  const wrong = texts.findIndex((text) => !NUMBER.test(text))
  return `${FIELDS[wrong] ?? 'a field'} is not a number: ${JSON.stringify(texts[wrong]?.slice(0, 40) ?? '')}`
}

/** Parses a row to a candle, or the reason why not. `after` is the opening of the previous row. */
export function parseRow(line: string, after: number): Candle | string {
  const match = ROW.exec(line)
  if (!match) return diagnose(line)
  const candle = {
    timestamp: Number(match[1]),
    open: Number(match[2]),
    high: Number(match[3]),
    low: Number(match[4]),
    close: Number(match[5]),
    volume: Number(match[6]),
  }
  const { timestamp } = candle
  if (timestamp >= SECONDS_BELOW) return `timestamp ${timestamp} is not in seconds`
  if (!isOnGrid(candle, 'M1')) return `timestamp ${timestamp} is not the start of a minute`
  if (timestamp <= after) return `timestamp ${timestamp} does not rise: the row before has ${after}`
  if (!isCandle(candle))
    return 'is not a valid candle: prices must be above 0, low the lowest, high the highest, volume not below 0'
  return candle
}

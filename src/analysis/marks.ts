import { finiteNumber, humanize, toFields, toList, toText, toTimestamp, type Direction, type Fields } from './fields.ts'
import { readPayload } from './payload.ts'
import { readBreak } from './structure.ts'

/** Something that the analysis found at one candle of a timeframe. */
export interface CandleMark {
  readonly kind: 'pattern' | 'break' | 'divergence'
  /** Opening of the candle, unix ms. */
  readonly at: number
  readonly direction: Direction
  readonly text: string
}

const isOf = (timeframe: string, value: unknown): boolean => toText(toFields(value)['timeframe']) === timeframe

const patternList = (patterns: unknown, timeframe: string): readonly unknown[] =>
  Array.isArray(patterns)
    ? toList(patterns).filter((each) => isOf(timeframe, each))
    : toList(toFields(patterns)[timeframe])

function patternMark(value: unknown): CandleMark[] {
  const { timestamp, pattern, bullish } = toFields(value)
  const [at, name] = [toTimestamp(timestamp), toText(pattern)]
  if (at === undefined || name === undefined) return []
  const direction = typeof bullish === 'boolean' ? (bullish ? 'bullish' : 'bearish') : 'none'
  return [{ kind: 'pattern', at, direction, text: direction === 'none' ? name : `${name}, ${direction}` }]
}

function breakMark(value: unknown): CandleMark[] {
  const found = readBreak(value, 0)
  return found ? [{ kind: 'break', at: found.at, direction: found.direction, text: found.fullName }] : []
}

function divergenceMark(value: unknown): CandleMark[] {
  const { to_timestamp: to, divergence_type: type, indicator, bias, strength } = toFields(value)
  const [at, name, of] = [toTimestamp(to), toText(type), toText(indicator)]
  if (at === undefined || name === undefined || name === 'none') return []
  const direction = bias === 'bullish' || bias === 'bearish' ? bias : 'none'
  const evidence = finiteNumber(strength)
  const share = evidence === undefined ? '' : `, strength ${Math.round(evidence * 100)} %`
  return [
    { kind: 'divergence', at, direction, text: `${humanize(name)} divergence of ${of ?? 'an indicator'}${share}` },
  ]
}

const READERS: Readonly<Record<CandleMark['kind'], (payload: Fields, timeframe: string) => CandleMark[]>> = {
  pattern: ({ patterns }, timeframe) => patternList(patterns, timeframe).flatMap(patternMark),
  break: ({ structure_breaks: breaks }, timeframe) =>
    toList(breaks)
      .filter((each) => isOf(timeframe, each))
      .flatMap(breakMark),
  divergence: ({ divergences }, timeframe) =>
    toList(divergences)
      .filter((each) => isOf(timeframe, each))
      .flatMap(divergenceMark),
}

/** The marks of one kind on a timeframe that a message has. Unreadable ones are left out. */
export function readMarks(
  kind: CandleMark['kind'],
  data: unknown,
  key: string,
  timeframe: string,
): readonly CandleMark[] {
  const read = (payload: Fields) => ({ model: READERS[kind](payload, timeframe), isOfKind: true, problems: [] })
  return readPayload(data, key, read).model ?? []
}

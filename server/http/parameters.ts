import { PAIR_IDS, parsePair, type PairId } from '#contract/pairs.ts'
import { parseTimeframe, type Timeframe } from '#contract/timeframes.ts'
import { RequestError } from './errors.ts'

/** Parses a pair in any spelling. Throws a 400 that lists the pairs. */
export function requirePair(spelling: string): PairId {
  const pair = parsePair(spelling)
  if (!pair) throw new RequestError(400, `Unknown pair "${spelling}": there are ${PAIR_IDS.join(', ')}.`)
  return pair
}

/** Parses one of the `offered` timeframes in any spelling. Throws a 400 that lists them as formatted by `spell`. */
export function requireTimeframe<T extends Timeframe>(
  spelling: string,
  offered: readonly T[],
  spell: (timeframe: T) => string = (timeframe) => timeframe,
): T {
  const named = parseTimeframe(spelling)
  const timeframe = offered.find((each) => each === named)
  if (timeframe) return timeframe
  throw new RequestError(400, `Unknown timeframe "${spelling}": there are ${offered.map(spell).join(', ')}.`)
}

import { PAIR_IDS, parsePair, type PairId } from '#contract/pairs.ts'
import { parseTimeframe, type Timeframe } from '#contract/timeframes.ts'
import { RequestError } from './errors.ts'

/** The pair that a request names, in any spelling. Throws a 400 that lists them. */
export function pairOf(spelling: string): PairId {
  const pair = parsePair(spelling)
  if (!pair) throw new RequestError(400, `Unknown pair "${spelling}": there are ${PAIR_IDS.join(', ')}.`)
  return pair
}

/** The timeframe that a request names, in any spelling. Throws a 400 that lists `offered`, in the spelling of its service. */
export function timeframeOf(spelling: string, offered: readonly string[]): Timeframe {
  const timeframe = parseTimeframe(spelling)
  if (!timeframe) throw new RequestError(400, `Unknown timeframe "${spelling}": there are ${offered.join(', ')}.`)
  return timeframe
}

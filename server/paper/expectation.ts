import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import * as z from 'zod/mini'
import { tradeSchema } from '#contract/backtests/result.ts'
import type { Allocation } from '#contract/paper/account.ts'
import { blockLength, drawIndices } from '#server/backtests/report/estimate.ts'
import { seededRandom } from '#server/lib/random.ts'
import type { AllocationState } from './allocation.ts'

const unzip = promisify(gunzip)
const SEED = 20_190_612
const RESAMPLES = 999
/** Trades that are compared; later ones are not, as a sum of so many says what there is to say. */
const MOST_TRADES = 200
/** 9 of 10 resamples lie between these. */
const TAILS = { low: 0.05, high: 0.95 }
const FEWEST_TRADES = 10

/** What a backtest leads to expect: the range of the return after each number of trades, as a fraction of the capital. */
export const expectationSchema = z.object({
  backtestId: z.string(),
  /** After 1 trade, 2, and so on. */
  low: z.array(z.number()),
  high: z.array(z.number()),
})
export type Expectation = z.infer<typeof expectationSchema>

const resultSchema = z.object({ trades: z.array(z.pick(tradeSchema, { profit: true })) })

/** The returns of the trades of a stored result, each of the capital before it. */
export async function returnsOf(result: Uint8Array, capital: number): Promise<readonly number[]> {
  const { trades } = z.parse(resultSchema, JSON.parse((await unzip(result)).toString()))
  let equity = capital
  return trades.map(({ profit }) => {
    const before = equity
    equity += profit
    return profit / before
  })
}

/**
 * [PT-17] By the stationary bootstrap, twice: resamples of the trades, with neighbours side by side, stand for what the backtest could
 * have been, and a resample of each, followed trade by trade, for what comes next. Undefined with too few trades to say anything.
 */
export function expectationOf(backtestId: string, returns: readonly number[]): Expectation | undefined {
  if (returns.length < FEWEST_TRADES) return undefined
  const random = seededRandom(SEED)
  const meanLength = blockLength(returns)
  const [sample, path] = [new Int32Array(returns.length), new Int32Array(returns.length)]
  const reached = Array.from({ length: MOST_TRADES }, () => new Float64Array(RESAMPLES))
  for (let resample = 0; resample < RESAMPLES; resample += 1) {
    let growth = 1
    drawIndices(meanLength, random, sample)
    reached.forEach((column, trade) => {
      const at = trade % returns.length
      if (at === 0) drawIndices(meanLength, random, path)
      growth *= 1 + (returns[sample[path[at] ?? 0] ?? 0] ?? 0)
      column[resample] = growth - 1
    })
  }
  const quantile = (share: number) => reached.map((column) => column[Math.floor(share * (RESAMPLES - 1))] ?? 0)
  for (const column of reached) column.sort()
  return { backtestId, low: quantile(TAILS.low), high: quantile(TAILS.high) }
}

/** What the closed trades of an allocation made, beside what was expected of as many. */
export function standingOf(
  expectation: Expectation | null,
  { cash, position, trades }: AllocationState,
  capital: number,
): Allocation['expected'] {
  if (expectation === null) return null
  const { backtestId, low, high } = expectation
  const [lowest, highest] = [low[trades - 1], high[trades - 1]]
  const range = lowest === undefined || highest === undefined ? null : { low: lowest, high: highest }
  const reached = (cash + (position?.entryFee ?? 0)) / capital - 1
  const standing = range === null ? null : reached < range.low ? 'below' : reached > range.high ? 'above' : 'within'
  return { backtest_id: backtestId, reached, range, standing }
}

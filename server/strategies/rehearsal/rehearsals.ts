import type { PairId } from '#contract/pairs.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { Rehearsal } from '#contract/strategies/rehearsal.ts'
import { RequestError } from '#server/http/errors.ts'
import type { StreamsPort } from '../ports.ts'
import { readMoment } from '../readings/read.ts'
import { runThrough } from './rehearse.ts'
import { reportOf } from './report.ts'
import type { Tape, Taped } from './tape.ts'
import { createTurns } from './turns.ts'

const HOUR_MS = 3_600_000
/** Rehearsals that wait for the one that runs; more would keep everybody waiting. */
const MAX_WAITING = 8

/** Rehearses strategies, one after the other. */
export interface Rehearsals {
  /** Over the last `hours` of market time. Throws a 503 when too many wait. */
  rehearse(strategy: CustomStrategy, hours: number): Promise<Rehearsal>
}

export function createRehearsals(streams: StreamsPort, tapeOf: (pair: PairId) => Tape): Rehearsals {
  let before: Promise<unknown> = Promise.resolve()
  let waiting = 0
  /** How far back was looked already, whether or not there was anything. */
  const reachedBack = new Map<PairId, number>()

  /** Fills what the tape lacks before its first moment, from stored candles; what was filled stays. */
  async function reachBack(pair: PairId, from: number): Promise<void> {
    const tape = tapeOf(pair)
    const [first] = tape.moments()
    const reached = Math.min(reachedBack.get(pair) ?? Infinity, first?.moment.at ?? Infinity)
    if (reached <= from) return
    const earlier: Taped[] = []
    for await (const moment of streams.recompute(pair, from, first?.moment.at ?? streams.now())) {
      earlier.push({ moment: readMoment(moment), decides: moment.kind === 'closed', isRecomputed: true })
    }
    tape.prepend(earlier)
    reachedBack.set(pair, from)
  }

  async function rehearse(strategy: CustomStrategy, hours: number): Promise<Rehearsal> {
    const [pair] = strategy.symbols
    if (!pair) throw new Error('a strategy without a pair')
    const isTraded = streams.pairs.includes(pair)
    const until = streams.now()
    const from = until - hours * HOUR_MS
    const turns = createTurns()
    if (isTraded) await reachBack(pair, from)
    const run = isTraded
      ? await runThrough(strategy, pair, tapeOf(pair), { from, until }, turns)
      : { decisions: [], minutes: [] }
    return reportOf(strategy, pair, run, { hours, isTraded }, turns)
  }

  return {
    async rehearse(strategy, hours) {
      if (waiting >= MAX_WAITING) {
        throw new RequestError(503, 'Too many rehearsals are waiting. Please try again.', { 'retry-after': '5' })
      }
      waiting += 1
      const turn = before.then(() => rehearse(strategy, hours))
      before = turn.catch(() => undefined)
      try {
        return await turn
      } finally {
        waiting -= 1
      }
    },
  }
}

import type { Subscription } from 'rxjs'
import type { Scoring } from '#contract/models/model.ts'
import { EXCHANGES, type PairId } from '#contract/pairs.ts'
import type { Provenance } from '#contract/provenance.ts'
import { TIMEFRAME_MINUTES } from '#contract/timeframes.ts'
import type { ClosedCandle, ModelMarket } from '../ports.ts'
import type { ModelRow } from '../registry/rows.ts'
import { createContestant, type Contestant } from './contestant.ts'
import type { Tally } from './outcome.ts'
import { probabilitiesOf } from './probabilities.ts'
import { JobFailed } from './runner.ts'
import type { Seats } from './seats.ts'
import { signalOf } from './signal.ts'
import { featureVector } from './vector.ts'

export interface ScorerDeps {
  readonly market: ModelMarket
  readonly seats: Seats
  /** What was counted of a model before. */
  readonly recall: (modelId: string) => Promise<Tally | undefined>
  /** Keeps what was counted, for `recall`. */
  readonly keep: (tallies: ReadonlyMap<string, Tally>) => Promise<void>
  /** Unix ms with fractions, for how long an answer took. */
  readonly clock: () => number
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** Gives every active model the vector of each candle that closes, and publishes what they say. */
export interface Scorer {
  /** These are active from now on. Models that were so already keep what they said. */
  setActive(rows: readonly ModelRow[]): Promise<void>
  scoringOf(id: string): Scoring | undefined
  tallies(): ReadonlyMap<string, Tally>
  start(): void
  /** Resolves when everything that has closed by now was scored. */
  settled(): Promise<void>
  stop(): void
}

const MINUTE_S = 60
/** When a candle ended, unix seconds, and where it came from. */
interface Moment {
  readonly endS: number
  readonly source: Provenance
}
const momentOf = ({ candle, timeframe, provenance }: ClosedCandle): Moment => ({
  endS: candle.timestamp + TIMEFRAME_MINUTES[timeframe] * MINUTE_S,
  source: provenance,
})
const later = (known: Moment | undefined, other: Moment): Moment => (known && known.endS > other.endS ? known : other)

const closeKey = ({ pair, timeframe }: Pick<ClosedCandle, 'pair' | 'timeframe'>): string => `${pair} ${timeframe}`

export function createScorer({ market, seats, recall, keep, clock, now, report }: ScorerDeps): Scorer {
  const contestants = new Map<string, Contestant>()
  /** The newest candle per pair and timeframe that is not scored yet: when models are slow, older ones make way. */
  const due = new Map<string, ClosedCandle>()
  /** The newest of all: a model that is switched on speaks at once. */
  const newest = new Map<string, ClosedCandle>()
  /** The newest candle of a pair that was heard of, and the one that its signals stand for. */
  const heard = new Map<PairId, Moment>()
  const told = new Map<PairId, Moment>()
  let work: Promise<void> = Promise.resolve()
  let following: Subscription | undefined

  const of = ({ pair, timeframe }: ClosedCandle): Contestant[] =>
    [...contestants.values()].filter(({ row, timeframe: own }) => row.pair === pair && own === timeframe)

  /** Work happens in order, and a failure of one piece is not the end of the others. */
  function queue(piece: () => Promise<void>): Promise<void> {
    work = work.then(piece).catch(report)
    return work
  }

  async function ask(contestant: Contestant, { candle, provenance }: ClosedCandle, vector: Float32Array) {
    const { row, timeframe } = contestant
    const at = provenance.exchange_time
    const began = clock()
    try {
      const answer = probabilitiesOf(await seats.score(row, vector))
      if ('fault' in answer) {
        contestant.failed(answer.fault, at)
        return
      }
      const { timestamp, close } = candle
      const latencyMs = clock() - began
      contestant.answered(signalOf(answer, { id: row.id, name: row.name, timeframe, timestamp, close, latencyMs }), at)
    } catch (error) {
      if (!(error instanceof JobFailed)) throw error
      contestant.failed(error.message, at)
    }
  }

  const tallies = () =>
    new Map(
      [...contestants].flatMap(([id, contestant]): [string, Tally][] => {
        const tally = contestant.tally()
        return tally ? [[id, tally]] : []
      }),
    )

  /** Makes what the models of a pair say now its signals. */
  async function publish(pair: PairId, moment: Moment): Promise<void> {
    const end = later(told.get(pair), moment)
    told.set(pair, end)
    const at = now()
    const signals = [...contestants.values()].flatMap((contestant) => {
      const said = contestant.row.pair === pair ? contestant.signal() : undefined
      return said ? [said] : []
    })
    await market.publish(
      pair,
      { timestamp: end.endS, trading_pair: pair, exchange: EXCHANGES[0], errors: [], signals },
      { ...end.source, computed_at: at, published_at: at },
    )
  }

  async function give(closed: ClosedCandle, to: readonly Contestant[], moment = momentOf(closed)): Promise<void> {
    const running = to.filter((contestant) => contestant.isRunning())
    if (running.length === 0) return
    const { candle, snapshot, provenance, pair } = closed
    const vector = featureVector(snapshot, candle.close)
    for (const contestant of running) {
      if (vector.ok) await ask(contestant, closed, vector.values)
      else contestant.unready(vector.missing, provenance.exchange_time)
    }
    await publish(pair, moment)
  }

  async function score(key: string): Promise<void> {
    const closed = due.get(key)
    due.delete(key)
    if (closed) await give(closed, of(closed))
  }

  function hear(closed: ClosedCandle): void {
    const key = closeKey(closed)
    newest.set(key, closed)
    heard.set(closed.pair, later(heard.get(closed.pair), momentOf(closed)))
    const present = of(closed)
    if (present.length === 0) return
    for (const contestant of present) contestant.judge(closed)
    const isWaiting = due.has(key)
    due.set(key, closed)
    if (!isWaiting) void queue(() => score(key))
  }

  async function change(rows: readonly ModelRow[]): Promise<void> {
    const wanted = new Map(rows.filter(({ format }) => format === 'onnx').map((row) => [row.id, row]))
    const silenced = new Set<PairId>()
    await keep(tallies())
    for (const [id, contestant] of contestants) {
      if (wanted.has(id)) continue
      if (contestant.signal()) silenced.add(contestant.row.pair)
      contestants.delete(id)
      await seats.leave(id).catch(report)
    }
    for (const pair of silenced) {
      const moment = told.get(pair)
      if (moment) await publish(pair, moment)
    }
    for (const [id, row] of wanted) {
      if (contestants.has(id)) continue
      const contestant = createContestant(row, await recall(id))
      contestants.set(id, contestant)
      const closed = newest.get(closeKey({ pair: row.pair, timeframe: contestant.timeframe }))
      // In its turn: whoever switched it on does not wait for it.
      if (closed && !due.has(closeKey(closed))) void queue(() => give(closed, [contestant], heard.get(row.pair)))
    }
  }

  return {
    setActive: (rows) => queue(() => change(rows)),
    scoringOf: (id) => contestants.get(id)?.scoring(),
    tallies,
    start: () => {
      following = market.closes$.subscribe(hear)
    },
    settled: async () => {
      let seen: Promise<void> | undefined
      while (seen !== work) {
        seen = work
        await seen
      }
    },
    stop: () => following?.unsubscribe(),
  }
}

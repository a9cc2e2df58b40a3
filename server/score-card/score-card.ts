import { interval, type Observable, type Subscription } from 'rxjs'
import { scoreCard } from '#contract/endpoints/analysis.ts'
import type { PairId } from '#contract/pairs.ts'
import { SCORE_KINDS, type ScoreCard, type ScoreQuery } from '#contract/score-card/schema.ts'
import { scoresOf } from '#server/outcomes/scores.ts'
import type { CaseTally } from '#server/outcomes/tally.ts'
import type { AssertLeads, Database } from '#server/database/database.ts'
import type { Service } from '#server/http/app.ts'
import { serve } from '#server/http/serve.ts'
import type { JobThread } from '#server/jobs/thread.ts'
import type { CandleLibrary } from '#server/market/library/library.ts'
import type { StreamsPort } from '#server/strategies/ports.ts'
import { createLiveCases } from './live/live-cases.ts'
import { createLiveCaseStore } from './live/store.ts'
import { createPastCases } from './past/past-cases.ts'
import type { MonthTask } from './past/count-month.ts'
import { createPastStore } from './past/store.ts'
import { createStoredTallies } from './live/stored-tallies.ts'

/** How often the library is looked through, and old months are deleted. */
const LOOK_MS = 600_000

export interface ScoreCardDeps {
  readonly database: Database
  readonly assertLeads?: AssertLeads
  readonly streams: Pick<StreamsPort, 'market' | 'pairs' | 'updates$' | 'recompute'>
  /** Names the run of prices of a pair. */
  readonly series: (pair: PairId) => Promise<string>
  readonly library: CandleLibrary
  readonly startThread: (task: MonthTask) => JobThread
  /** Wall time, unix ms. */
  readonly now: () => number
  readonly report: (error: unknown) => void
  readonly looks$?: Observable<unknown>
}

/** The score-card: cases of the live analysis, and of imported months. */
export interface ScoreCardService {
  /** To be registered under the market-data base path. */
  readonly routes: Service
  /** Call it before the live data starts. Begins once the database responds. */
  start(): void
  /** Months of the library that could not be counted since the start. */
  failedMonths(): number
  /** Resolves when all that was published and imported is counted. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const monthName = ({ pair, month }: Pick<CaseTally, 'pair' | 'month'>): string => `${pair} ${month}`

/** [SC-32] A pair's month that the library has is counted from there only. */
function withoutPast(live: readonly CaseTally[], past: readonly CaseTally[]): readonly CaseTally[] {
  const known = new Set(past.map(monthName))
  return live.filter((tally) => !known.has(monthName(tally)))
}

export function createScoreCard(deps: ScoreCardDeps): ScoreCardService {
  const { database, assertLeads, streams, series, library, startThread, now, report } = deps
  const liveStore = createLiveCaseStore(database, streams.market, assertLeads)
  const stored = createStoredTallies(() => liveStore.tallies())
  const live = createLiveCases({
    streams,
    store: liveStore,
    series,
    report,
    onStored: stored.add,
    onReset: stored.forget,
  })
  const past = createPastCases({ library, store: createPastStore(database, now), startThread, report })
  let looking: Subscription | undefined
  let isStopped = false

  function look(): void {
    past.wake()
    liveStore
      .prune()
      .then((isPruned) => isPruned && stored.forget())
      .catch(report)
  }

  function begin(): void {
    if (isStopped) return
    live.start()
    looking = (deps.looks$ ?? interval(LOOK_MS)).subscribe(look)
    past.wake()
  }

  async function read(query: ScoreQuery): Promise<ScoreCard> {
    const ofPast = past.counted().flatMap(({ tallies }) => tallies)
    const ofLive = await stored.read()
    const all =
      query.source === 'past' ? ofPast : query.source === 'live' ? ofLive : [...ofPast, ...withoutPast(ofLive, ofPast)]
    return {
      kinds: scoresOf(all, query, SCORE_KINDS),
      pairs: [...new Set(all.map(({ pair }) => pair))].sort(),
      months: [...new Set(all.map(({ month }) => month))].sort().toReversed(),
      market: streams.market,
      past: {
        counted: past.counted().length,
        waiting: past.waiting(),
        sources: [...new Set(past.counted().map(({ source }) => source))].sort(),
      },
    }
  }

  return {
    routes: async (app) =>
      serve(app, { scoreCard }, { scoreCard: async ({ query }) => ({ success: true, data: await read(query) }) }),
    start() {
      // What is published until then is recomputed.
      if (database.waitingFor() === undefined) begin()
      else database.whenReady.then(begin).catch(report)
    },
    failedMonths: () => past.failed(),
    async settled() {
      await live.settled()
      await past.settled()
    },
    async stop() {
      isStopped = true
      looking?.unsubscribe()
      await past.stop()
      await live.stop()
    },
  }
}

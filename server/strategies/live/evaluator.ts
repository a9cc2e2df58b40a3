import { defer, retry, Subscription, timer } from 'rxjs'
import type { PairId } from '#contract/pairs.ts'
import type { StrategyHealth, StrategyMetrics } from '#contract/strategies/performance.ts'
import { NO_ACTS } from '../evaluator/evaluate.ts'
import type { Picture } from '../evaluator/picture.ts'
import type { StreamMoment, StreamsPort } from '../ports.ts'
import type { ReadMoment } from '../readings/read.ts'
import type { Tape } from '../rehearsal/tape.ts'
import type { DecisionRow, DecisionStore } from '../store/decisions.ts'
import { toStored } from '../store/evidence.ts'
import type { StoredStrategy, StrategyStore } from '../store/strategies.ts'
import { createFollower, type Follower, type Worker } from './follower.ts'
import { createRoster } from './roster.ts'
import type { Step } from '../evaluator/step.ts'
import { createDecisionWriter } from './writer.ts'

export interface EvaluatorDeps {
  readonly streams: StreamsPort
  readonly strategies: Pick<StrategyStore, 'active' | 'pauseBarred'>
  readonly decisions: Pick<DecisionStore, 'append' | 'prune' | 'acts'>
  /** Milliseconds of a clock that only measures. */
  readonly stopwatch: () => number
  readonly report: (error: unknown) => void
}

/** Lets active strategies decide on what the streams say. */
export interface Evaluator {
  /** Follows the streams from now on; resolves when the active strategies are at work. Tries again while they cannot be read. */
  start(): Promise<void>
  /** To be called after a creation and after every change of status. */
  heed(strategy: Pick<StoredStrategy, 'id' | 'status' | 'definition'>): Promise<void>
  /** To be called with strategies that were paused otherwise. */
  rest(strategyIds: readonly string[]): void
  dismiss(strategyId: string): void
  /** Market time up to which decisions are read: the clock's, or that of a minute which closed ahead of it; unix ms. */
  now(): number
  picture(pair: PairId): Picture
  tape(pair: PairId): Tape
  metrics(): StrategyMetrics['evaluator']
  health(): StrategyHealth
  /** Resolves when what was decided so far is written, or failed to be. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** Between two tries to read the active strategies. */
const RETRY_MS = 5_000

function rowOf({ strategyId, prepared }: Worker, step: Step): DecisionRow {
  const { outcome, trace, renewed } = step
  const fresh = trace.sources.filter(({ source_id, discarded }) => discarded === null && renewed.has(source_id))
  return {
    strategyId,
    pair: prepared.pair,
    decidedAt: trace.decided_at,
    type: outcome.decision_type,
    confidence: outcome.confidence,
    strength: outcome.strength,
    signals: fresh.length,
    confidenceSum: fresh.reduce((sum, { confidence }) => sum + (confidence ?? 0), 0),
    evidence: toStored(step),
  }
}

export function createEvaluator({ streams, strategies, decisions, stopwatch, report }: EvaluatorDeps): Evaluator {
  const followers = new Map<PairId, Follower>()
  const roster = createRoster()
  const writer = createDecisionWriter(decisions, report)
  const unreadable = new Set<string>()
  /** Counts what was asked of each strategy: what takes long to carry out must not undo what was asked since. */
  let wishes = 0
  const newestWish = new Map<string, number>()
  let following: Subscription | undefined
  let evaluations = 0
  let failures = 0
  let lastMs: number | null = null
  let longestMs: number | null = null
  let lastFailure: string | undefined
  let unemployed: string | undefined

  function notice({ readings, unreadable: failed }: ReadMoment): void {
    for (const key of readings.keys()) unreadable.delete(key)
    for (const key of failed) unreadable.add(key)
  }

  function followerOf(pair: PairId): Follower {
    const known = followers.get(pair)
    if (known) return known
    const created = createFollower(pair, notice)
    followers.set(pair, created)
    return created
  }

  function take(moment: StreamMoment): void {
    const began = stopwatch()
    try {
      const taken = followerOf(moment.pair).take(moment, roster.workersOn(moment.pair))
      writer.write(taken.map(({ worker, step }) => rowOf(worker, step)))
      evaluations += taken.length
      lastFailure = undefined
    } catch (error) {
      failures += 1
      lastFailure = error instanceof Error ? error.message : 'failed'
      report(error)
    }
    if (moment.kind === 'standing') return
    lastMs = stopwatch() - began
    longestMs = Math.max(longestMs ?? 0, lastMs)
  }

  function wish(strategyId: string): number {
    wishes += 1
    newestWish.set(strategyId, wishes)
    return wishes
  }

  function rest(strategyId: string): void {
    wish(strategyId)
    roster.rest(strategyId)
  }

  async function heed({ id, status, definition }: Pick<StoredStrategy, 'id' | 'status' | 'definition'>): Promise<void> {
    if (status !== 'active') {
      rest(id)
      return
    }
    const own = wish(id)
    const acts = new Map(
      roster.remembers(id)
        ? []
        : await Promise.all(
            definition.symbols.map(async (pair) => [pair, await decisions.acts(id, pair, streams.now())] as const),
          ),
    )
    if (newestWish.get(id) !== own) return
    roster.employ(id, definition, (pair) => acts.get(pair) ?? NO_ACTS)
  }

  async function employAll(): Promise<void> {
    try {
      // An account can also change without this server: with another tool, or before it knew of strategies.
      await strategies.pauseBarred()
      const before = wishes
      for (const strategy of await strategies.active()) {
        if ((newestWish.get(strategy.id) ?? 0) <= before) await heed(strategy)
      }
      unemployed = undefined
    } catch (error) {
      unemployed = error instanceof Error ? error.message : 'not readable'
      report(error)
      throw error
    }
  }

  const errors = (): string[] =>
    [
      unemployed === undefined ? undefined : `strategies could not be read: ${unemployed}`,
      lastFailure === undefined ? undefined : `evaluation: ${lastFailure}`,
      writer.trouble() === undefined ? undefined : `decisions are not being stored: ${writer.trouble()}`,
      unreadable.size === 0 ? undefined : `entries that could not be read: ${[...unreadable].join(', ')}`,
    ].filter((line) => line !== undefined)

  return {
    start() {
      following = new Subscription()
      following.add(streams.moments$.subscribe(take))
      return new Promise((done) => {
        const employing = defer(employAll).pipe(retry({ delay: () => timer(RETRY_MS) }))
        following?.add(employing.subscribe(() => done()))
      })
    },
    heed,
    rest: (strategyIds) => strategyIds.forEach(rest),
    dismiss(strategyId) {
      newestWish.delete(strategyId)
      roster.dismiss(strategyId)
    },
    now: () => Math.max(streams.now(), ...[...followers.values()].map((each) => each.evaluatedUntil() ?? 0)),
    picture: (pair) => followerOf(pair).picture(),
    tape: (pair) => followerOf(pair).tape,
    metrics: () => ({
      evaluations,
      last_ms: lastMs,
      longest_ms: longestMs,
      unwritten: writer.unwritten(),
      failures,
    }),
    health() {
      const pairs = streams.pairs.map((symbol) => ({ symbol, evaluated_until: followerOf(symbol).evaluatedUntil() }))
      const found = errors()
      const isWarm = pairs.some(({ evaluated_until: until }) => until !== null)
      return {
        status: found.length > 0 ? 'degraded' : isWarm ? 'healthy' : 'warming_up',
        market: streams.market,
        active_strategies: roster.size(),
        pairs,
        errors: found,
      }
    },
    settled: () => writer.settled(),
    async stop() {
      following?.unsubscribe()
      await writer.settled()
    },
  }
}

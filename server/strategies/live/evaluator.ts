import { defer, retry, Subject, Subscription, timer, type Observable } from 'rxjs'
import type { PairId } from '#contract/pairs.ts'
import type { Side } from '#contract/strategies/names.ts'
import type { RiskParameters } from '#contract/strategies/risk.ts'
import type { StrategyHealth, StrategyMetrics } from '#contract/strategies/activity.ts'
import { NO_TRADES, type StepResult } from '../evaluator/evaluate.ts'
import type { MarketState, SignalHistory } from '../evaluator/market-state.ts'
import type { StreamUpdate, StreamsPort } from '../ports.ts'
import type { SignalUpdate } from '../signal-extractors/extract.ts'
import type { DecisionRow, DecisionStore } from '../store/decisions.ts'
import { toStored } from '../store/evidence.ts'
import type { StrategyStore } from '../store/strategies.ts'
import {
  createStrategyRunner,
  createActiveStrategies,
  type StrategyRunner,
  type RunningStrategy,
  type RunnableStrategy,
} from './active-strategies.ts'
import { createDecisionWriter } from './writer.ts'

export interface EvaluatorDeps {
  readonly streams: StreamsPort
  readonly strategies: Pick<StrategyStore, 'active' | 'activeVersions' | 'find' | 'pauseIneligible'>
  readonly decisions: Pick<DecisionStore, 'append' | 'prune' | 'tradeHistory'>
  /** Monotonic clock for durations, in milliseconds. */
  readonly stopwatch: () => number
  readonly report: (error: unknown) => void
}

/** A BUY or SELL, and the risk parameters of the version that made it. */
export interface LiveDecision {
  readonly strategyId: string
  readonly side: Side
  /** Market time, unix ms. */
  readonly decidedAt: number
  readonly risk: RiskParameters
}

/** An update after all strategies have decided on it. */
export interface DecidedUpdate {
  readonly update: StreamUpdate
  readonly decisions: readonly LiveDecision[]
}

/** Runs active strategies on stream updates. */
export interface Evaluator {
  /** Subscribes to the streams; resolves when the active strategies are running. Retries while they cannot be loaded. */
  start(): Promise<void>
  /** Hot. Every update on which strategies decide, whether any did or not. */
  readonly decided$: Observable<DecidedUpdate>
  /** Call after every change of a strategy, by whichever process: it runs as it is stored from the next update on. */
  refresh(strategyId: string): Promise<void>
  /** Refreshes the strategies that run otherwise than they are stored. */
  refreshAll(): Promise<void>
  /** Call with strategies that were just paused. */
  deactivate(strategyIds: readonly string[]): void
  /** Market time up to which decisions are visible: that of the clock, or of a minute that closed ahead of it; unix ms. */
  now(): number
  marketState(pair: PairId): MarketState
  history(pair: PairId): SignalHistory
  metrics(): StrategyMetrics['evaluator']
  health(): StrategyHealth
  /** Resolves when the strategies are loaded or failed to be, and all decisions so far were written or failed to be. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** Delay between two attempts to load the active strategies. */
const RETRY_MS = 5_000

function toDecision(
  { strategyId, prepared }: RunningStrategy,
  { outcome, trace }: StepResult,
): readonly LiveDecision[] {
  const { decision_type: side } = outcome
  return side === 'HOLD' ? [] : [{ strategyId, side, decidedAt: trace.decided_at, risk: prepared.risk }]
}

function toRow({ strategyId, versionNumber, prepared }: RunningStrategy, step: StepResult): DecisionRow {
  const { outcome, trace, renewed } = step
  const usable = trace.sources.filter(({ source_id, discarded }) => discarded === null && renewed.has(source_id))
  return {
    strategyId,
    pair: prepared.pair,
    decidedAt: trace.decided_at,
    type: outcome.decision_type,
    confidence: outcome.confidence,
    strength: outcome.strength,
    signals: usable.length,
    confidenceSum: usable.reduce((sum, { confidence }) => sum + (confidence ?? 0), 0),
    evidence: toStored(step),
    versionNumber,
  }
}

export function createEvaluator({ streams, strategies, decisions, stopwatch, report }: EvaluatorDeps): Evaluator {
  const runners = new Map<PairId, StrategyRunner>()
  const activeStrategies = createActiveStrategies()
  const writer = createDecisionWriter(decisions, report)
  const decided$ = new Subject<DecidedUpdate>()
  const unreadable = new Set<string>()
  /** Numbers the requests, so that a slow one does not undo a later one for the same strategy. */
  let requests = 0
  const latestRequest = new Map<string, number>()
  let subscription: Subscription | undefined
  let evaluations = 0
  let failures = 0
  let lastMs: number | null = null
  let longestMs: number | null = null
  let lastFailure: string | undefined
  let loadError: string | undefined
  /** The newest attempt to load the active strategies; never rejects. */
  let loading: Promise<unknown> = Promise.resolve()

  function trackUnreadable({ signals: readings, unreadable: failedKeys }: SignalUpdate): void {
    for (const key of readings.keys()) unreadable.delete(key)
    for (const key of failedKeys) unreadable.add(key)
  }

  function runnerOf(pair: PairId): StrategyRunner {
    const known = runners.get(pair)
    if (known) return known
    const created = createStrategyRunner(pair, trackUnreadable)
    runners.set(pair, created)
    return created
  }

  function ingest(update: StreamUpdate): void {
    const startedAt = stopwatch()
    let decisions: readonly LiveDecision[] = []
    try {
      const results = runnerOf(update.pair).ingest(update, activeStrategies.runningOn(update.pair))
      writer.write(results.map(({ strategy: worker, step }) => toRow(worker, step)))
      decisions = results.flatMap(({ strategy, step }) => toDecision(strategy, step))
      evaluations += results.length
      lastFailure = undefined
    } catch (error) {
      failures += 1
      lastFailure = error instanceof Error ? error.message : 'failed'
      report(error)
    }
    if (update.kind === 'initial') return
    lastMs = stopwatch() - startedAt
    longestMs = Math.max(longestMs ?? 0, lastMs)
    decided$.next({ update, decisions })
  }

  function nextRequest(strategyId: string): number {
    requests += 1
    latestRequest.set(strategyId, requests)
    return requests
  }

  function deactivate(strategyId: string): void {
    nextRequest(strategyId)
    activeStrategies.deactivate(strategyId)
  }

  function remove(strategyId: string): void {
    latestRequest.delete(strategyId)
    activeStrategies.remove(strategyId)
  }

  async function activate(strategy: RunnableStrategy, request: number): Promise<void> {
    const { id, definition } = strategy
    const unknown = definition.symbols.filter((pair) => !activeStrategies.hasHistory(id, pair))
    const trades = new Map(
      await Promise.all(
        unknown.map(async (pair) => [pair, await decisions.tradeHistory(id, pair, streams.now())] as const),
      ),
    )
    if (latestRequest.get(id) !== request) return
    activeStrategies.activate(strategy, (pair) => trades.get(pair) ?? NO_TRADES)
  }

  /** Reads it again, rather than taking what a request has just stored: another process may have changed it since. */
  async function refresh(id: string): Promise<void> {
    const request = nextRequest(id)
    const strategy = await strategies.find(id)
    if (latestRequest.get(id) !== request) return
    if (strategy === undefined) remove(id)
    else if (strategy.status === 'active') await activate(strategy, request)
    else activeStrategies.deactivate(id)
  }

  async function refreshAll(): Promise<void> {
    const stored = await strategies.activeVersions()
    const running = activeStrategies.versions()
    const ids = new Set([...stored.keys(), ...running.keys()])
    for (const id of [...ids].filter((each) => stored.get(each) !== running.get(each))) await refresh(id)
  }

  async function activateAll(): Promise<void> {
    try {
      // Accounts can also change without this server: through another tool, or an older version.
      await strategies.pauseIneligible()
      const firstRequest = requests
      for (const strategy of await strategies.active()) {
        if ((latestRequest.get(strategy.id) ?? 0) <= firstRequest) await activate(strategy, nextRequest(strategy.id))
      }
      loadError = undefined
    } catch (error) {
      loadError = error instanceof Error ? error.message : 'not readable'
      report(error)
      throw error
    }
  }

  const errors = (): string[] =>
    [
      loadError === undefined ? undefined : `strategies could not be read: ${loadError}`,
      lastFailure === undefined ? undefined : `evaluation: ${lastFailure}`,
      writer.failure() === undefined ? undefined : `decisions are not being stored: ${writer.failure()}`,
      unreadable.size === 0 ? undefined : `entries that could not be read: ${[...unreadable].join(', ')}`,
    ].filter((line) => line !== undefined)

  function load(): Promise<void> {
    const attempt = activateAll()
    loading = attempt.catch(() => undefined)
    return attempt
  }

  async function settled(): Promise<void> {
    await loading
    await writer.settled()
  }

  return {
    start() {
      subscription = new Subscription()
      subscription.add(streams.updates$.subscribe(ingest))
      return new Promise((done) => {
        const loaded$ = defer(load).pipe(retry({ delay: () => timer(RETRY_MS) }))
        subscription?.add(loaded$.subscribe(() => done()))
      })
    },
    decided$: decided$.asObservable(),
    refresh,
    refreshAll,
    deactivate: (strategyIds) => strategyIds.forEach(deactivate),
    now: () => Math.max(streams.now(), ...[...runners.values()].map((each) => each.evaluatedUntil() ?? 0)),
    marketState: (pair) => runnerOf(pair).marketState(),
    history: (pair) => runnerOf(pair).history,
    metrics: () => ({
      evaluations,
      last_ms: lastMs,
      longest_ms: longestMs,
      unwritten: writer.unwritten(),
      failures,
    }),
    health() {
      const pairs = streams.pairs.map((symbol) => ({ symbol, evaluated_until: runnerOf(symbol).evaluatedUntil() }))
      const problems = errors()
      const isWarm = pairs.some(({ evaluated_until: until }) => until !== null)
      return {
        status: problems.length > 0 ? 'degraded' : isWarm ? 'healthy' : 'warming_up',
        market: streams.market,
        active_strategies: activeStrategies.versions().size,
        pairs,
        errors: problems,
      }
    },
    settled,
    async stop() {
      subscription?.unsubscribe()
      await settled()
    },
  }
}

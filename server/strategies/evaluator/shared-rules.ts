import type { DecisionType } from '#contract/strategies/names.ts'
import type { SignalUpdate } from '../signal-extractors/extract.ts'
import type { StreamSignal } from '../signal-extractors/stream-signal.ts'
import { ageAt, collectEvidence, type PreparedSource } from './collect-evidence.ts'
import type { RuleEvidence } from './evidence.ts'
import { EMPTY_MARKET_STATE, type MarketState } from './market-state.ts'
import { countedOf, ruleResult, type RuleResult } from './rules.ts'
import { signalOf, traceSource, type Signal } from './sources.ts'

/** A source, and whether its stream has a new entry. */
interface FollowedSource {
  readonly prepared: PreparedSource
  isRenewed: boolean
  /** What `signal` was made of. */
  stream: StreamSignal | undefined
  volumeRatio: number | undefined
  overdue: number | null
  signal: Signal | undefined
  weight: number
  /** Rises whenever the signal is made anew. */
  version: number
  /** The move at which it was last looked at. */
  seenAt: number
}

/**
 * Rules over the same sources, of one strategy or of several that share them, while the market moves on. A rule is evaluated
 * only when it is asked for and one of its signals may have changed, without a trace: for backtests, in which nearly every
 * minute ends with a rule that is not met.
 */
export interface SharedRules {
  /** Moves on to the market as it is after an update. */
  moveTo(market: MarketState, update: SignalUpdate): void
  /** What a rule comes to now, after the first move. Equal rules are evaluated once. */
  follow(this: void, rule: RuleEvidence): () => RuleResult
  /** Whether any of these sources has a new entry. */
  watch(sourceIds: readonly string[]): () => boolean
  /** By source; null if it is excluded. */
  votes(): (DecisionType | null)[]
}

const followed = (prepared: PreparedSource): FollowedSource => ({
  prepared,
  isRenewed: false,
  stream: undefined,
  volumeRatio: undefined,
  overdue: null,
  signal: undefined,
  weight: Number.NaN,
  version: 0,
  seenAt: 0,
})

/** Makes the signal of a source anew, unless it would be the same. */
function refresh(source: FollowedSource, market: MarketState, at: number): void {
  const { key, cadenceSeconds, source: given } = source.prepared
  const stream = market.signals.get(key)
  const volumeRatio = given.weight_config.volume_weight ? market.volumeRatio : undefined
  const overdue = stream ? Math.max(0, ageAt(at, stream.asOf) - cadenceSeconds) : null
  const isSame = stream === source.stream && volumeRatio === source.volumeRatio && overdue === source.overdue
  if (isSame && source.version > 0) return
  const traced = traceSource(collectEvidence(source.prepared, market, at))
  source.stream = stream
  source.volumeRatio = volumeRatio
  source.overdue = overdue
  source.signal = signalOf(traced)
  source.weight = traced.weight
  source.version += 1
}

/** @param prepared the sources of all rules that will be followed */
export function createSharedRules(prepared: readonly PreparedSource[]): SharedRules {
  const sources = prepared.map(followed)
  const byId = new Map(sources.map((source) => [source.prepared.source.id, source]))
  const known = new Map<string, () => RuleResult>()
  let market = EMPTY_MARKET_STATE
  let at = 0
  /** Number of calls of `moveTo`. */
  let moves = 0

  function seen(source: FollowedSource): FollowedSource {
    if (source.seenAt < moves) refresh(source, market, at)
    source.seenAt = moves
    return source
  }

  function createRule(rule: RuleEvidence): () => RuleResult {
    const inputs = rule.inputs.map(({ source_id: id }) => byId.get(id)).filter((source) => source !== undefined)
    let result: RuleResult | undefined
    /** Of all signals that `result` was made of; versions only rise. */
    let version = -1
    let askedAt = -1
    return () => {
      if (result && askedAt === moves) return result
      askedAt = moves
      let newest = 0
      for (const source of inputs) newest += seen(source).version
      if (result && newest === version) return result
      version = newest
      const weight = inputs.reduce((total, source) => total + source.weight, 0)
      const signals = inputs.map(({ signal }) => signal).filter((signal) => signal !== undefined)
      return (result = ruleResult(rule, countedOf(signals, rule.needed.max_time_spread_seconds), weight))
    }
  }

  return {
    moveTo(next, update) {
      market = next
      at = update.at
      moves += 1
      for (const source of sources) source.isRenewed = update.signals.has(source.prepared.key)
    },
    follow(rule) {
      const name = JSON.stringify(rule)
      const found = known.get(name) ?? createRule(rule)
      known.set(name, found)
      return found
    },
    watch(sourceIds) {
      const watched = sources.filter(({ prepared: { source } }) => sourceIds.includes(source.id))
      return () => watched.some(({ isRenewed }) => isRenewed)
    },
    votes: () => sources.map((source) => seen(source).signal?.vote ?? null),
  }
}

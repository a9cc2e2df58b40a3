import type { DecisionType } from '#contract/strategies/names.ts'
import type { Discard } from '#contract/strategies/trace.ts'
import type { StreamSignal } from '../signal-extractors/stream-signal.ts'
import { ageAt, readSource, type PreparedSource, type RuleEvidence } from './collect-evidence.ts'
import { EMPTY_MARKET_STATE, type MarketState } from './market-state.ts'
import { countedOf, ruleResult, type RuleResult } from './rules.ts'
import { usableSignal, type Signal } from './sources.ts'

/** A stream of one or more sources. */
interface FollowedStream {
  readonly key: string
  newest: StreamSignal | undefined
  /** Whether that is new. */
  isRenewed: boolean
}

/** A source and what it comes to. */
interface FollowedSource {
  readonly prepared: PreparedSource
  readonly stream: FollowedStream
  /** What `signal` was made of. */
  entry: StreamSignal | undefined
  volumeRatio: number | undefined
  overdue: number | null
  /** While its next entry is not due, time alone changes nothing; unix ms. */
  dueAt: number
  /** Its usable signal, or why it is excluded. */
  signal: Signal | Discard
  weight: number
  /** Rises whenever the signal or the weight changes. */
  version: number
}

/**
 * Rules over the same sources, of one strategy or of several that share them, while the market moves on. A rule is evaluated
 * only when it is asked for and one of its signals has changed, without a trace: for backtests, in which nearly every
 * minute ends with a rule that is not met.
 */
export interface SharedRules {
  /** Moves on to the market as it is at a time (unix ms). A stream has a new entry if it is another object than before. */
  moveTo(market: MarketState, at: number): void
  /** What a rule comes to now, after the first move. Equal rules are evaluated once. */
  follow(this: void, rule: RuleEvidence): () => RuleResult
  /** What these rules come to now if all are met, otherwise undefined. */
  followAll(this: void, rules: readonly RuleEvidence[]): () => readonly RuleResult[] | undefined
  /** Whether any of these sources has a new entry. */
  watch(sourceIds: readonly string[]): () => boolean
  /** What each source votes, or why it is excluded. */
  votes(): (DecisionType | Discard)[]
}

const followed = (prepared: PreparedSource, stream: FollowedStream): FollowedSource => ({
  prepared,
  stream,
  entry: undefined,
  volumeRatio: undefined,
  overdue: null,
  dueAt: -Infinity,
  signal: 'no_signal',
  weight: Number.NaN,
  version: 0,
})

/** Whether two signals of the same source are the same. */
const isSameSignal = (a: Signal | Discard, b: Signal | Discard): boolean =>
  typeof a === 'string' || typeof b === 'string'
    ? a === b
    : a.value === b.value &&
      a.confidence === b.confidence &&
      a.weight === b.weight &&
      a.overdue === b.overdue &&
      a.timeframe === b.timeframe &&
      a.vote === b.vote

const hasSameValues = (a: StreamSignal | undefined, b: StreamSignal | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.overall === b.overall &&
  a.byTimeframe === b.byTimeframe &&
  a.byPath === b.byPath

/** Makes the signal of a source anew if it may differ. True if it does. */
function refresh(source: FollowedSource, market: MarketState, at: number): boolean {
  const { prepared, entry: before } = source
  const entry = source.stream.newest
  const volumeRatio = prepared.source.weight_config.volume_weight ? market.volumeRatio : undefined
  const isSameVolume = volumeRatio === source.volumeRatio
  if (entry === before && isSameVolume && at <= source.dueAt) return false
  source.entry = entry
  source.volumeRatio = volumeRatio
  source.dueAt = entry ? entry.asOf + prepared.cadenceSeconds * 1_000 : Infinity
  const overdue = entry ? Math.max(0, ageAt(at, entry.asOf) - prepared.cadenceSeconds) : null
  const isSame = isSameVolume && overdue === source.overdue && hasSameValues(entry, before)
  source.overdue = overdue
  if (isSame && source.version > 0) return false
  const reading = readSource(prepared.source, entry, volumeRatio)
  const signal = usableSignal(prepared.source, reading, overdue)
  if (source.version > 0 && reading.weight === source.weight && isSameSignal(signal, source.signal)) return false
  source.signal = signal
  source.weight = reading.weight
  source.version += 1
  return true
}

/** @param prepared the sources of all rules that will be followed */
export function createSharedRules(prepared: readonly PreparedSource[]): SharedRules {
  const streams = [...new Set(prepared.map(({ key }) => key))].map((key): FollowedStream => ({
    key,
    newest: undefined,
    isRenewed: false,
  }))
  const sources = prepared.flatMap((source) => {
    const stream = streams.find(({ key }) => key === source.key)
    return stream ? [followed(source, stream)] : []
  })
  const byId = new Map(sources.map((source) => [source.prepared.source.id, source]))
  const known = new Map<string, () => RuleResult>()
  let market = EMPTY_MARKET_STATE
  let at = 0
  let isSettled = false
  /** Rises whenever a signal or weight changes. */
  let version = 0

  function settle(): void {
    if (isSettled) return
    isSettled = true
    for (const source of sources) if (refresh(source, market, at)) version += 1
  }

  function createRule(rule: RuleEvidence): () => RuleResult {
    const inputs = rule.inputs.map(({ source_id: id }) => byId.get(id)).filter((source) => source !== undefined)
    let result: RuleResult | undefined
    /** Of all signals that `result` was made of; versions only rise. */
    let own = -1
    return () => {
      settle()
      let newest = 0
      for (const source of inputs) newest += source.version
      if (result && newest === own) return result
      own = newest
      const weight = inputs.reduce((total, source) => total + source.weight, 0)
      const signals = inputs.map(({ signal }) => signal).filter((signal) => typeof signal !== 'string')
      return (result = ruleResult(rule, countedOf(signals, rule.needed.max_time_spread_seconds), weight))
    }
  }

  function follow(rule: RuleEvidence): () => RuleResult {
    const name = JSON.stringify(rule)
    const found = known.get(name) ?? createRule(rule)
    known.set(name, found)
    return found
  }

  return {
    moveTo(next, now) {
      market = next
      at = now
      isSettled = false
      for (const stream of streams) {
        const newest = market.signals.get(stream.key)
        stream.isRenewed = newest !== stream.newest
        stream.newest = newest
      }
    },
    follow,
    followAll(rules) {
      const all = rules.map(follow)
      let results: readonly RuleResult[] | undefined
      let askedAt = -1
      return () => {
        settle()
        if (askedAt === version) return results
        askedAt = version
        results = all.every((rule) => rule().unmet.length === 0) ? all.map((rule) => rule()) : undefined
        return results
      }
    },
    watch(sourceIds) {
      const own = sources.filter(({ prepared: { source } }) => sourceIds.includes(source.id))
      const watched = streams.filter((stream) => own.some((source) => source.stream === stream))
      return () => {
        for (const stream of watched) if (stream.isRenewed) return true
        return false
      }
    },
    votes() {
      settle()
      return sources.map(({ signal }) => (typeof signal === 'string' ? signal : signal.vote))
    },
  }
}

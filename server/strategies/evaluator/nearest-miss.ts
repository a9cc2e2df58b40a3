import type { Side } from '#contract/strategies/names.ts'
import { overdueSeconds, type Change, type NearestMiss } from '#contract/strategies/trace.ts'
import type { Evidence, SourceEvidence } from './collect-evidence.ts'
import { decide } from './decide.ts'
import { sentenceOf } from './sentence.ts'
import { discardOf } from './sources.ts'

function changed(source: SourceEvidence, evidence: Evidence, changes: readonly Change[]): SourceEvidence {
  const change = changes.find((each) => each.kind === 'signal' && each.source_id === source.source_id)
  if (change?.kind !== 'signal') return source
  const { value, confidence, age_seconds } = change
  return { ...source, value, confidence, age_seconds, as_of: evidence.decided_at - age_seconds * 1000 }
}

/** [SG-51] The evidence with the changes applied. */
export function applyChanges(evidence: Evidence, changes: readonly Change[]): Evidence {
  const { risk } = evidence
  const rest = changes.find(({ kind }) => kind === 'cooldown')
  const daily = changes.find(({ kind }) => kind === 'daily_trades')
  return {
    ...evidence,
    sources: evidence.sources.map((source) => changed(source, evidence, changes)),
    risk: {
      ...risk,
      ...(rest?.kind === 'cooldown' && {
        signal_cooldown_minutes: { ...risk.signal_cooldown_minutes, reached: rest.minutes },
      }),
      ...(daily?.kind === 'daily_trades' && { max_daily_trades: { ...risk.max_daily_trades, reached: daily.trades } }),
    },
  }
}

type SignalChange = Extract<Change, { kind: 'signal' }>

const isSignal = (change: Change): change is SignalChange => change.kind === 'signal'

const decides = (evidence: Evidence, changes: readonly Change[], side: Side): boolean =>
  decide(applyChanges(evidence, changes)).outcome.decision_type === side

/** Risk gates that would have to open, whatever the signals are. */
function gateChanges({ risk: { signal_cooldown_minutes: rest, max_daily_trades: daily } }: Evidence): Change[] {
  const changes: Change[] = []
  if (rest.needed !== null && rest.reached !== null && rest.reached < rest.needed) {
    changes.push({ kind: 'cooldown', minutes: rest.needed })
  }
  if (daily.needed !== null && daily.reached >= daily.needed) {
    changes.push({ kind: 'daily_trades', trades: daily.needed - 1 })
  }
  return changes
}

/** For how long the freshest usable signal has been overdue, 0 without any: further signals must be about as fresh. */
function freshest({ sources }: Evidence): number {
  const usable = sources.filter((source) => discardOf(source) === null)
  const overdue = usable.flatMap((source) => overdueSeconds(source) ?? [])
  return overdue.length === 0 ? 0 : Math.min(...overdue)
}

/** The greatest age at which a source is overdue for this long, in seconds; 0 for one that is not overdue. */
const ageWhen = (overdue: number, { cadence_seconds: cadence }: SourceEvidence): number =>
  overdue === 0 ? 0 : cadence + overdue

/** The change that makes a source support a side with full confidence. */
function fullySupporting(source: SourceEvidence, side: Side, overdue: number, strength: number): SignalChange {
  const sign = side === 'BUY' ? 1 : -1
  const current = Math.max(0, sign * (source.value ?? 0))
  return {
    kind: 'signal',
    source_id: source.source_id,
    value: sign * Math.max(current, strength),
    confidence: 1,
    age_seconds: ageWhen(Math.min(overdue, source.needed.max_age_seconds), source),
  }
}

/** Minimum strength with which a source votes for a side and passes the strength gate. */
const needed = ({ needed: { threshold_buy, threshold_sell } }: SourceEvidence, side: Side, gate: number): number =>
  Math.max(side === 'BUY' ? threshold_buy : threshold_sell, gate)

/** Changes are rounded to this grid, so that the sentence and the data agree. */
const STEPS_PER_UNIT = 100
const roundedUp = (value: number): number => Math.min(1, Math.ceil(value * STEPS_PER_UNIT - 1e-6) / STEPS_PER_UNIT)

/** The smallest value on the grid from `from` to `to` that passes; `to` is known to pass. */
function smallestPassing(from: number, to: number, passes: (value: number) => boolean): number {
  if (passes(from)) return from
  let [low, high] = [Math.floor(from * STEPS_PER_UNIT), Math.ceil(to * STEPS_PER_UNIT - 1e-6)]
  if (!passes(high / STEPS_PER_UNIT)) return to
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (passes(middle / STEPS_PER_UNIT)) high = middle
    else low = middle
  }
  return high / STEPS_PER_UNIT
}

/** Reduces each change, one after the other, to the smallest that still works. */
function relax(evidence: Evidence, changes: readonly Change[], side: Side): Change[] {
  const relaxed = [...changes]
  const sources = new Map(evidence.sources.map((source) => [source.source_id, source]))
  relaxed.forEach((change, index) => {
    const source = isSignal(change) ? sources.get(change.source_id) : undefined
    if (!isSignal(change) || !source) return
    const sign = side === 'BUY' ? 1 : -1
    const attempt = (tried: SignalChange): boolean => {
      const before = relaxed[index]
      relaxed[index] = tried
      if (decides(evidence, relaxed, side)) return true
      if (before) relaxed[index] = before
      return false
    }
    let best = change
    const isFresh = (overdueSeconds(source) ?? Number.POSITIVE_INFINITY) <= source.needed.max_age_seconds
    if (isFresh && source.age_seconds !== null && attempt({ ...best, age_seconds: source.age_seconds })) {
      best = { ...best, age_seconds: source.age_seconds }
    }
    const confidence = smallestPassing(Math.max(source.confidence ?? 0, 0), best.confidence, (value) =>
      attempt({ ...best, confidence: value }),
    )
    best = { ...best, confidence }
    const strength = smallestPassing(Math.max(0, sign * (source.value ?? 0)), Math.abs(best.value), (value) =>
      attempt({ ...best, value: value === 0 ? 0 : sign * value }),
    )
    best = { ...best, value: strength === 0 ? 0 : sign * strength }
    relaxed[index] = best
  })
  return relaxed
}

/** The cost of a change, to compare alternatives. */
function costOf(change: Change, evidence: Evidence): number {
  if (change.kind === 'cooldown') return (change.minutes - (evidence.risk.signal_cooldown_minutes.reached ?? 0)) / 60
  if (change.kind === 'daily_trades') return 1
  const source = evidence.sources.find(({ source_id }) => source_id === change.source_id)
  const needsNewEntry = !source || discardOf(source) === 'no_signal' || discardOf(source) === 'too_old'
  return (
    0.1 +
    Math.abs(change.value - (source?.value ?? 0)) +
    Math.abs(change.confidence - (source?.confidence ?? 0)) +
    (needsNewEntry ? 1 : 0)
  )
}

const costsOf = (changes: readonly Change[], evidence: Evidence): number =>
  changes.reduce((total, change) => total + costOf(change, evidence), 0)

/** The cheapest single source whose change would suffice. */
function cheapestSingle(
  evidence: Evidence,
  gates: readonly Change[],
  side: Side,
  overdue: number,
): Change[] | undefined {
  return evidence.sources
    .map((source) => [...gates, fullySupporting(source, side, overdue, 1)])
    .filter((changes) => decides(evidence, changes, side))
    .map((changes) => relax(evidence, changes, side))
    .toSorted((a, b) => costsOf(a, evidence) - costsOf(b, evidence))[0]
}

/** Drops changes that are not needed, the most expensive first. */
function prune(evidence: Evidence, changes: readonly Change[], side: Side): Change[] {
  const dearestFirst = changes.toSorted((a, b) => costOf(b, evidence) - costOf(a, evidence))
  for (const change of dearestFirst) {
    const without = changes.filter((each) => each !== change)
    // Dropping one may make others unnecessary, so start again.
    if (decides(evidence, without, side)) return prune(evidence, without, side)
  }
  return [...changes]
}

/** Starts with all sources in support, then drops as many as possible. */
function cheapestCombination(
  evidence: Evidence,
  gates: readonly Change[],
  side: Side,
  overdue: number,
): Change[] | undefined {
  const gate = evidence.risk.min_signal_strength.needed ?? 0
  const used = new Set(evidence.rules.flatMap(({ inputs }) => inputs.map(({ source_id }) => source_id)))
  const sources = evidence.sources.filter(({ source_id }) => used.has(source_id))
  // The same for all, so that none falls behind the others of its rule.
  const common = Math.min(overdue, ...sources.map((source) => source.needed.max_age_seconds))
  const all = sources.map((source) => fullySupporting(source, side, common, roundedUp(needed(source, side, gate))))
  if (!decides(evidence, [...gates, ...all], side)) return undefined
  // Reducing one change can make another unnecessary.
  return prune(evidence, relax(evidence, prune(evidence, [...gates, ...all], side), side), side)
}

/** The cheapest changes that lead to a decision for a side; undefined if there are none. */
function cheapestChanges(evidence: Evidence, side: Side): Change[] | undefined {
  const gates = gateChanges(evidence)
  if (gates.length > 0 && decides(evidence, gates, side)) return gates
  const overdue = freshest(evidence)
  return cheapestSingle(evidence, gates, side, overdue) ?? cheapestCombination(evidence, gates, side, overdue)
}

/**
 * [SG-50] The smallest set of changes that would have turned a HOLD into a BUY or SELL, each as small as possible. Null for a
 * BUY or SELL.
 */
export function nearestMiss(evidence: Evidence): NearestMiss | null {
  if (decide(evidence).outcome.decision_type !== 'HOLD') return null
  const options = (['BUY', 'SELL'] as const).flatMap((toward) => {
    const changes = cheapestChanges(evidence, toward)
    return changes ? [{ toward, changes, cost: costsOf(changes, evidence) }] : []
  })
  const [nearest] = options.toSorted((a, b) => a.cost - b.cost)
  if (!nearest) return null
  const { toward, changes } = nearest
  return { toward, sentence: sentenceOf(evidence, toward, changes), changes }
}

import type { Side } from '#contract/strategies/names.ts'
import type { Change, NearestMiss } from '#contract/strategies/trace.ts'
import { applyChanges } from './changes.ts'
import { conclude } from './conclude.ts'
import type { Evidence, SourceEvidence } from './evidence.ts'
import { sentenceOf } from './sentence.ts'
import { discardOf, signalOf } from './sources.ts'

type SignalChange = Extract<Change, { kind: 'signal' }>

const isSignal = (change: Change): change is SignalChange => change.kind === 'signal'

const decides = (evidence: Evidence, changes: readonly Change[], side: Side): boolean =>
  conclude(applyChanges(evidence, changes)).outcome.decision_type === side

/** Gates that would have to be open, whatever the signals say. */
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

/** Age of the freshest signal that counts, 0 without any: whatever joins it must be about as fresh. */
function freshest({ sources }: Evidence): number {
  const ages = sources.flatMap((source) => signalOf(source)?.age ?? [])
  return ages.length === 0 ? 0 : Math.min(...ages)
}

/** A source as it would have to be to speak for a side beyond doubt. */
function convinced(source: SourceEvidence, side: Side, age: number, strength: number): SignalChange {
  const sign = side === 'BUY' ? 1 : -1
  const held = Math.max(0, sign * (source.value ?? 0))
  return {
    kind: 'signal',
    source_id: source.source_id,
    value: sign * Math.max(held, strength),
    confidence: 1,
    age_seconds: Math.min(age, source.needed.max_age_seconds),
  }
}

/** The least strength with which a source votes for a side and passes the strength gate. */
const needed = ({ needed: { threshold_buy, threshold_sell } }: SourceEvidence, side: Side, gate: number): number =>
  Math.max(side === 'BUY' ? threshold_buy : threshold_sell, gate)

/** Figures in changes have this many decimals, so that the sentence and the change say the same. */
const GRAIN = 100
const coarsened = (figure: number): number => Math.min(1, Math.ceil(figure * GRAIN - 1e-6) / GRAIN)

/** The smallest of 0, 0.01 ... `to` from `from` on that still works; `to` works. */
function least(from: number, to: number, works: (figure: number) => boolean): number {
  if (works(from)) return from
  let [low, high] = [Math.floor(from * GRAIN), Math.ceil(to * GRAIN - 1e-6)]
  if (!works(high / GRAIN)) return to
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (works(middle / GRAIN)) high = middle
    else low = middle
  }
  return high / GRAIN
}

/** Makes each change no larger than it must be, one after the other. */
function eased(evidence: Evidence, changes: readonly Change[], side: Side): Change[] {
  const found = [...changes]
  const sources = new Map(evidence.sources.map((source) => [source.source_id, source]))
  found.forEach((change, index) => {
    const source = isSignal(change) ? sources.get(change.source_id) : undefined
    if (!isSignal(change) || !source) return
    const sign = side === 'BUY' ? 1 : -1
    const attempt = (tried: SignalChange): boolean => {
      const before = found[index]
      found[index] = tried
      if (decides(evidence, found, side)) return true
      if (before) found[index] = before
      return false
    }
    let best = change
    const isFresh = source.age_seconds !== null && source.age_seconds <= source.needed.max_age_seconds
    if (isFresh && source.age_seconds !== null && attempt({ ...best, age_seconds: source.age_seconds })) {
      best = { ...best, age_seconds: source.age_seconds }
    }
    const confidence = least(Math.max(source.confidence ?? 0, 0), best.confidence, (figure) =>
      attempt({ ...best, confidence: figure }),
    )
    best = { ...best, confidence }
    const strength = least(Math.max(0, sign * (source.value ?? 0)), Math.abs(best.value), (figure) =>
      attempt({ ...best, value: figure === 0 ? 0 : sign * figure }),
    )
    best = { ...best, value: strength === 0 ? 0 : sign * strength }
    found[index] = best
  })
  return found
}

/** How much a change asks for. */
function costOf(change: Change, evidence: Evidence): number {
  if (change.kind === 'cooldown') return (change.minutes - (evidence.risk.signal_cooldown_minutes.reached ?? 0)) / 60
  if (change.kind === 'daily_trades') return 1
  const source = evidence.sources.find(({ source_id }) => source_id === change.source_id)
  const isNews = !source || discardOf(source) === 'no_signal' || discardOf(source) === 'too_old'
  return (
    0.1 +
    Math.abs(change.value - (source?.value ?? 0)) +
    Math.abs(change.confidence - (source?.confidence ?? 0)) +
    (isNews ? 1 : 0)
  )
}

const costsOf = (changes: readonly Change[], evidence: Evidence): number =>
  changes.reduce((total, change) => total + costOf(change, evidence), 0)

/** One source that alone would do it, the cheapest of them. */
function alone(evidence: Evidence, gates: readonly Change[], side: Side, age: number): Change[] | undefined {
  return evidence.sources
    .map((source) => [...gates, convinced(source, side, age, 1)])
    .filter((changes) => decides(evidence, changes, side))
    .map((changes) => eased(evidence, changes, side))
    .toSorted((a, b) => costsOf(a, evidence) - costsOf(b, evidence))[0]
}

/** The changes without those that are not needed, the dearest let go first. */
function pruned(evidence: Evidence, changes: readonly Change[], side: Side): Change[] {
  const dearestFirst = changes.toSorted((a, b) => costOf(b, evidence) - costOf(a, evidence))
  for (const change of dearestFirst) {
    const without = changes.filter((each) => each !== change)
    // One that was needed may not be any more: from the start again.
    if (decides(evidence, without, side)) return pruned(evidence, without, side)
  }
  return [...changes]
}

/** All sources convinced, then as few as possible. */
function several(evidence: Evidence, gates: readonly Change[], side: Side, age: number): Change[] | undefined {
  const gate = evidence.risk.min_signal_strength.needed ?? 0
  const used = new Set(evidence.rules.flatMap(({ inputs }) => inputs.map(({ source_id }) => source_id)))
  const sources = evidence.sources.filter(({ source_id }) => used.has(source_id))
  // One age for all, so that none falls behind the others of its rule.
  const common = Math.min(age, ...sources.map((source) => source.needed.max_age_seconds))
  const all = sources.map((source) => convinced(source, side, common, coarsened(needed(source, side, gate))))
  if (!decides(evidence, [...gates, ...all], side)) return undefined
  // A change made smaller can make another one needless.
  return pruned(evidence, eased(evidence, pruned(evidence, [...gates, ...all], side), side), side)
}

/** The cheapest way to a decision for a side; undefined when there is none at all. */
function wayTo(evidence: Evidence, side: Side): Change[] | undefined {
  const gates = gateChanges(evidence)
  if (gates.length > 0 && decides(evidence, gates, side)) return gates
  const age = freshest(evidence)
  return alone(evidence, gates, side, age) ?? several(evidence, gates, side, age)
}

/**
 * [SG-50] What a HOLD was nearest to: the fewest signals that would have had to speak otherwise, and by how much. Null for a
 * BUY or SELL.
 */
export function nearestMiss(evidence: Evidence): NearestMiss | null {
  if (conclude(evidence).outcome.decision_type !== 'HOLD') return null
  const ways = (['BUY', 'SELL'] as const).flatMap((toward) => {
    const changes = wayTo(evidence, toward)
    return changes ? [{ toward, changes, cost: costsOf(changes, evidence) }] : []
  })
  const [nearest] = ways.toSorted((a, b) => a.cost - b.cost)
  if (!nearest) return null
  const { toward, changes } = nearest
  return { toward, sentence: sentenceOf(evidence, toward, changes), changes }
}

import { PAIR_IDS, PAIRS, type PairId } from '#contract/pairs.ts'
import type { Market, MarketKind } from '#contract/provenance.ts'
import type { ProxyAnalytics } from '#contract/proxy.ts'
import type { LeaderDescription } from './ports.ts'
import type { RemoteLeader } from './remote-leader.ts'

/** A leader that shows itself every second and was not seen for so long is being replaced. */
export const LEADER_MISSING_MS = 3_000
/** A leader that was not seen for so long, while another was, is gone for good, and its pairs with it. */
export const LEADER_GONE_MS = 3_600_000
export const NO_LEADER =
  'The process that runs the analysis does not respond: prices and analysis will go on as soon as it does, or another takes over.'
const NO_LEADER_YET = 'No process runs the analysis yet: prices and analysis will follow as soon as one does.'
const noLeaderOf = (pairs: readonly PairId[]): string =>
  `The process that runs the analysis of ${pairs.map((pair) => PAIRS[pair].label).join(', ')} does not respond: ` +
  'prices and analysis will go on as soon as it does, or another takes over.'

const unseenFor = (leader: RemoteLeader, now: number): number => now - (leader.seenAt() ?? -Infinity)
const isMissing = (leader: RemoteLeader, now: number): boolean => unseenFor(leader, now) > LEADER_MISSING_MS

const rankOf = ({ scope }: RemoteLeader): number => Math.min(...scope.pairs.map((pair) => PAIR_IDS.indexOf(pair)))

/** The leaders that are there or are being replaced, in the order of their pairs. */
export function presentLeaders(leaders: Iterable<RemoteLeader>, now: number): readonly RemoteLeader[] {
  const all = [...leaders].toSorted((one, other) => rankOf(one) - rankOf(other))
  const isAnySeen = all.some((leader) => !isMissing(leader, now))
  return isAnySeen ? all.filter((leader) => unseenFor(leader, now) <= LEADER_GONE_MS) : all
}

function degradedReason(leaders: readonly RemoteLeader[], now: number): string | undefined {
  const missing = leaders.filter((leader) => isMissing(leader, now))
  if (missing.length === leaders.length) return NO_LEADER
  const reasons = leaders.flatMap((leader) => {
    if (missing.includes(leader)) return noLeaderOf(leader.scope.pairs)
    return leader.description()?.market.degraded ?? []
  })
  return reasons.length === 0 ? undefined : [...new Set(reasons)].join(' ')
}

const unknownMarket = (kind: MarketKind, now: number): Market => ({
  kind,
  label: 'No market yet',
  now,
  speed: 1,
  pairs: [],
  degraded: NO_LEADER_YET,
})

export interface MarketView {
  readonly leaders: readonly RemoteLeader[]
  /** Of the market until a leader has described it. */
  readonly expectedKind: MarketKind
  /** Wall time, unix milliseconds. */
  readonly now: number
  /** Why nothing can be read from Redis. */
  readonly problem: string | undefined
}

const isDescribed = (description: LeaderDescription | undefined): description is LeaderDescription =>
  description !== undefined

/** The market of all leaders; its time is that of the first one that is there. */
export function describeMarket({ leaders, expectedKind, now, problem }: MarketView): Market {
  const described = leaders.filter((leader) => isDescribed(leader.description()))
  const first = (described.find((leader) => !isMissing(leader, now)) ?? described[0])?.description()
  if (first === undefined) return unknownMarket(expectedKind, now)
  const { degraded: _, ...market } = first.market
  const degraded = problem === undefined ? degradedReason(described, now) : `Live prices are interrupted: ${problem}.`
  return {
    ...market,
    now: market.now + (now - first.at) * market.speed,
    pairs: [...new Set(described.flatMap((leader) => leader.description()?.market.pairs ?? []))],
    ...(degraded === undefined ? {} : { degraded }),
  }
}

type AnalysisHealth = ProxyAnalytics['health']

const STATES = ['healthy', 'warming_up', 'degraded'] as const satisfies readonly AnalysisHealth['status'][]

const worse = (one: AnalysisHealth['status'], other: AnalysisHealth['status']): AnalysisHealth['status'] =>
  STATES.indexOf(one) >= STATES.indexOf(other) ? one : other

/** The health of the analysis of all leaders together: the worst state, and the sums. */
export function analysisOf(leaders: readonly RemoteLeader[]): AnalysisHealth {
  const described = leaders.map((leader) => leader.description()).filter(isDescribed)
  const [first, ...rest] = described.map(({ analysis }) => analysis)
  if (first === undefined) return { status: 'warming_up', streams: 0, entries: 0, last_entry_at: null, failures: 0 }
  return rest.reduce(
    (sum, each) => ({
      status: worse(sum.status, each.status),
      // Every leader counts the streams of the shared log.
      streams: Math.max(sum.streams, each.streams),
      entries: sum.entries + each.entries,
      last_entry_at:
        sum.last_entry_at === null || each.last_entry_at === null
          ? (sum.last_entry_at ?? each.last_entry_at)
          : Math.max(sum.last_entry_at, each.last_entry_at),
      failures: sum.failures + each.failures,
    }),
    first,
  )
}

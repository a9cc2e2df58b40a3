import { inWords } from '#server/lib/in-words.ts'
import { filter, type Observable, Subject } from 'rxjs'
import type { AnalyticsUpdate, MarketOverview } from '#contract/messages.ts'
import { labelsOf, PAIR_IDS, type PairId, parsePair } from '#contract/pairs.ts'
import { SOCKET_PATHS } from '#contract/paths.ts'
import type { Market, MarketKind } from '#contract/provenance.ts'
import type { ProxyAnalytics } from '#contract/proxy.ts'
import type { MarketFeed, MarketPublication } from '#server/market/market-feed.ts'
import type { MarketService, Observation } from '#server/market/ports.ts'
import { parseAnalytics } from './messages.ts'
import type { LeaderDescription, LeaderScope, RelayedLeader, RelayEvent, RelayReader } from './ports.ts'
import { createRemoteLeader, isForAll, type MarketMessage, type RemoteLeader, timeframeOf } from './remote-leader.ts'

/** A leader that shows itself every second and was not seen for so long is being replaced. */
export const LEADER_MISSING_MS = 3_000
/** A leader that was not seen for so long, while another was, is gone for good, and its pairs with it. */
export const LEADER_GONE_MS = 3_600_000
export const NO_LEADER =
  'The process that runs the analysis does not respond: prices and analysis will go on as soon as it does, or another takes over.'
const NO_LEADER_YET = 'No process runs the analysis yet: prices and analysis will follow as soon as one does.'
const noLeaderOf = (pairs: readonly PairId[]): string =>
  `The process that runs the analysis of ${labelsOf(pairs)} does not respond: ` +
  'prices and analysis will go on as soon as it does, or another takes over.'

const unseenFor = (leader: RemoteLeader, now: number): number => now - (leader.seenAt() ?? -Infinity)
const isMissing = (leader: RemoteLeader, now: number): boolean => unseenFor(leader, now) > LEADER_MISSING_MS

const rankOf = ({ scope }: RemoteLeader): number => Math.min(...scope.pairs.map((pair) => PAIR_IDS.indexOf(pair)))

/** The leaders that are there or are being replaced, in the order of their pairs. */
function presentLeaders(leaders: Iterable<RemoteLeader>, now: number): readonly RemoteLeader[] {
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

interface MarketView {
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
function describeMarket({ leaders, expectedKind, now, problem }: MarketView): Market {
  const described = leaders.filter((leader) => isDescribed(leader.description()))
  const first = (described.find((leader) => !isMissing(leader, now)) ?? described[0])?.description()
  if (first === undefined) return unknownMarket(expectedKind, now)
  const { degraded: _, ...market } = first.market
  const degraded =
    problem === undefined ? degradedReason(leaders, now) : `Live prices are interrupted: ${inWords(problem)}.`
  return {
    ...market,
    now: market.now + (now - first.at) * market.speed,
    pairs: [...new Set(leaders.flatMap(({ scope }) => scope.pairs))],
    ...(degraded === undefined ? {} : { degraded }),
  }
}

type AnalysisHealth = ProxyAnalytics['health']

const STATES = ['healthy', 'warming_up', 'degraded'] as const satisfies readonly AnalysisHealth['status'][]

const worse = (one: AnalysisHealth['status'], other: AnalysisHealth['status']): AnalysisHealth['status'] =>
  STATES.indexOf(one) >= STATES.indexOf(other) ? one : other

/** The health of the analysis of all leaders together: the worst state, and the sums. */
function analysisOf(leaders: readonly RemoteLeader[]): AnalysisHealth {
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

export interface RemoteMarketDeps {
  readonly reader: Pick<RelayReader, 'events$' | 'problem'>
  /** Wall time, unix milliseconds. */
  readonly now: () => number
  /** Of the market until a leader has described it. */
  readonly expectedKind: MarketKind
  /** A message that cannot be read is reported and skipped. */
  readonly report: (error: unknown) => void
}

/** The market of all leaders as a gateway has it. */
export interface RemoteMarket extends Pick<MarketService, 'describe' | 'lastSeen' | 'notices'> {
  readonly feed: MarketFeed
  /** Running values of the analysis, which no log has. */
  readonly running$: Observable<AnalyticsUpdate>
  /** Emits the kind of the market, when it is first known and when it changes. */
  readonly kind$: Observable<MarketKind>
  /** Health of the analysis of all leaders. */
  readonly analysis: () => ProxyAnalytics['health']
}

const isReplaced = ({ scope }: RemoteLeader, by: LeaderScope): boolean =>
  scope.market !== by.market || scope.pairs.some((pair) => by.pairs.includes(pair))

/** One overview of the pairs of all leaders; that of a single one as it is. */
function mergeOverviews(messages: readonly MarketMessage[]): readonly MarketMessage[] {
  const overviews = messages.filter((message): message is MarketOverview => message.type === 'MarketOverview')
  const [first, second] = overviews
  if (first === undefined || second === undefined) return messages
  const merged: MarketOverview = {
    ...first,
    timestamp: Math.max(...overviews.map(({ timestamp }) => timestamp)),
    data: { ...first.data, pairs: overviews.flatMap(({ data }) => data.pairs) },
  }
  return [...messages.filter((message) => message.type !== 'MarketOverview'), merged]
}

/** Subscribes to the reader for good. */
export function createRemoteMarket({ reader, now, expectedKind, report }: RemoteMarketDeps): RemoteMarket {
  const publications = new Subject<MarketPublication>()
  const running = new Subject<AnalyticsUpdate>()
  const kinds = new Subject<MarketKind>()
  /** By epoch. */
  const leaders = new Map<string, RemoteLeader>()
  let kind: MarketKind | undefined
  const present = () => presentLeaders(leaders.values(), now())

  const newestOf = (wanted: (message: MarketMessage) => boolean): readonly MarketMessage[] =>
    mergeOverviews(present().flatMap((leader) => [...leader.newest()].filter(wanted)))

  function publish(publication: MarketPublication) {
    if (publication.message.type !== 'MarketOverview') return publications.next(publication)
    for (const message of newestOf(({ type }) => type === 'MarketOverview'))
      publications.next({ ...publication, message })
  }

  /** Pairs of a leader that is gone, until another has them. */
  function leave(epoch: string, scope: LeaderScope): void {
    const left = createRemoteLeader(scope)
    left.onSeen(now())
    leaders.set(epoch, left)
  }

  function begin(epoch: string, scope: LeaderScope): RemoteLeader {
    const known = leaders.get(epoch)
    if (known !== undefined) return known
    for (const [other, leader] of leaders) {
      if (!isReplaced(leader, scope)) continue
      leaders.delete(other)
      const pairs = leader.scope.pairs.filter((pair) => !scope.pairs.includes(pair))
      if (scope.market === leader.scope.market && pairs.length > 0) leave(other, { ...scope, pairs })
    }
    const leader = createRemoteLeader(scope)
    leaders.set(epoch, leader)
    if (scope.market !== kind) {
      kind = scope.market
      kinds.next(kind)
    }
    return leader
  }

  function startOver(found: readonly RelayedLeader[]) {
    const epochs = new Set(found.map(({ epoch }) => epoch))
    for (const epoch of leaders.keys()) if (!epochs.has(epoch)) leaders.delete(epoch)
    for (const { epoch, scope, newest } of found) {
      const leader = begin(epoch, scope)
      leader.startOver(newest).forEach(publish)
      // Of a leader that is gone there is nothing that says when it was seen.
      if (newest.size === 0) leader.onSeen(now())
    }
  }

  function onEvent(event: RelayEvent) {
    if (event.kind === 'newest') return startOver(event.leaders)
    if (event.kind === 'began') return begin(event.epoch, event.scope).onSeen(now())
    const { stream, kind: rowKind, text } = event.row
    const leader = leaders.get(event.epoch)
    // Without its beginning it was replaced meanwhile.
    if (leader === undefined) return
    leader.onSeen(now())
    if (rowKind === 'passing') return running.next(parseAnalytics(text))
    const publication = leader.accept(stream, text)
    if (publication !== undefined) publish(publication)
  }

  reader.events$.subscribe((event) => {
    try {
      onEvent(event)
    } catch (error) {
      report(error)
    }
  })

  return {
    describe: () => describeMarket({ leaders: present(), expectedKind, now: now(), problem: reader.problem() }),
    lastSeen: (pair) => observationOf(pair, newestOf(isForAll)),
    notices: () => [],
    running$: running.asObservable(),
    kind$: kinds.asObservable(),
    analysis: () => analysisOf(present()),
    feed: {
      path: SOCKET_PATHS.tdp,
      publications$: publications.pipe(filter(({ message }) => isForAll(message))),
      snapshot: () => newestOf(isForAll),
      rollups: (timeframe) => ({
        publications$: publications.pipe(filter(({ message }) => timeframeOf(message) === timeframe)),
        snapshot: () =>
          newestOf((message) => timeframeOf(message) === timeframe).filter((message) => message.type === 'LiveUpdate'),
      }),
      streams: () => Object.assign({}, ...present().map((leader) => leader.streams())),
    },
  }
}

function observationOf(pair: PairId, messages: readonly MarketMessage[]): Observation | undefined {
  for (const message of messages) {
    if (
      message.type !== 'LiveUpdate' ||
      !('provenance' in message.data) ||
      parsePair(message.trading_pair ?? '') !== pair
    )
      continue
    const { provenance } = message.data
    if (provenance) return { exchangeTime: provenance.exchange_time, receivedAt: provenance.received_at }
  }
  return undefined
}

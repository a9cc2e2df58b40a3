import { filter, Subject, type Observable } from 'rxjs'
import type { AnalyticsUpdate, MarketOverview } from '#contract/messages.ts'
import { parsePair, type PairId } from '#contract/pairs.ts'
import { SOCKET_PATHS } from '#contract/paths.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { ProxyAnalytics } from '#contract/proxy.ts'
import type { MarketFeed, MarketPublication } from '#server/market/market-feed.ts'
import type { MarketService, Observation } from '#server/market/ports.ts'
import { parseAnalytics } from './messages.ts'
import type { LeaderScope, RelayedLeader, RelayEvent, RelayReader } from './ports.ts'
import { analysisOf, describeMarket, presentLeaders } from './remote-description.ts'
import { createRemoteLeader, isForAll, timeframeOf, type MarketMessage, type RemoteLeader } from './remote-leader.ts'

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

  function begin(epoch: string, scope: LeaderScope): RemoteLeader {
    const known = leaders.get(epoch)
    if (known !== undefined) return known
    for (const [other, leader] of leaders) if (isReplaced(leader, scope)) leaders.delete(other)
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
    for (const { epoch, scope, newest } of found) begin(epoch, scope).startOver(newest).forEach(publish)
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

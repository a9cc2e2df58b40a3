import { filter, Subject, type Observable } from 'rxjs'
import type { AnalyticsUpdate, LiveUpdate, MarketOverview } from '#contract/messages.ts'
import { parsePair, type PairId } from '#contract/pairs.ts'
import { SOCKET_PATHS } from '#contract/paths.ts'
import type { Market, MarketKind } from '#contract/provenance.ts'
import { DEFAULT_TIMEFRAME, parseTimeframe, type Timeframe } from '#contract/timeframes.ts'
import type { MarketFeed, MarketPublication } from '#server/market/market-feed.ts'
import type { MarketService, Observation } from '#server/market/ports.ts'
import { parseAnalytics, parseLeader, parseMarketMessage } from './messages.ts'
import { LEADER_STREAM, type LeaderDescription, type RelayEvent, type RelayReader, type RelayRow } from './ports.ts'

/** A leader that shows itself every second and was not seen for so long is being replaced. */
export const LEADER_MISSING_MS = 3_000
export const NO_LEADER =
  'The analysis is being taken over by another process: prices and analysis will go on in a moment.'
const NO_LEADER_YET = 'No process runs the analysis yet: prices and analysis will follow as soon as one does.'

export interface RemoteMarketDeps {
  readonly reader: Pick<RelayReader, 'events$' | 'problem'>
  /** Wall time, unix milliseconds. */
  readonly now: () => number
  /** Of the market until the leader has described it. */
  readonly expectedKind: MarketKind
  /** A message that cannot be read is reported and skipped. */
  readonly report: (error: unknown) => void
}

/** The leader's market as a gateway has it. */
export interface RemoteMarket extends Pick<MarketService, 'describe' | 'lastSeen' | 'notices'> {
  readonly feed: MarketFeed
  /** Running values of the analysis, which no log has. */
  readonly running$: Observable<AnalyticsUpdate>
  /** Emits the kind of the leader's market, when it is first known and when it changes. */
  readonly kind$: Observable<MarketKind>
  /** What the leader says of itself; undefined before the first. */
  readonly leader: () => LeaderDescription | undefined
}

type MarketMessage = LiveUpdate | MarketOverview

const timeframeOf = ({ timeframe }: MarketMessage): Timeframe | undefined =>
  timeframe === undefined ? undefined : parseTimeframe(timeframe)

/** Of one-minute candles and overviews, which every client gets. */
const isForAll = (message: MarketMessage): boolean => (timeframeOf(message) ?? DEFAULT_TIMEFRAME) === DEFAULT_TIMEFRAME

const isClosed = (message: MarketMessage): boolean =>
  message.type === 'LiveUpdate' && 'partial_candle' in message.data && message.data.partial_candle.is_complete

/** Subscribes to the reader for good. */
export function createRemoteMarket({ reader, now, expectedKind, report }: RemoteMarketDeps): RemoteMarket {
  const publications = new Subject<MarketPublication>()
  const running = new Subject<AnalyticsUpdate>()
  const kinds = new Subject<MarketKind>()
  const newest = new Map<string, MarketMessage>()
  let streams: LeaderDescription['streams'] = {}
  let leader: LeaderDescription | undefined
  let seenAt: number | undefined
  let epoch: string | undefined

  function onLeader(described: LeaderDescription) {
    const before = leader?.market.kind
    leader = described
    streams = described.streams
    if (before !== described.market.kind) kinds.next(described.market.kind)
  }

  function onMessage(stream: string, message: MarketMessage) {
    newest.set(stream, message)
    const { seq: length = 0, message_id: id = null } = message
    const isLossless = isClosed(message)
    if (isLossless && isForAll(message)) streams = { ...streams, [stream]: { length, last_message_id: id } }
    publications.next({ stream, delivery: isLossless ? 'lossless' : 'latest', message })
  }

  function onRow({ stream, kind, text }: RelayRow) {
    if (stream === LEADER_STREAM) onLeader(parseLeader(text))
    else if (kind === 'passing') running.next(parseAnalytics(text))
    else onMessage(stream, parseMarketMessage(text))
  }

  /** Publishes what is not known yet; under a new epoch nothing is. */
  function startOver({ epoch: found, newest: texts }: Extract<RelayEvent, { kind: 'newest' }>) {
    if (found !== epoch) newest.clear()
    epoch = found
    // First, as messages are only of interest with their market.
    const described = texts.get(LEADER_STREAM)
    if (described !== undefined) onLeader(parseLeader(described))
    for (const [stream, text] of texts) {
      if (stream === LEADER_STREAM) continue
      const message = parseMarketMessage(text)
      const known = newest.get(stream)
      const isKnown =
        known !== undefined && known.message_id === message.message_id && known.timestamp === message.timestamp
      if (!isKnown) onMessage(stream, message)
    }
  }

  reader.events$.subscribe((event) => {
    try {
      if (event.kind === 'newest') startOver(event)
      else {
        seenAt = now()
        onRow(event.row)
      }
    } catch (error) {
      report(error)
    }
  })

  function degradedReason(): string | undefined {
    if (leader === undefined) return NO_LEADER_YET
    const problem = reader.problem()
    if (problem !== undefined) return `Live prices are interrupted: ${problem}.`
    if (now() - (seenAt ?? leader.at) > LEADER_MISSING_MS) return NO_LEADER
    return leader.market.degraded
  }

  function describe(): Market {
    const { market, at } = leader ?? { market: unknownMarket(expectedKind, now()), at: now() }
    const { degraded: _, ...described } = market
    const degraded = degradedReason()
    return {
      ...described,
      now: market.now + (now() - at) * market.speed,
      ...(degraded === undefined ? {} : { degraded }),
    }
  }

  const newestOf = (wanted: (message: MarketMessage) => boolean) => [...newest.values()].filter(wanted)

  return {
    describe,
    lastSeen: (pair) => observationOf(pair, newestOf(isForAll)),
    notices: () => [],
    running$: running.asObservable(),
    kind$: kinds.asObservable(),
    leader: () => leader,
    feed: {
      path: SOCKET_PATHS.tdp,
      publications$: publications.pipe(filter(({ message }) => isForAll(message))),
      snapshot: () => newestOf(isForAll),
      rollups: (timeframe) => ({
        publications$: publications.pipe(filter(({ message }) => timeframeOf(message) === timeframe)),
        snapshot: () =>
          newestOf((message) => timeframeOf(message) === timeframe).filter((message) => message.type === 'LiveUpdate'),
      }),
      streams: () => streams,
    },
  }
}

const unknownMarket = (kind: MarketKind, now: number): Market => ({
  kind,
  label: 'No market yet',
  now,
  speed: 1,
  pairs: [],
})

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

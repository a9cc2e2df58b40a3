import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { PairId } from '#contract/pairs.ts'
import { pairOfKey } from '#contract/stream-keys.ts'
import type { Leadership } from '#server/cluster/leadership/ports.ts'
import { createMemoryLog } from '#server/streams/memory-log.ts'
import type { LogFence, RedisState } from '#server/streams/ports.ts'
import type { RedisLog } from '#server/streams/redis/redis-log.ts'
import type { LeaderScope } from '#server/cluster/relay/ports.ts'
import type { RelayWriter } from '#server/cluster/relay/writer.ts'
import { pairsThatOthersMayLead } from '../cluster/other-leaders.ts'
import { createLiveData, type LiveData } from './live-data.ts'
import { announceRedisWait } from '../cluster/redis-wait.ts'
import type { ServerContext } from '../context.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { candleRoutes } from '#server/market/routes.ts'
import { marketDataRoutes } from '#server/streams/market-data/routes.ts'
import type { LiveFeed } from './live-feed.ts'
import { createCandleArchive } from '#server/market/archiver.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly live: LiveData
  }
}

const REDIS_WAIT = { meanwhile: 'the analysis waits', afterwards: 'the analysis has started' }

/** With a database of its own a process needs no fence. */
function fenceOf({ leadership, database }: FastifyInstance, scopes: readonly PairId[]): LogFence | undefined {
  if (leadership === undefined || database.engine === 'embedded') return undefined
  return { scopes, untilHeld: () => leadership.untilHeld(), onRefused: () => leadership.depose() }
}

/** All streams but those that other processes write now. */
async function forgetsStreams(
  { database }: FastifyInstance,
  scope: LeaderScope,
  shared: readonly PairId[],
): Promise<(key: string) => boolean> {
  const others = await pairsThatOthersMayLead(database, scope, shared)
  return (key) => !others.some((pair) => pair === pairOfKey(key))
}

/** The client of Redis is loaded only by those who have a server. */
async function openLog(
  url: string,
  app: FastifyInstance,
  scope: LeaderScope,
  context: ServerContext,
): Promise<RedisLog> {
  const { openRedisLog } = await import('./redis-log.ts')
  // Only the real market's time goes on while no process runs it.
  const forgets =
    scope.market === 'kraken' ? undefined : await forgetsStreams(app, scope, (await context.source()).pairs)
  return openRedisLog(url, scope.market, { forgets, fence: fenceOf(app, scope.pairs) }, context.logger)
}

/** Takes to the gateways what is in no log. */
async function openRelay(
  url: string,
  { epoch, scope }: { readonly epoch: string; readonly scope: LeaderScope },
  leadership: Leadership | undefined,
  { settings, logger, startedAt, market: { random } }: ServerContext,
): Promise<{ readonly writer: RelayWriter; readonly state: () => RedisState }> {
  const [{ createConnection }, { createRelayWriter }] = await Promise.all([
    import('#server/streams/redis/connection.ts'),
    import('#server/cluster/relay/writer.ts'),
  ])
  // The log, which is on the same Redis, reports what is wrong with it.
  const connection = createConnection({ url, role: 'relay', random, onRefused: () => undefined })
  // A process that has its database to itself is not numbered by it.
  const isSole = settings.databaseUrl === undefined || leadership === undefined
  const term = () => (isSole ? Promise.resolve(startedAt) : leadership.untilHeld())
  const onReplaced = () =>
    logger.warn('Another process publishes the live market to gateways: this one does so no more.')
  return {
    writer: createRelayWriter({ connection, epoch, scope, term, random, onReplaced }),
    state: () => ({ role: 'relay', connected: connection.problem() === undefined, losses: connection.losses() }),
  }
}

/** Creates the market, its analysis and the stream log; `start` sets them in motion. */
export const liveDataPlugin = fp<ServerContext>(
  async (app, context) => {
    const { settings, market, logger, lifecycle } = context
    const { source } = app
    const archive = source.kind === 'kraken' ? createCandleArchive(app.database, source.kind) : undefined
    const epoch = randomUUID()
    const scope = { market: source.kind, pairs: [...source.pairs] }
    const redisLog = settings.redisUrl === undefined ? undefined : await openLog(settings.redisUrl, app, scope, context)
    const log = redisLog ?? createMemoryLog({ epoch })
    lifecycle.add('stream log', () => log.close())
    await announceRedisWait(log, REDIS_WAIT, logger)
    const relay =
      settings.redisUrl === undefined
        ? undefined
        : await openRelay(settings.redisUrl, { epoch, scope }, app.leadership, context)
    const redis = redisLog &&
      relay && { redisStates: () => [...redisLog.states(), relay.state()], redisTimes$: redisLog.times$ }
    app.decorate('live', createLiveData({ source, archive, epoch, log, relay: relay?.writer, redis, market, logger }))
  },
  { name: 'live-data', dependencies: ['database', 'leadership'] },
)

/** Starts the models; waits for them only with the embedded database, since a remote one may be slow. */
async function startModels({ models, database }: FastifyInstance, { logger }: ServerContext): Promise<void> {
  const started = models.start()
  if (database.engine === 'embedded') await started
  else started.catch((error: unknown) => logger.error({ err: error }, 'models cannot be used'))
}

/** Starts the live data, after everything that must not miss its first event. */
export const startPlugin = fp<ServerContext>(
  async (app, context) => {
    const { lifecycle } = context
    lifecycle.add('paper trading', () => app.paper.stop())
    app.paper.start()
    lifecycle.add('strategies', () => app.strategies.stop())
    await app.strategies.start()
    lifecycle.add('live data', () => app.live.stop())
    lifecycle.add('models', () => app.models.stop())
    await startModels(app, context)
    lifecycle.add('backtests', () => app.backtests.stop())
    lifecycle.add('candle imports', () => app.candleImports.stop())
    lifecycle.add('score-card', () => app.scoreCard.stop())
    app.scoreCard.start()
    const started = app.live.start()
    // The history of a market may be archived in a database that is not available yet.
    if (app.database.waitingFor() === undefined) await started
    else started.catch((error: unknown) => context.logger.error({ err: error }, 'the market cannot be started'))
    app.backtests.start()
    app.candleImports.start()
  },
  {
    name: 'start',
    dependencies: [
      'database',
      'live-data',
      'strategies',
      'paper',
      'backtests',
      'candle-imports',
      'score-card',
      'models',
      'gateway',
    ],
  },
)

/** Candles and analysis over HTTP. */
export const marketRoutesPlugin = fp<ServerContext>(
  async (app, { market: { now } }) => {
    const { log, market } = app.live
    await app.register(candleRoutes(market, now), { prefix: DEFAULT_BASES.tdp })
    await app.register(
      marketDataRoutes({
        log,
        market: market.describe().kind,
        activeModels: () => app.models.active(),
        closedCandles: (pair, timeframe, beforeS, limit) => {
          const { candles, lastIsComplete } = market.store.before(pair, timeframe, beforeS, limit)
          return lastIsComplete ? candles : candles.slice(0, -1)
        },
      }),
      { prefix: DEFAULT_BASES.tdp },
    )
  },
  { name: 'market-routes', dependencies: ['live-data', 'models'] },
)

declare module 'fastify' {
  interface FastifyInstance {
    /** What sockets, health and the stream-proxy need of the live pipeline. */
    readonly liveFeed: LiveFeed
  }
}

/** The live pipeline of this process. */
export const liveFeedPlugin = fp<ServerContext>(async (app) => void app.decorate('liveFeed', app.live), {
  name: 'live-feed',
  dependencies: ['live-data'],
})

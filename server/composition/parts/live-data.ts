import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Logger } from 'pino'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { Leadership } from '#server/leadership/ports.ts'
import { createCandleArchive } from '#server/market/archive.ts'
import { createMemoryLog } from '#server/streams/memory-log.ts'
import type { LogFence, RedisState, StreamLog } from '#server/streams/ports.ts'
import type { RedisLog } from '#server/streams/redis/redis-log.ts'
import type { RelayWriter } from '#server/relay/writer.ts'
import { createLiveData, type LiveData } from '../adapters/live-data.ts'
import type { Composition } from './composition.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly live: LiveData
  }
}

const PATIENCE_MS = 1_000

/** The client of Redis is loaded only by those who have a server. */
async function openLog(url: string, kind: MarketKind, fence: LogFence | undefined, logger: Logger): Promise<RedisLog> {
  const { openRedisLog } = await import('./redis-log.ts')
  // Only the real market's time goes on while no process runs.
  return openRedisLog(url, kind, { isFresh: kind !== 'kraken', fence }, logger)
}

/** With a database of its own a process needs no fence. */
function fenceOf({ leadership, database }: FastifyInstance, scopes: readonly PairId[]): LogFence | undefined {
  if (leadership === undefined || database.engine === 'embedded') return undefined
  return { scopes, untilHeld: () => leadership.untilHeld(), onRefused: () => leadership.depose() }
}

/** Takes to the gateways what is in no log. */
async function openRelay(
  url: string,
  epoch: string,
  leadership: Leadership | undefined,
  { settings, logger, startedAt, market: { random } }: Composition,
): Promise<{ readonly writer: RelayWriter; readonly state: () => RedisState }> {
  const [{ createConnection }, { createRelayWriter }] = await Promise.all([
    import('#server/streams/redis/connection.ts'),
    import('#server/relay/writer.ts'),
  ])
  // The log, which is on the same Redis, reports what is wrong with it.
  const connection = createConnection({ url, role: 'relay', random, onRefused: () => undefined })
  // A process that has its database to itself is not numbered by it.
  const isSole = settings.databaseUrl === undefined || leadership === undefined
  const term = () => (isSole ? Promise.resolve(startedAt) : leadership.untilHeld())
  const onReplaced = () =>
    logger.warn('Another process publishes the live market to gateways: this one does so no more.')
  return {
    writer: createRelayWriter({ connection, epoch, term, random, onReplaced }),
    state: () => ({ role: 'relay', connected: connection.problem() === undefined, losses: connection.losses() }),
  }
}

/**
 * Gives Redis a moment. If it needs longer, says in one line why, and lets the start go on without it; rejects if it can
 * never be used.
 */
async function announceWait(log: StreamLog, logger: Logger): Promise<void> {
  await Promise.race([log.whenReady, delay(PATIENCE_MS)])
  const reason = log.problem()
  if (reason === undefined) return
  logger.warn(
    `Redis does not respond (${reason}): check REDIS_URL, and that its server is running. ` +
      'It is tried again every two seconds; meanwhile the analysis waits.',
  )
  log.whenReady.then(
    () => logger.warn('Redis responds: the analysis has started.'),
    (error: Error) => logger.error(error.message),
  )
}

/** Creates the market, its analysis and the stream log; `start` sets them in motion. */
export const liveDataPart = fp<Composition>(
  async (app, composition) => {
    const { settings, market, logger, lifecycle } = composition
    const source = await composition.source()
    const archive = source.kind === 'kraken' ? createCandleArchive(app.database, source.kind) : undefined
    const epoch = randomUUID()
    const redisLog =
      settings.redisUrl === undefined
        ? undefined
        : await openLog(settings.redisUrl, source.kind, fenceOf(app, source.pairs), logger)
    const log = redisLog ?? createMemoryLog({ epoch })
    lifecycle.add('stream log', () => log.close())
    await announceWait(log, logger)
    const relay =
      settings.redisUrl === undefined
        ? undefined
        : await openRelay(settings.redisUrl, epoch, app.leadership, composition)
    const redis = redisLog &&
      relay && { redisStates: () => [...redisLog.states(), relay.state()], redisTimes$: redisLog.times$ }
    app.decorate('live', createLiveData({ source, archive, epoch, log, relay: relay?.writer, redis, market, logger }))
  },
  { name: 'live-data', dependencies: ['database', 'leadership'] },
)

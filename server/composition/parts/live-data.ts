import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import fp from 'fastify-plugin'
import type { Logger } from 'pino'
import type { MarketKind } from '#contract/provenance.ts'
import { createCandleArchive } from '#server/market/archive.ts'
import { createMemoryLog } from '#server/streams/memory-log.ts'
import type { StreamLog } from '#server/streams/ports.ts'
import type { RedisLog } from '#server/streams/redis/redis-log.ts'
import { createLiveData, type LiveData } from '../adapters/live-data.ts'
import type { Composition } from './composition.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly live: LiveData
    /** The stream log, if it is on Redis. */
    readonly redisLog: RedisLog | undefined
  }
}

const PATIENCE_MS = 1_000

/** The client of Redis is loaded only by those who have a server. */
async function openRedisLog(url: string, kind: MarketKind, logger: Logger): Promise<RedisLog> {
  const { createRedisLog } = await import('#server/streams/redis/redis-log.ts')
  return createRedisLog({
    url,
    // Data of two markets is never mixed, and only the real one's time goes on while no process runs.
    name: `pairbot:${kind}`,
    isFresh: kind !== 'kraken',
    report: (message) => logger.warn(message),
  })
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
  async (app, { settings, source: chosen, market, logger, lifecycle }) => {
    const source = await chosen
    const archive = source.kind === 'kraken' ? createCandleArchive(app.database, source.kind) : undefined
    const epoch = randomUUID()
    const redisLog =
      settings.redisUrl === undefined ? undefined : await openRedisLog(settings.redisUrl, source.kind, logger)
    const log = redisLog ?? createMemoryLog({ epoch })
    lifecycle.add('stream log', () => log.close())
    await announceWait(log, logger)
    app.decorate('redisLog', redisLog)
    app.decorate('live', createLiveData({ source, archive, epoch, log, market, logger }))
  },
  { name: 'live-data', dependencies: ['database'] },
)

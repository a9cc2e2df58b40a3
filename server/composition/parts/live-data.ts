import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Logger } from 'pino'
import type { PairId } from '#contract/pairs.ts'
import { pairOfKey } from '#contract/stream-keys.ts'
import type { Leadership } from '#server/leadership/ports.ts'
import { createCandleArchive } from '#server/market/archive.ts'
import { createMemoryLog } from '#server/streams/memory-log.ts'
import type { LogFence, RedisState } from '#server/streams/ports.ts'
import type { RedisLog } from '#server/streams/redis/redis-log.ts'
import type { LeaderScope } from '#server/relay/ports.ts'
import type { RelayWriter } from '#server/relay/writer.ts'
import { pairsThatOthersMayLead } from '../adapters/other-leaders.ts'
import { createLiveData, type LiveData } from '../adapters/live-data.ts'
import { announceRedisWait } from '../redis-wait.ts'
import type { Composition } from './composition.ts'

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
async function forgetsStreams({ database }: FastifyInstance, scope: LeaderScope): Promise<(key: string) => boolean> {
  const others = await pairsThatOthersMayLead(database, scope)
  return (key) => !others.some((pair) => pair === pairOfKey(key))
}

/** The client of Redis is loaded only by those who have a server. */
async function openLog(url: string, app: FastifyInstance, scope: LeaderScope, logger: Logger): Promise<RedisLog> {
  const { openRedisLog } = await import('./redis-log.ts')
  // Only the real market's time goes on while no process runs it.
  const forgets = scope.market === 'kraken' ? undefined : await forgetsStreams(app, scope)
  return openRedisLog(url, scope.market, { forgets, fence: fenceOf(app, scope.pairs) }, logger)
}

/** Takes to the gateways what is in no log. */
async function openRelay(
  url: string,
  { epoch, scope }: { readonly epoch: string; readonly scope: LeaderScope },
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
    writer: createRelayWriter({ connection, epoch, scope, term, random, onReplaced }),
    state: () => ({ role: 'relay', connected: connection.problem() === undefined, losses: connection.losses() }),
  }
}

/** Creates the market, its analysis and the stream log; `start` sets them in motion. */
export const liveDataPart = fp<Composition>(
  async (app, composition) => {
    const { settings, market, logger, lifecycle } = composition
    const source = await composition.source()
    const archive = source.kind === 'kraken' ? createCandleArchive(app.database, source.kind) : undefined
    const epoch = randomUUID()
    const scope = { market: source.kind, pairs: [...source.pairs] }
    const redisLog = settings.redisUrl === undefined ? undefined : await openLog(settings.redisUrl, app, scope, logger)
    const log = redisLog ?? createMemoryLog({ epoch })
    lifecycle.add('stream log', () => log.close())
    await announceRedisWait(log, REDIS_WAIT, logger)
    const relay =
      settings.redisUrl === undefined
        ? undefined
        : await openRelay(settings.redisUrl, { epoch, scope }, app.leadership, composition)
    const redis = redisLog &&
      relay && { redisStates: () => [...redisLog.states(), relay.state()], redisTimes$: redisLog.times$ }
    app.decorate('live', createLiveData({ source, archive, epoch, log, relay: relay?.writer, redis, market, logger }))
  },
  { name: 'live-data', dependencies: ['database', 'leadership'] },
)

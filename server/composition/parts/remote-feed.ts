import { setTimeout as delay } from 'node:timers/promises'
import fp from 'fastify-plugin'
import type { RelayReader } from '#server/relay/ports.ts'
import { createRelayReader } from '#server/relay/reader.ts'
import { createConnection } from '#server/streams/redis/connection.ts'
import { SettingsError } from '#server/settings.ts'
import { createRemoteData } from '../adapters/remote-data.ts'
import type { Composition } from './composition.ts'
import { openRedisLog } from './redis-log.ts'

const PATIENCE_MS = 1_000

/** Gives Redis a moment, so that most starts have a market; rejects if Redis can never be used. */
async function announceWait(reader: RelayReader, { logger }: Composition): Promise<void> {
  await Promise.race([reader.whenReady, delay(PATIENCE_MS)])
  const reason = reader.problem()
  if (reason === undefined) return
  logger.warn(
    `Redis does not respond (${reason}): check REDIS_URL, and that its server is running. ` +
      'It is tried again every two seconds; meanwhile there are no prices and no analysis.',
  )
  reader.whenReady.then(
    () => logger.warn('Redis responds: prices and analysis go on.'),
    (error: Error) => logger.error(error.message),
  )
}

/** The live pipeline of the process that runs it, through Redis. */
export const remoteFeedPart = fp<Composition>(
  async (app, composition) => {
    const { settings, lifecycle, logger, market } = composition
    const { redisUrl: url } = settings
    if (url === undefined) throw new SettingsError('PAIRBOT_ROLE: a gateway needs REDIS_URL beside it')
    const { random } = market
    const reader = createRelayReader({
      connect: (onRefused) => createConnection({ url, role: 'relay', random, onRefused }),
      random,
    })
    const data = createRemoteData({
      reader,
      openLog: (kind) => openRedisLog(url, kind, { isFresh: false }, logger),
      expectedKind: settings.market === 'auto' ? 'kraken' : settings.market,
      now: market.now,
      report: (error) => logger.error({ err: error }, 'the live market cannot be followed'),
    })
    lifecycle.add('live feed', () => data.stop())
    await announceWait(reader, composition)
    app.decorate('liveFeed', data)
  },
  { name: 'live-feed' },
)

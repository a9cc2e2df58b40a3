import fp from 'fastify-plugin'
import { createRelayReader } from '#server/relay/reader.ts'
import { createConnection } from '#server/streams/redis/connection.ts'
import { SettingsError } from '#server/settings.ts'
import { createRemoteData } from '../adapters/remote-data.ts'
import { announceRedisWait } from '../redis-wait.ts'
import type { Composition } from './composition.ts'
import { openRedisLog } from './redis-log.ts'

const REDIS_WAIT = {
  meanwhile: 'there are no prices and no analysis',
  afterwards: 'prices and analysis go on',
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
      openLog: (kind) => openRedisLog(url, kind, {}, logger),
      expectedKind: settings.market === 'auto' ? 'kraken' : settings.market,
      now: market.now,
      report: (error) => logger.error({ err: error }, 'the live market cannot be followed'),
    })
    lifecycle.add('live feed', () => data.stop())
    await announceRedisWait(reader, REDIS_WAIT, logger)
    app.decorate('liveFeed', data)
  },
  { name: 'live-feed' },
)

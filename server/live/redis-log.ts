import type { Logger } from 'pino'
import type { MarketKind } from '#contract/provenance.ts'
import { createRedisLog, type RedisLog, type RedisLogOptions } from '#server/streams/redis/redis-log.ts'

/** Opens the stream log of a market. Data of two markets is never mixed. */
export const openRedisLog = (
  url: string,
  kind: MarketKind,
  options: Pick<RedisLogOptions, 'forgets' | 'fence' | 'isFollower'>,
  logger: Logger,
): RedisLog => createRedisLog({ ...options, url, name: `pairbot:${kind}`, report: (message) => logger.warn(message) })

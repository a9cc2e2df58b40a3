import type { Logger } from 'pino'
import type { MarketKind } from '#contract/provenance.ts'
import { createRedisLog, type RedisLog, type RedisLogOptions } from '#server/streams/redis/redis-log.ts'

/** Opens the stream log of a market. Data of two markets is never mixed. */
export const openRedisLog = (
  url: string,
  kind: MarketKind,
  { forgets, fence }: Pick<RedisLogOptions, 'forgets' | 'fence'>,
  logger: Logger,
): RedisLog =>
  createRedisLog({ url, name: `pairbot:${kind}`, forgets, fence, report: (message) => logger.warn(message) })

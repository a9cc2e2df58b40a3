import type { Logger } from 'pino'
import type { MarketKind } from '#contract/provenance.ts'
import type { LogFence } from '#server/streams/ports.ts'
import { createRedisLog, type RedisLog } from '#server/streams/redis/redis-log.ts'

/** Opens the stream log of a market. Data of two markets is never mixed. */
export const openRedisLog = (
  url: string,
  kind: MarketKind,
  { isFresh, fence }: { readonly isFresh: boolean; readonly fence?: LogFence | undefined },
  logger: Logger,
): RedisLog =>
  createRedisLog({ url, name: `pairbot:${kind}`, isFresh, fence, report: (message) => logger.warn(message) })

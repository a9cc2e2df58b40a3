import { type Connection, createConnection } from '#server/streams/redis/connection.ts'
import type { Need } from './leadership/abilities.ts'

/** Redis, asked on a connection of its own. */
export function redisNeed(url: string, random: () => number): Need {
  let connection: Connection | undefined
  async function probe(signal: AbortSignal): Promise<void> {
    if (!connection) {
      const opened = createConnection({ url, role: 'probe', random, onRefused: () => undefined })
      connection = opened
      signal.addEventListener('abort', () => opened.close(), { once: true })
    }
    if (connection.problem() !== undefined) throw new Error(connection.problem())
    await connection.redis.ping()
  }
  return { name: 'Redis', probe }
}

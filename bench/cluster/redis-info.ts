import { Redis } from 'ioredis'

/** Totals of a Redis. */
export interface RedisInfo {
  readonly commands: number
  readonly memoryBytes: number
}

export async function redisInfo(url: string): Promise<RedisInfo> {
  const redis = new Redis(url)
  try {
    const text = await redis.info()
    const figure = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(text)?.[1])
    return { commands: figure('total_commands_processed'), memoryBytes: figure('used_memory') }
  } finally {
    redis.disconnect()
  }
}

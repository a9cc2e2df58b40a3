import { mkdir } from 'node:fs/promises'
import { findRedis } from '../services.mjs'
import { startChild, untilReady, type Child } from './child.ts'
import { freePort } from './free-port.ts'

/** A Redis with its files in a new folder, which syncs each write before it answers. */
export async function startRedisIn(folder: string): Promise<{ readonly url: string; readonly child: Child }> {
  const program = findRedis()
  if (program === undefined) throw new Error('Redis is not installed (Debian: apt-get install redis-server)')
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const durable = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction']
  const place = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder]
  const child = startChild('Redis', program, [...place, ...durable])
  await untilReady(child, async () => child.output().includes('Ready to accept connections'))
  return { url: `redis://127.0.0.1:${port}`, child }
}

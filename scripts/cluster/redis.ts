import { mkdir } from 'node:fs/promises'
import { findRedis } from '../services.mjs'
import { startChild, startService, untilReady, type Service } from './child.ts'
import { freePort } from './free-port.ts'

/** A Redis with its files in a new folder, which syncs each write before it answers. */
export async function startRedisIn(folder: string): Promise<Service & { readonly url: string }> {
  const program = findRedis()
  if (program === undefined) throw new Error('Redis is not installed (Debian: apt-get install redis-server)')
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const durable = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory-policy', 'noeviction']
  const place = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder]
  const service = await startService(
    () => startChild('Redis', program, [...place, ...durable]),
    (child) => untilReady(child, async () => child.output().includes('Ready to accept connections')),
  )
  return Object.assign(service, { url: `redis://127.0.0.1:${port}` })
}

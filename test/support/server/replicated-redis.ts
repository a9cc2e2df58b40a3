import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { Redis } from 'ioredis'
import { freePort } from '../../../scripts/cluster/cluster.ts'
import { runRedis, startRedis } from './redis.ts'

/** A primary, its replica, and a sentinel that makes the replica the primary when that is gone. */
export async function startReplicatedRedis() {
  const primary = await startRedis()
  const replica = await startRedis(['--replicaof', `127.0.0.1 ${primary.port}`, '--repl-diskless-sync-delay', '0'])
  const client = new Redis(replica.url)
  await vi.waitUntil(async () => (await client.info('replication')).includes('master_link_status:up'), {
    timeout: 20_000,
    interval: 50,
  })
  client.disconnect()
  const directory = await mkdtemp(join(tmpdir(), 'pairbot-sentinel-'))
  const config = join(directory, 'sentinel.conf')
  await writeFile(
    config,
    [
      `sentinel monitor pairs 127.0.0.1 ${primary.port} 1`,
      'sentinel down-after-milliseconds pairs 1000',
      'sentinel failover-timeout pairs 5000',
    ].join('\n'),
  )
  const port = await freePort()
  const sentinel = await runRedis([
    config,
    '--sentinel',
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    directory,
  ])
  return {
    url: `redis+sentinel://127.0.0.1:${port}/pairs`,
    primary,
    async [Symbol.asyncDispose]() {
      sentinel.kill('SIGKILL')
      await replica[Symbol.asyncDispose]()
      await primary[Symbol.asyncDispose]()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

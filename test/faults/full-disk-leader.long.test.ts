import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { indicatorKey } from '#contract/payloads/streams.ts'
import { createRedisLog } from '#server/streams/redis/redis-log.ts'
import { freeBytes } from '#server/database/disk-space.ts'
import { healthOf } from '#test/support/server/gateways.ts'
import { createDatabase, hasPostgresql, startPostgresql } from '#test/support/server/postgresql.ts'
import { hasRedis, startRedis } from '#test/support/server/redis.ts'
import { startServer } from '#test/support/server/server.ts'

const directory = await mkdtemp(join(tmpdir(), 'pairbot-full-'))
/** A small volume of its own; only root may make one. */
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', directory]).status === 0
const M1 = indicatorKey('BTCUSD', 'M1')
const SLOW = { timeout: 90_000, interval: 200 }

describe.skipIf(!isMounted || !hasPostgresql() || !hasRedis || !existsSync('dist/server/main.js'))(
  'a worker that leads, on a full volume',
  { timeout: 240_000 },
  () => {
    afterAll(async () => {
      if (isMounted) spawnSync('umount', ['-l', directory])
      await rm(directory, { recursive: true, force: true })
    })

    it.each(['full', 'read-only'])('[LD-17] goes on leading while its volume is %s', async (how) => {
      const postgresql = await startPostgresql()
      const database = await createDatabase(postgresql.url)
      await using redis = await startRedis()
      const env = { DATABASE_URL: database.url, REDIS_URL: redis.url, PAIRBOT_ROLE: 'worker', PAIRBOT_PAIRS: 'XBTUSD' }
      const server = await startServer({ dataDir: directory, env })
      const log = createRedisLog({
        url: redis.url,
        name: 'pairbot:simulated',
        isFollower: true,
        report: () => undefined,
      })
      let minutes = 0
      log.appended$.subscribe(({ key }) => {
        if (key === M1) minutes += 1
      })
      try {
        await log.whenReady
        if (how === 'full') await writeFile(join(directory, 'filler'), new Uint8Array(freeBytes(directory)))
        else expect(spawnSync('mount', ['-o', 'remount,ro', directory]).status).toBe(0)
        const before = minutes
        await expect.poll(() => minutes, SLOW).toBeGreaterThan(before + 1)
        const { status, leadership, errors } = await healthOf(server)
        expect([status, leadership?.status]).toEqual(['degraded', 'leader'])
        expect(errors).toEqual([expect.stringMatching(/^disk: full/)])
      } finally {
        await server.stop('SIGKILL')
        await log.close()
        spawnSync('mount', ['-o', 'remount,rw', directory])
        await rm(join(directory, 'filler'), { force: true })
        await database[Symbol.asyncDispose]()
        await postgresql[Symbol.asyncDispose]()
      }
    })
  },
)

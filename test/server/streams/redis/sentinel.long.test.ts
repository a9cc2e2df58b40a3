import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { hasRedis, type TestRedis } from '#test/support/server/redis.ts'
import { startReplicatedRedis } from '#test/support/server/replicated-redis.ts'
import { appendOn, BTC, openLog, untilAnnounced, upTo } from '#test/support/server/redis-logs.ts'

describe.skipIf(!hasRedis)('a stream log on a Redis with a replica', { timeout: 120_000 }, () => {
  it.each([
    ['is killed', (primary: TestRedis) => primary.kill()],
    [
      'is stopped (SIGSTOP), and comes back when another one is',
      async (primary: TestRedis) => {
        primary.pause()
        await delay(6_000)
        primary.resume()
        await delay(3_000)
      },
    ],
  ])(
    '[SL-61] goes on with the replica when the primary %s: nothing is lost, doubled or out of order',
    async (_, disturb) => {
      await using redis = await startReplicatedRedis()
      const name = randomUUID()
      const fence = { scopes: ['BTCUSD'], untilHeld: () => Promise.resolve(1), onRefused: () => undefined }
      await using writing = openLog(redis.url, { name, capacity: 100_000, fence })
      await using reading = openLog(redis.url, { name, capacity: 100_000, isFollower: true })
      await Promise.all([writing.log.whenReady, reading.log.whenReady])
      const { epoch } = writing.log
      const writer = appendOn(writing, BTC)
      await delay(500)
      await disturb(redis.primary)
      const before = writer.acknowledged()
      await expect.poll(writer.acknowledged, { timeout: 30_000 }).toBeGreaterThan(before + 20)
      const count = await writer.stop()
      await untilAnnounced(reading, BTC, count)
      expect(writing.numbers(BTC)).toEqual(upTo(count))
      expect(reading.numbers(BTC)).toEqual(upTo(count))
      expect([writing.log.epoch, reading.log.epoch]).toEqual([epoch, epoch])
    },
  )
})

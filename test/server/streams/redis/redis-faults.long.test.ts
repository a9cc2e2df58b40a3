import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { unwrap } from '#contract/streams.ts'
import { startFaultProxy } from '#test/support/server/fault-proxy.ts'
import { hasRedis, startRedis, type TestRedis } from '#test/support/server/redis.ts'
import {
  appendAll,
  appendOn,
  at,
  BTC,
  ETH,
  openLog,
  payload,
  untilAnnounced,
  upTo,
} from '#test/support/server/redis-logs.ts'

/** Everything that Redis has of a stream, oldest first. */
async function storedNumbers(url: string, name: string, key: string): Promise<unknown[]> {
  const client = new Redis(url)
  const rows = await client.xrange(`{${name}}:stream:${key}`, '-', '+')
  client.disconnect()
  return rows.map(
    ([, fields]) =>
      unwrap((JSON.parse(fields[fields.indexOf('d') + 1] ?? '') as { data: ReturnType<typeof payload> }).data)['n'],
  )
}

/**
 * Two processes write and read while `disturb` disturbs their Redis: each has everything that was acknowledged, once and in
 * order. Gives how many entries that were.
 */
async function disturbed(
  redis: TestRedis,
  disturb: () => Promise<void>,
  { url = redis.url, reports = [] as readonly unknown[] } = {},
) {
  const name = randomUUID()
  const options = { name, capacity: 1_000_000 }
  const writing = (scope: string, token: number) => ({
    ...options,
    fence: { scopes: [scope], untilHeld: () => Promise.resolve(token), onRefused: () => undefined },
  })
  await using one = openLog(url, writing('BTCUSD', 1))
  await using other = openLog(redis.url, writing('ETHUSD', 2))
  await Promise.all([one.log.whenReady, other.log.whenReady])
  const { epoch } = one.log
  const writers = [
    { key: BTC, ...appendOn(one, BTC) },
    { key: ETH, ...appendOn(other, ETH) },
  ]
  await disturb()
  const before = writers.map((writer) => writer.acknowledged())
  // Going on is part of what is promised.
  await expect
    .poll(() => writers.every((writer, index) => writer.acknowledged() > (before[index] ?? 0) + 20), {
      timeout: 20_000,
    })
    .toBe(true)
  let total = 0
  for (const writer of writers) {
    const count = await writer.stop()
    total += count
    await untilAnnounced(one, writer.key, count)
    await untilAnnounced(other, writer.key, count)
    expect(one.numbers(writer.key)).toEqual(upTo(count))
    expect(other.numbers(writer.key)).toEqual(upTo(count))
    expect(await storedNumbers(redis.url, name, writer.key)).toEqual(upTo(count))
  }
  // What Redis had lost each process had in an order of its own, where two of them write.
  if (reports.length === 0) expect(one.announced).toEqual(other.announced)
  expect([one.log.epoch, other.log.epoch]).toEqual([epoch, epoch])
  expect([...new Set([...one.reports, ...other.reports])]).toEqual(reports)
  return total
}

describe.skipIf(!hasRedis)('a stream log whose Redis fails', { timeout: 120_000 }, () => {
  it('[SL-56] Redis killed -9 and started again, five times: nothing is lost, doubled or out of order', async () => {
    await using redis = await startRedis()
    const count = await disturbed(redis, async () => {
      for (const ms of [30, 10, 400, 50, 1_200]) {
        await delay(200)
        await redis.kill()
        await delay(ms)
        await redis.restart()
      }
    })
    expect(count).toBeGreaterThan(100)
  })

  it('[SL-56] Redis stopped (SIGSTOP) for 2 and for 11 s: nothing is lost, doubled or out of order', async () => {
    await using redis = await startRedis()
    const count = await disturbed(redis, async () => {
      for (const ms of [2_000, 11_000]) {
        await delay(200)
        redis.pause()
        await delay(ms)
        redis.resume()
      }
    })
    expect(count).toBeGreaterThan(100)
  })

  it('[SL-56] connections reset, and answers lost on the way, thirty times: nothing is lost, doubled or out of order', async () => {
    await using redis = await startRedis()
    const proxy = await startFaultProxy(redis.port)
    const count = await disturbed(
      redis,
      async () => {
        for (let round = 0; round < 30; round += 1) {
          await delay(50 + round * 5)
          // Redis executes what arrives, but its answers are lost.
          proxy.set('drop-down')
          await delay(20)
          proxy.set('pass')
          proxy.cut()
        }
      },
      { url: `redis://127.0.0.1:${proxy.port}` },
    )
    expect(count).toBeGreaterThan(100)
    await proxy.close()
  })

  it('[SL-55] Redis killed -9 and started again without its files, ten times: nothing is lost, doubled or out of order', async () => {
    await using redis = await startRedis()
    const count = await disturbed(
      redis,
      async () => {
        for (const ms of [30, 10, 400, 50, 1_200, 5, 20, 100, 700, 40]) {
          await delay(300)
          await redis.kill()
          await redis.empty()
          await delay(ms)
          await redis.restart()
        }
      },
      { reports: [expect.stringMatching(/^Redis had lost entries/)] },
    )
    expect(count).toBeGreaterThan(100)
  })

  it('[SL-55] Redis back with what it had some seconds ago, three times: nothing is lost, doubled or out of order', async () => {
    await using redis = await startRedis(['--appendonly', 'no', '--dbfilename', 'dump.rdb'])
    const client = new Redis(redis.url, { maxRetriesPerRequest: null })
    client.on('error', () => undefined)
    const count = await disturbed(
      redis,
      async () => {
        for (const ms of [30, 400, 1_200]) {
          await delay(300)
          await client.save()
          await delay(500)
          await redis.kill()
          await delay(ms)
          await redis.restart()
        }
      },
      { reports: [expect.stringMatching(/^Redis had lost entries/)] },
    )
    client.disconnect()
    expect(count).toBeGreaterThan(100)
  })

  it('[SL-57] a reader behind the end of the journal reads from the streams, and reports it and every hole', async () => {
    await using redis = await startRedis()
    const proxy = await startFaultProxy(redis.port)
    const name = randomUUID()
    await using one = openLog(redis.url, { name, capacity: 200 })
    await using behind = openLog(`redis://127.0.0.1:${proxy.port}`, { name, capacity: 200 })
    await Promise.all([one.log.whenReady, behind.log.whenReady])
    const held = await appendAll(one, ETH, 1, 3)
    await appendAll(one, BTC, 1, 3)
    await untilAnnounced(behind, BTC, 3)
    proxy.set('refuse')
    await appendAll(one, ETH, 4, 5)
    for (let from = 4; from <= 12_000; from += 1_000)
      await Promise.all(upTo(1_000).map((n) => one.log.append(BTC, payload(from + n - 1), at(5_000 + from + n))))
    proxy.set('pass')
    await untilAnnounced(behind, BTC, 12_003)
    // ETH was cut from the journal, but not from its own stream.
    expect(behind.numbers(ETH)).toEqual([1, 2, 3, 4, 5])
    const numbers = behind.numbers(BTC)
    expect(numbers.slice(0, 3)).toEqual([1, 2, 3])
    expect(numbers.slice(3)).toEqual(upTo(200).map((n) => 11_803 + n))
    expect(behind.reports).toEqual([
      expect.stringMatching(/^The stream log was read too slowly: 12002 entries .* 11800 of them/),
    ])
    const [, , last] = one.announced.filter(({ key }) => key === BTC)
    expect((await behind.log.after(BTC, last?.entry.id ?? '', 1_000)).complete).toBe(false)
    expect((await behind.log.after(ETH, held[2]?.id ?? '', 1_000)).complete).toBe(true)
    await proxy.close()
  })

  it('[SL-58] a Redis that is not there yet is waited for, and named meanwhile', async () => {
    await using redis = await startRedis()
    await redis.kill()
    await using early = openLog(redis.url)
    await expect.poll(() => early.log.problem()).toMatch(/ECONNREFUSED/)
    await expect(early.log.recent(BTC, 1)).rejects.toThrow(/ECONNREFUSED/)
    const appended = early.log.append(BTC, payload(1), at(1_000))
    await redis.restart()
    await early.log.whenReady
    expect((await appended).seq).toBe(1)
    await expect.poll(() => early.log.problem()).toBeUndefined()
  })

  it('[SL-59] while Redis is away reading goes on, entries wait, and closing does not', async () => {
    await using redis = await startRedis()
    const process = openLog(redis.url)
    const entries = await appendAll(process, BTC, 1, 3)
    redis.pause()
    const waiting = process.log.append(BTC, payload(4), at(2_000))
    const refused = expect(waiting).rejects.toThrow('The stream log is closed')
    await expect.poll(() => process.log.problem(), { timeout: 10_000 }).toBeTypeOf('string')
    expect(await process.log.recent(BTC, 10)).toEqual(entries.toReversed())
    await process.log.close()
    await refused
    redis.resume()
  })
})

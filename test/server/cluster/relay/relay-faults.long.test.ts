import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createRemoteMarket } from '#server/cluster/relay/remote-market.ts'
import { hasRedis, startRedis } from '#test/support/server/redis.ts'
import { startReplicatedRedis } from '#test/support/server/replicated-redis.ts'
import { gateway, leader, publish, SOON, upTo } from '#test/support/server/relay-processes.ts'

describe.skipIf(!hasRedis)('the relay through a Redis that fails', { timeout: 60_000 }, () => {
  it('[RL-3] goes on over a Redis that is stopped and one that is killed', async () => {
    await using redis = await startRedis()
    const { url } = redis
    await using lead = leader(url, 1)
    await using reading = gateway(url)
    await reading.reader.whenReady
    for (const seq of upTo(10)) publish(lead.writer, seq)
    await expect.poll(() => reading.seqs().at(-1), SOON).toBe(10)
    redis.pause()
    for (const seq of [11, 12, 13]) publish(lead.writer, seq)
    await expect.poll(() => reading.reader.problem(), SOON).toBeDefined()
    redis.resume()
    await expect.poll(() => reading.seqs().at(-1), SOON).toBe(13)
    await redis.kill()
    for (const seq of [14, 15]) publish(lead.writer, seq)
    await redis.restart()
    await expect.poll(() => reading.seqs().at(-1), SOON).toBe(15)
    expect(reading.seqs()).toEqual(upTo(15))
    expect(reading.reader.problem()).toBeUndefined()
    expect(reading.begun()).toEqual([lead.epoch])
    expect(reading.starts().length).toBe(1)
  })

  /** Publishes closed candles, with running ones between them, while `disturb` disturbs Redis; gives what a gateway got of how many. */
  async function relayed(url: string, disturb: () => Promise<void>) {
    await using lead = leader(url, 1)
    await using reading = gateway(url)
    const published: number[] = []
    const market = createRemoteMarket({
      reader: reading.reader,
      now: Date.now,
      expectedKind: 'simulated',
      report: (error) => {
        throw error
      },
    })
    market.feed.publications$.subscribe(({ delivery, message }) => {
      if (delivery === 'lossless' && 'seq' in message) published.push(message.seq ?? 0)
    })
    await reading.reader.whenReady
    let seq = 0
    const timer = setInterval(() => {
      seq += 1
      publish(lead.writer, seq)
      publish(lead.writer, seq, false)
    }, 3)
    await disturb()
    await delay(3_000)
    clearInterval(timer)
    await expect.poll(() => published.at(-1), SOON).toBe(seq)
    return { published, count: seq }
  }

  it('[RL-3] Redis killed and started again without its files: a gateway has every closed candle once and in order', async () => {
    await using redis = await startRedis()
    const { published, count } = await relayed(redis.url, async () => {
      for (const ms of [10, 300, 1_000, 50]) {
        await delay(400)
        await redis.kill()
        await redis.empty()
        await delay(ms)
        await redis.restart()
      }
    })
    expect(published).toEqual(upTo(count))
  })

  it('[SL-61] a replica that takes over: a gateway has every closed candle once and in order', async () => {
    await using redis = await startReplicatedRedis()
    const { published, count } = await relayed(redis.url, async () => {
      await delay(1_000)
      await redis.primary.kill()
      await delay(3_000)
    })
    expect(published).toEqual(upTo(count))
  })
})

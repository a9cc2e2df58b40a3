import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServerMessage } from '#contract/messages.ts'
import { analyticsEndpoint } from '#server/live/analytics-endpoint.ts'
import { createAnalyticsFeed } from '#server/streams/analytics-feed.ts'
import type { StreamLog } from '#server/streams/ports.ts'
import { createRedisLog } from '#server/streams/redis/redis-log.ts'
import { connectClient, startGateway } from '#test/support/server/gateway.ts'
import { hasRedis, startRedis, type TestRedis } from '#test/support/server/redis.ts'
import { appendAll, at, BTC, ETH, openLog, payload, upTo } from '#test/support/server/redis-logs.ts'
import { streamLogSuite } from '../log-suite.ts'

describe.skipIf(!hasRedis)('on Redis', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis[Symbol.asyncDispose]())

  /** Two processes on the same streams. */
  async function twoProcesses(capacity = 1_001) {
    const name = randomUUID()
    const one = openLog(redis.url, { name, capacity })
    await one.log.whenReady
    const other = openLog(redis.url, { name, capacity })
    await other.log.whenReady
    const close = async () => void (await Promise.all([one.log.close(), other.log.close()]))
    return { name, one, other, [Symbol.asyncDispose]: close }
  }

  streamLogSuite('Redis', async (keep) => {
    const log = createRedisLog({ url: redis.url, name: randomUUID(), capacity: keep, report: () => undefined })
    await log.whenReady
    return log
  })

  it('[SL-51] all processes announce what any of them appends, in one order, with the same ids', async () => {
    await using processes = await twoProcesses()
    const { one, other } = processes
    const appends = upTo(300).map((n) => {
      const { log } = n % 3 === 0 ? other : one
      return log.append(n % 2 === 0 ? BTC : ETH, payload(n), at(1_000))
    })
    await Promise.all(appends)
    await expect.poll(() => other.announced.length).toBe(300)
    await expect.poll(() => one.announced.length).toBe(300)
    expect(other.announced).toEqual(one.announced)
    for (const key of [BTC, ETH]) {
      expect(one.announced.filter((each) => each.key === key).map(({ entry }) => entry.seq)).toEqual(upTo(150))
      expect(await other.log.recent(key, 1_000)).toEqual(await one.log.recent(key, 1_000))
    }
    expect(other.log.epoch).toBe(one.log.epoch)
  })

  /** A process that may write to scopes under a token, and whether it was refused. */
  function fenced(name: string, token: number, scopes: readonly string[] = ['BTCUSD']) {
    const state = { isRefused: false, isHeld: Promise.resolve() }
    const fence = {
      scopes,
      untilHeld: () => state.isHeld.then(() => token),
      onRefused: () => void (state.isRefused = true),
    }
    return { ...openLog(redis.url, { name, fence }), state }
  }

  it('[LD-30] once a later leader has loaded the streams, an earlier one writes nothing any more, and is told', async () => {
    const name = randomUUID()
    await using first = fenced(name, 1_700_000_000_001)
    await first.log.whenReady
    await appendAll(first, BTC, 1, 3)
    await using second = fenced(name, 1_700_000_000_002)
    await second.log.whenReady
    await expect(first.log.append(BTC, payload(99), at(2_000))).rejects.toThrow()
    expect(first.state.isRefused).toBe(true)
    await appendAll(second, BTC, 4, 5)
    expect((await second.log.recent(BTC, 10)).map(({ seq }) => seq)).toEqual([5, 4, 3, 2, 1])
    await using late = fenced(name, 1_700_000_000_001)
    await expect.poll(() => late.state.isRefused).toBe(true)
    expect(second.state.isRefused).toBe(false)
  })

  it('[LD-30] leaders of different pairs write side by side', async () => {
    const name = randomUUID()
    await using first = fenced(name, 5, ['ETHUSD', 'XRPUSD'])
    await using second = fenced(name, 9, ['BTCUSD'])
    await Promise.all([first.log.whenReady, second.log.whenReady])
    await Promise.all([appendAll(first, ETH, 1, 20), appendAll(second, BTC, 1, 20)])
    expect([first.state.isRefused, second.state.isRefused]).toEqual([false, false])
  })

  it('[LD-31] while a process is not sure to lead, its entries wait; closing does not', async () => {
    await using first = fenced(randomUUID(), 1)
    await first.log.whenReady
    let goOn = () => {}
    first.state.isHeld = new Promise((resolve) => (goOn = resolve))
    let isStored = false
    const appending = first.log.append(BTC, payload(1), at(1_000)).then(() => (isStored = true))
    const client = new Redis(redis.url)
    expect(await client.ping()).toBe('PONG')
    client.disconnect()
    expect(isStored).toBe(false)
    goOn()
    await appending
    first.state.isHeld = new Promise(() => undefined)
    const refused = expect(first.log.append(BTC, payload(2), at(2_000))).rejects.toThrow('closed')
    await first.log.close()
    await refused
  })

  it('[SL-52] a client resumes at another process with the ids that it has from the first', async () => {
    await using processes = await twoProcesses()
    const { name, one } = processes
    const held = await appendAll(one, BTC, 1, 5)
    await appendAll(one, ETH, 1, 2)
    // Opened only now: it announces nothing of this, but knows it.
    await using late = openLog(redis.url, { name })
    const feed = createAnalyticsFeed(late.log)
    await late.log.whenReady
    const lastIds = { [BTC]: held[2]?.id ?? '' }
    const resumed = await feed.resume(lastIds, one.log.epoch)
    expect(resumed).not.toBe('discontinuity')
    const missed = resumed === 'discontinuity' ? [] : resumed
    expect(missed.map(({ data, seq }) => [data.stream_key, seq])).toEqual([
      [ETH, 2],
      [BTC, 4],
      [BTC, 5],
    ])
    expect(feed.latest().map(({ seq }) => seq)).toEqual([5, 2])
    expect(await feed.resume({ [BTC]: '1-0' }, one.log.epoch)).toBe('discontinuity')
    expect(await feed.resume(lastIds, 'another')).toBe('discontinuity')
    expect(late.announced).toEqual([])
    feed.stop()
  })

  it('[SL-52] [GW-31] a client moves between gateways while entries are written, and misses none', async () => {
    await using processes = await twoProcesses()
    const { one, other } = processes
    const endpointOn = (log: StreamLog) => {
      const { publications$, snapshot, streams, resume } = analyticsEndpoint(createAnalyticsFeed(log))
      return { publications$, snapshot, streams, ...(resume && { resume }) }
    }
    await using first = await startGateway({ endpoint: endpointOn(one.log) })
    await using second = await startGateway({ endpoint: endpointOn(other.log) })
    const seqs = (messages: readonly ServerMessage[]) =>
      messages.flatMap((each) => (each.type === 'AnalyticsUpdate' ? [each.seq ?? 0] : []))
    const before = connectClient(`${first.url}/ws/tdp?token=ada:s1`)
    await before.received(1)
    const writing = appendAll(one, BTC, 1, 400)
    await before.received(100)
    before.ws.terminate()
    const received = before.messages()
    const last = received.findLast((each) => each.type === 'AnalyticsUpdate')
    const after = connectClient(`${second.url}/ws/tdp?token=ada:s1`)
    const [ack] = await after.received(1)
    const held = last?.type === 'AnalyticsUpdate' ? (last.message_id ?? '') : ''
    const connection_id = ack?.connection_id
    after.send({ type: 'Resume', timestamp: 1, connection_id, epoch: one.log.epoch, last_ids: { [BTC]: held } })
    await writing
    await expect.poll(() => seqs(after.messages()).at(-1)).toBe(400)
    const all = [...seqs(received), ...seqs(after.messages())]
    expect([...new Set(all)].toSorted((a, b) => a - b)).toEqual(upTo(400))
    expect(after.messages().filter(({ type }) => type === 'SystemStatus')).toEqual([])
    after.ws.terminate()
  })

  it('[SL-53] a process that starts again goes on counting in the same epoch; one that begins anew does not', async () => {
    const name = randomUUID()
    const before = openLog(redis.url, { name })
    await appendAll(before, BTC, 1, 3)
    const { epoch } = before.log
    await before.log.close()
    await using after = openLog(redis.url, { name })
    await after.log.whenReady
    expect(after.log.epoch).toBe(epoch)
    expect((await after.log.append(BTC, payload(4), at(500))).seq).toBe(4)
    await using anew = openLog(redis.url, { name, forgets: () => true })
    await anew.log.whenReady
    expect(anew.log.epoch).not.toBe(epoch)
    expect(await anew.log.keys()).toEqual([])
    expect((await anew.log.append(BTC, payload(1), at(600))).seq).toBe(1)
    await expect.poll(async () => (await after.log.recent(BTC, 10)).map(({ id }) => id)).toEqual(['600-0'])
    expect(after.log.epoch).toBe(anew.log.epoch)
  })

  it('[SL-53] one that begins anew with some streams leaves the others, and who writes them goes on', async () => {
    const name = randomUUID()
    await using other = openLog(redis.url, { name })
    await appendAll(other, BTC, 1, 3)
    await appendAll(other, ETH, 1, 2)
    const { epoch } = other.log
    await using anew = openLog(redis.url, { name, forgets: (key) => key === BTC })
    await anew.log.whenReady
    expect(anew.log.epoch).not.toBe(epoch)
    expect(await anew.log.keys()).toEqual([ETH])
    expect((await other.log.append(ETH, payload(3), at(700))).seq).toBe(3)
    expect((await anew.log.append(BTC, payload(1), at(800))).seq).toBe(1)
    await expect.poll(async () => (await other.log.recent(BTC, 10)).map(({ id }) => id)).toEqual(['800-0'])
    expect(other.log.epoch).toBe(anew.log.epoch)
  })

  it('[SL-54] streams are bounded in Redis too', async () => {
    await using processes = await twoProcesses(100)
    const { name, one } = processes
    await Promise.all(upTo(1_000).map((n) => one.log.append(BTC, payload(n), at(n))))
    const client = new Redis(redis.url)
    // Whole nodes of 100 entries are cut.
    expect(await client.xlen(`{${name}}:stream:${BTC}`)).toBeLessThan(300)
    client.disconnect()
  })

  async function emptyRedis() {
    const client = new Redis(redis.url)
    await client.flushall()
    client.disconnect()
  }

  it('[SL-55] a Redis that was emptied gets the streams again, under their ids, from who writes them', async () => {
    const name = randomUUID()
    await using one = fenced(name, 1)
    await using other = fenced(name, 2, ['ETHUSD'])
    await Promise.all([one.log.whenReady, other.log.whenReady])
    await using gateway = openLog(redis.url, { name, isFollower: true })
    await gateway.log.whenReady
    const { epoch } = one.log
    const before = [...(await appendAll(one, BTC, 1, 250)), ...(await appendAll(other, ETH, 1, 3))]
    await expect.poll(() => gateway.announced.length).toBe(before.length)
    await emptyRedis()
    const after = [...(await appendAll(one, BTC, 251, 252)), ...(await appendAll(other, ETH, 4, 4))]
    await expect.poll(() => gateway.announced.length).toBe(before.length + after.length)
    await using late = openLog(redis.url, { name, isFollower: true })
    await late.log.whenReady
    for (const { log } of [one, other, gateway, late]) {
      expect(log.epoch).toBe(epoch)
      expect(await log.recent(BTC, 300)).toEqual(await one.log.recent(BTC, 300))
      expect(await log.recent(ETH, 300)).toEqual(await other.log.recent(ETH, 300))
    }
    for (const process of [one, other, gateway]) {
      expect(process.numbers(BTC)).toEqual(upTo(252))
      expect(process.numbers(ETH)).toEqual(upTo(4))
    }
    expect((await late.log.recent(BTC, 300)).map(({ seq }) => seq)).toEqual(upTo(252).toReversed())
    expect(gateway.reports).toEqual([])
    expect(one.reports).toEqual([expect.stringMatching(/^Redis had lost entries of 1 streams/)])
  })

  it('[SL-55] one that was emptied while nobody was there who writes them begins a new epoch with the next who does', async () => {
    const name = randomUUID()
    const before = fenced(name, 1)
    await appendAll(before, BTC, 1, 3)
    const { epoch } = before.log
    await using gateway = openLog(redis.url, { name, isFollower: true })
    await gateway.log.whenReady
    await before.log.close()
    await emptyRedis()
    await expect.poll(() => gateway.log.problem(), { timeout: 5_000 }).toMatch(/^Redis has no entries/)
    expect((await gateway.log.recent(BTC, 5)).length).toBe(3)
    await using after = fenced(name, 2)
    await appendAll(after, BTC, 4, 4)
    expect(after.log.epoch).not.toBe(epoch)
    await expect.poll(() => gateway.log.epoch, { timeout: 5_000 }).toBe(after.log.epoch)
    await expect.poll(async () => (await gateway.log.recent(BTC, 5)).map(({ seq }) => seq)).toEqual([1])
  })
})

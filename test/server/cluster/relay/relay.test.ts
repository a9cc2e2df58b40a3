import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RELAY_ROWS } from '#server/cluster/relay/scripts.ts'
import { hasRedis, startRedis, type TestRedis } from '#test/support/server/redis.ts'
import { relayedCandle, relayedLeader } from '#test/support/server/relay.ts'
import { gateway, leader, newestOf, publish, seqOf, SOON, STREAM, upTo } from '#test/support/server/relay-processes.ts'
import { RELAY_KEYS } from '#server/cluster/relay/messages.ts'

describe.skipIf(!hasRedis)('the relay through Redis', { timeout: 60_000 }, () => {
  let redis: TestRedis
  let url: string
  let database = 0
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(() => redis[Symbol.asyncDispose]())
  /** Each test has a database of its own. */
  const freshUrl = () => `${redis.url}/${(database += 1)}`

  it('[RL-1] takes every closed candle once and in order to every gateway', async () => {
    url = freshUrl()
    await using lead = leader(url, 1)
    await using one = gateway(url)
    await using two = gateway(url)
    await Promise.all([one.reader.whenReady, two.reader.whenReady])
    for (const seq of upTo(600)) {
      publish(lead.writer, seq, false)
      publish(lead.writer, seq)
    }
    await expect.poll(() => [one.seqs().at(-1), two.seqs().at(-1)], SOON).toEqual([600, 600])
    expect(one.seqs()).toEqual(upTo(600))
    expect(two.seqs()).toEqual(upTo(600))
  })

  it('[RL-2] a gateway that starts later has the newest, and then what follows', async () => {
    url = freshUrl()
    await using lead = leader(url, 1)
    await using first = gateway(url)
    await first.reader.whenReady
    for (const seq of [1, 2, 3]) publish(lead.writer, seq)
    lead.writer.publish({ stream: 'leader', kind: 'newest', message: relayedLeader({}) })
    lead.writer.publish({ stream: 'running', kind: 'passing', message: relayedCandle({ id: '9-9', seq: 9 }) })
    await expect.poll(() => first.seqs().at(-1), SOON).toBe(9)
    await using late = gateway(url)
    await late.reader.whenReady
    const [found] = late.starts()[0] ?? []
    expect([...(found?.newest.keys() ?? [])].toSorted()).toEqual([STREAM, 'leader'])
    expect(seqOf(found?.newest.get(STREAM) ?? '')).toBe(3)
    expect(found).toMatchObject({ epoch: lead.epoch, scope: { market: 'simulated', pairs: ['BTCUSD'] } })
    publish(lead.writer, 4)
    await expect.poll(late.seqs, SOON).toEqual([4])
  })

  it('[RL-3] goes on when Redis was emptied, and starts over from the newest when that has no longer what follows', async () => {
    url = freshUrl()
    await using lead = leader(url, 1)
    await using reading = gateway(url)
    await reading.reader.whenReady
    for (const seq of upTo(5)) publish(lead.writer, seq)
    await expect.poll(() => reading.seqs().at(-1), SOON).toBe(5)
    const client = new Redis(url)
    await client.flushdb()
    for (const seq of [6, 7]) publish(lead.writer, seq)
    await expect.poll(() => reading.seqs().at(-1), SOON).toBe(7)
    expect([...new Set(reading.seqs())]).toEqual(upTo(7))
    expect(reading.starts().length).toBe(1)
    await using late = gateway(url)
    await late.reader.whenReady
    expect(newestOf(late)).toBe(7)
    await client.xtrim(RELAY_KEYS.rows, 'MAXLEN', 0)
    publish(lead.writer, 8)
    await expect.poll(() => [newestOf(reading), reading.seqs().at(-1)].includes(8), SOON).toBe(true)
    client.disconnect()
  })

  it('[RL-4] a new leader begins an epoch, and the one before it is refused', async () => {
    url = freshUrl()
    await using first = leader(url, 1)
    await using reading = gateway(url)
    await reading.reader.whenReady
    publish(first.writer, 1)
    await expect.poll(reading.seqs, SOON).toEqual([1])
    await using second = leader(url, 2)
    publish(second.writer, 1)
    await expect.poll(() => reading.begun().at(-1), SOON).toBe(second.epoch)
    await expect.poll(reading.seqs, SOON).toEqual([1, 1])
    const before = reading.events.length
    publish(first.writer, 2)
    await expect.poll(() => first.state.isReplaced, SOON).toBe(true)
    publish(first.writer, 3)
    publish(second.writer, 2)
    await expect.poll(() => reading.seqs().at(-1), SOON).toBe(2)
    expect(reading.events.length - before).toBe(1)
    expect(second.state.isReplaced).toBe(false)
  })

  it('[RL-7] leaders of different pairs publish side by side, and a gateway gets both in one order', async () => {
    url = freshUrl()
    await using btc = leader(url, 1)
    await using eth = leader(url, 2, { pairs: ['ETHUSD', 'XRPUSD'] })
    await using one = gateway(url)
    await using two = gateway(url)
    await Promise.all([one.reader.whenReady, two.reader.whenReady])
    for (const seq of upTo(300)) {
      publish(btc.writer, seq)
      publish(eth.writer, seq, true, 'eth')
    }
    const of = ({ events }: typeof one, epoch: string) =>
      events.flatMap((event) => (event.kind === 'row' && event.epoch === epoch ? [seqOf(event.row.text)] : []))
    for (const each of [one, two])
      await expect
        .poll(() => [of(each, btc.epoch), of(each, eth.epoch)].map((seqs) => seqs.at(-1)), SOON)
        .toEqual([300, 300])
    expect(of(one, btc.epoch)).toEqual(upTo(300))
    expect(of(one, eth.epoch)).toEqual(upTo(300))
    expect(two.events.filter(({ kind }) => kind !== 'newest')).toEqual(
      one.events.filter(({ kind }) => kind !== 'newest'),
    )
    expect([btc.state.isReplaced, eth.state.isReplaced]).toEqual([false, false])
    await using late = gateway(url)
    await late.reader.whenReady
    expect(
      late
        .starts()[0]
        ?.map(({ epoch, newest }) => [epoch, [...newest.keys()]])
        .toSorted(),
    ).toEqual([
      [btc.epoch, [STREAM]],
      [eth.epoch, ['eth']],
    ])
  })

  it('[RL-4] a new leader replaces only those whose pairs it has, with what they published', async () => {
    url = freshUrl()
    await using btc = leader(url, 1)
    await using rest = leader(url, 2, { pairs: ['ETHUSD', 'XRPUSD'] })
    await using reading = gateway(url)
    await reading.reader.whenReady
    publish(btc.writer, 1)
    publish(rest.writer, 1, true, 'eth')
    await expect.poll(reading.seqs, SOON).toHaveLength(2)
    await using eth = leader(url, 3, { pairs: ['ETHUSD'] })
    publish(eth.writer, 1, true, 'eth')
    await expect.poll(reading.seqs, SOON).toHaveLength(3)
    publish(rest.writer, 2, true, 'eth')
    await expect.poll(() => rest.state.isReplaced, SOON).toBe(true)
    publish(btc.writer, 2)
    await expect.poll(reading.seqs, SOON).toEqual(expect.arrayContaining([2]))
    async function found() {
      await using late = gateway(url)
      await late.reader.whenReady
      return late
        .starts()[0]
        ?.map(({ epoch, scope, newest }) => [epoch, scope.pairs.join(), newest.size])
        .toSorted()
    }
    // The third pair stays known until another leader has it.
    expect(await found()).toEqual([
      [btc.epoch, 'BTCUSD', 1],
      [rest.epoch, 'XRPUSD', 0],
      [eth.epoch, 'ETHUSD', 1],
    ])
    const client = new Redis(url)
    expect((await client.hkeys(RELAY_KEYS.newest)).toSorted()).toEqual([`${btc.epoch} ${STREAM}`, `${eth.epoch} eth`])
    client.disconnect()
    await using xrp = leader(url, 4, { pairs: ['XRPUSD'] })
    publish(xrp.writer, 1, true, 'xrp')
    await expect.poll(() => reading.begun().at(-1), SOON).toBe(xrp.epoch)
    expect((await found())?.map(([epoch]) => epoch)).toEqual([btc.epoch, eth.epoch, xrp.epoch])
    expect([btc, eth].map(({ state }) => state.isReplaced)).toEqual([false, false])
  })

  it('[RL-12] a leader with another kind of market replaces all', async () => {
    url = freshUrl()
    await using btc = leader(url, 1)
    await using reading = gateway(url)
    await reading.reader.whenReady
    publish(btc.writer, 1)
    await expect.poll(reading.seqs, SOON).toEqual([1])
    await using eth = leader(url, 2, { market: 'replay', pairs: ['ETHUSD'] })
    publish(eth.writer, 1, true, 'eth')
    await expect.poll(() => reading.begun().at(-1), SOON).toBe(eth.epoch)
    publish(btc.writer, 2)
    await expect.poll(() => btc.state.isReplaced, SOON).toBe(true)
    await using late = gateway(url)
    await late.reader.whenReady
    expect(late.starts()[0]?.map(({ epoch }) => epoch)).toEqual([eth.epoch])
  })

  it('[RL-3] bounds what Redis has', async () => {
    url = freshUrl()
    await using lead = leader(url, 1)
    for (const seq of upTo(RELAY_ROWS + 1_000)) publish(lead.writer, seq)
    const client = new Redis(url)
    await expect
      .poll(async () => seqOf((await client.hget(RELAY_KEYS.newest, `${lead.epoch} ${STREAM}`)) ?? ''), SOON)
      .toBe(RELAY_ROWS + 1_000)
    expect(await client.xlen(RELAY_KEYS.rows)).toBeLessThan(RELAY_ROWS + 200)
    client.disconnect()
  })
})

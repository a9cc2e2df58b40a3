import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readRecording } from '#server/market/replay/recording.ts'
import { referenceData } from '#test/support/data/reference.ts'
import { hasRedis, startRedis, type TestRedis } from '#test/support/server/redis.ts'
import { oneProcess, onLossless, workerAndGateway } from '#test/support/server/replayed.ts'

/** Six hours; `PAIRBOT_TEST_DAYS=61` replays two months. */
const DAYS = Number(process.env['PAIRBOT_TEST_DAYS'] ?? 0.25)
const FILES = ['2019-04', '2019-05', '2019-06'].flatMap(
  (month) => referenceData(`candles/BTCUSD-1m-${month}.csv.gz`) ?? [],
)
const hasData = FILES.length === 3
if (!hasData) process.stderr.write('SKIPPED replays of BTC: PAIRBOT_REFERENCE_DATA has no candles of it.\n')

/** Messages that the gateway may be behind. */
const BEHIND = 500
const PATIENCE_MS = 30_000

interface State {
  streams: number
  messages: number
  bytes: number
  /** Messages of the one process that the other has not published yet. */
  pending: number
  /** The first message that is another one. */
  difference: object | undefined
}

/** Compares what two processes publish, stream by stream, as it comes. */
function createComparison() {
  const waiting = new Map<string, string[]>()
  const state: State = { streams: 0, messages: 0, bytes: 0, pending: 0, difference: undefined }
  return {
    state,
    expected(stream: string, text: string) {
      const queue = waiting.get(stream) ?? []
      queue.push(text)
      waiting.set(stream, queue)
      state.streams = waiting.size
      state.pending += 1
    },
    found(stream: string, text: string) {
      const expected = waiting.get(stream)?.shift()
      state.messages += 1
      state.bytes += text.length
      state.pending -= 1
      if (text !== expected) state.difference ??= { stream, message: state.messages, expected, found: text }
    },
    /** Resolves when at most so many are outstanding; rejects if they do not come. */
    async behindBy(most: number) {
      const deadline = performance.now() + PATIENCE_MS
      while (state.pending > most && state.difference === undefined) {
        if (performance.now() > deadline) {
          const missing = [...waiting].filter(([, { length }]) => length > 0).map(([stream]) => stream)
          throw new Error(`${state.pending} messages are missing, of ${missing.join(', ')}`)
        }
        await nextTurn()
      }
    },
  }
}

describe.skipIf(!hasRedis || !hasData)('a replay of BTC', { timeout: 180_000 + DAYS * 120_000 }, () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis(['--appendfsync', 'no'])
  })
  afterAll(() => redis?.[Symbol.asyncDispose]())

  it(`[CL-7] ${DAYS * 24} hours through worker, Redis and gateway are what one process publishes, byte for byte`, async () => {
    const recording = await readRecording(FILES.join(':'))
    await using cluster = await workerAndGateway(recording, redis.url)
    await using one = oneProcess(recording, cluster.worker.log.epoch)
    const comparison = createComparison()
    onLossless(one.feed, (stream, text) => comparison.expected(stream, text))
    onLossless(cluster.gateway, (stream, text) => comparison.found(stream, text))
    await one.start()
    await cluster.worker.start()
    const began = performance.now()
    for (let minute = 0; minute < DAYS * 1_440 && comparison.state.difference === undefined; minute += 1) {
      await one.step()
      await cluster.worker.step()
      await comparison.behindBy(BEHIND)
    }
    await comparison.behindBy(0)
    const { streams, messages, bytes, pending, difference } = comparison.state
    const seconds = (performance.now() - began) / 1_000
    process.stdout.write(
      `${DAYS} days: ${streams} streams, ${messages} messages, ${(bytes / 1e6).toFixed(0)} MB in ${seconds.toFixed(0)} s\n`,
    )
    expect(difference).toBeUndefined()
    expect(pending).toBe(0)
    expect(streams).toBeGreaterThan(20)
    expect(messages).toBeGreaterThan(DAYS * 1_440 * 5)
  })
})

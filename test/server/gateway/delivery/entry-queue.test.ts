import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEntryQueue, type Entry } from '#server/gateway/delivery/entry-queue.ts'

const entry = (number: number, stream: string, lossless: boolean, bytes = 10): Entry => ({
  number,
  stream,
  pair: undefined,
  timeframe: undefined,
  lossless,
  text: String(number),
  bytes,
})

const entries = fc
  .array(
    fc.record({
      stream: fc.constantFrom('a', 'b', 'c'),
      lossless: fc.boolean(),
      bytes: fc.integer({ min: 1, max: 50 }),
    }),
  )
  .map((kinds) => kinds.map(({ stream, lossless, bytes }, number) => entry(number, stream, lossless, bytes)))

const numbers = (list: readonly Entry[]) => list.map(({ number }) => number)

describe('the entry queue', () => {
  it('[GW-22] keeps the newest last-value entry per stream, behind earlier lossless ones', () => {
    const queue = createEntryQueue()
    const replaced = [
      entry(0, 'btc', false),
      entry(1, 'eth', false),
      entry(2, 'btc', true),
      entry(3, 'btc', false),
      entry(4, 'btc', true),
      entry(5, 'btc', false),
    ].map((one) => queue.push(one))

    expect(replaced).toEqual([false, false, false, true, false, true])
    expect(numbers(queue.take(Infinity))).toEqual([1, 2, 4, 5])
    expect(queue.isEmpty()).toBe(true)
    expect(queue.bytes()).toBe(0)
  })

  it('[GW-22] for any sequence, loses no lossless entry, reorders nothing, and yields the newest value last', () => {
    fc.assert(
      fc.property(entries, fc.array(fc.nat(60)), (pushed, takes) => {
        const queue = createEntryQueue()
        const out: Entry[] = []
        const every = Math.max(1, Math.ceil(pushed.length / (takes.length + 1)))
        for (const [index, one] of pushed.entries()) {
          queue.push(one)
          const limit = takes[Math.floor(index / every)]
          if (index % every === every - 1 && limit !== undefined) out.push(...queue.take(limit))
        }
        out.push(...queue.take(Infinity))

        expect(numbers(out)).toEqual([...numbers(out)].sort((a, b) => a - b))
        expect(numbers(out.filter((one) => one.lossless))).toEqual(numbers(pushed.filter((one) => one.lossless)))
        for (const stream of ['a', 'b', 'c']) {
          const values = (list: readonly Entry[]) => list.filter((one) => !one.lossless && one.stream === stream)
          expect(values(out).at(-1)).toEqual(values(pushed).at(-1))
        }
        expect(queue.bytes()).toBe(0)
      }),
    )
  })

  it('[GW-22] counts queued bytes, and takes up to the requested bytes but at least one entry', () => {
    const queue = createEntryQueue()
    for (const one of [
      entry(0, 'a', true, 100),
      entry(1, 'a', true, 100),
      entry(2, 'v', false, 70),
      entry(3, 'v', false, 30),
    ]) {
      queue.push(one)
    }

    expect(queue.bytes()).toBe(230)
    expect(numbers(queue.take(50))).toEqual([0])
    expect(numbers(queue.take(130))).toEqual([1, 3])
    expect(queue.bytes()).toBe(0)
  })
})

import { constants, inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { GATEWAY } from '#contract/limits.ts'
import { createBroadcast } from '#server/gateway/delivery/broadcast.ts'
import { encodeEntry } from '#server/gateway/delivery/entry-queue.ts'
import { WIRE_FORMATS, type WireFormat } from '#server/gateway/framing/index.ts'
import { POLICY } from '#server/gateway/policy.ts'
import { message } from '#test/support/server/gateway.ts'
import { createManualTimers } from '#test/support/server/manual-timers.ts'

const encodeSingly = WIRE_FORMATS.single.own
const encodeBatch = WIRE_FORMATS.batch.own

/** What it got: the numbers of each round, and the frames. */
interface Member {
  readonly firstEntry: number
  readonly rounds: number[][]
  readonly frames: Buffer[]
}

function setup(dialect: WireFormat) {
  const timers = createManualTimers()
  const broadcast = createBroadcast<Member>({
    wireFormat: dialect,
    now: timers.now,
    timers,
    deliver({ rounds, frames }, entries, frame) {
      rounds.push(entries.map((entry) => entry.number))
      frames.push(frame)
    },
  })
  let number = 0
  const publish = (stream: string, delivery: 'lossless' | 'latest' = 'lossless') => {
    broadcast.publish(encodeEntry({ stream, delivery, message: message(number) }, number))
    number += 1
  }
  const member = (firstEntry = 0): Member => {
    const one = { firstEntry, rounds: [], frames: [] }
    broadcast.join(one)
    return one
  }
  return { timers, broadcast, publish, member }
}

/** Payload of a deflated frame with a 16-bit length or a shorter one. */
function inflated(frame: Buffer = Buffer.alloc(0)): string {
  expect(frame[0]).toBe(0xc1)
  const start = (frame[1] ?? 0) < 126 ? 2 : 4
  return inflateRawSync(frame.subarray(start), { finishFlush: constants.Z_SYNC_FLUSH }).toString()
}

const text = (value: number) => JSON.stringify(message(value))

describe('a broadcast', () => {
  it('[GW-20] single: writes each message at once, with one buffer for all members', () => {
    const { publish, member } = setup('single')
    const [first, second] = [member(), member()]
    publish('a')
    publish('a', 'latest')

    expect(first.rounds).toEqual([[0], [1]])
    expect(first.frames).toEqual([encodeSingly([text(0)]), encodeSingly([text(1)])])
    expect(second.frames[0]).toBe(first.frames[0])
  })

  it('[GW-21] batched: flushes at the end of the turn after idle, then one array per 16 ms', async () => {
    const { timers, publish, member } = setup('batch')
    const one = member()
    publish('a')
    publish('a')
    expect(one.rounds).toEqual([])
    await timers.advance(0)
    expect(one.rounds).toEqual([[0, 1]])

    publish('a')
    await timers.advance(10)
    publish('a')
    await timers.advance(5)
    expect(one.rounds).toEqual([[0, 1]])
    await timers.advance(1)
    expect(one.rounds).toEqual([
      [0, 1],
      [2, 3],
    ])
    expect(one.frames[1]).toEqual(encodeBatch([text(2), text(3)]))

    await timers.advance(1_000)
    publish('a')
    await timers.advance(0)
    expect(one.rounds[2]).toEqual([4])
  })

  it('[GW-21] batched: keeps only the newest value of a stream, never ahead of an earlier lossless entry', async () => {
    const { timers, publish, member } = setup('batch')
    const one = member()
    publish('btc', 'latest')
    publish('eth', 'latest')
    publish('btc', 'lossless')
    publish('btc', 'latest')
    publish('btc', 'lossless')
    await timers.advance(0)

    expect(one.rounds).toEqual([[1, 2, 3, 4]])
  })

  it('[GW-4] a member that joins during a batch gets only what was published after its snapshot', async () => {
    const { timers, publish, member } = setup('batch')
    const early = member()
    publish('a')
    const late = member(1)
    const later = member(2)
    publish('b')
    await timers.advance(0)

    expect(early.rounds).toEqual([[0, 1]])
    expect(late.rounds).toEqual([[1]])
    expect(late.frames).toEqual([encodeBatch([text(1)])])
    expect(later.rounds).toEqual([])
  })

  it('[GW-25] writes to many members in slices, in order, and nothing to one that has left', () => {
    const { timers, broadcast, publish, member } = setup('single')
    const members = Array.from({ length: POLICY.sliceAbove + 1 }, () => member())
    const reached = () => members.filter(({ rounds }) => rounds.length > 0).length
    publish('a')
    expect(reached()).toBe(POLICY.slice)

    publish('v', 'latest')
    publish('v', 'latest')
    publish('a')
    broadcast.leave(members[700]!)
    timers.runSoon()
    expect(reached()).toBe(2 * POLICY.slice)
    for (let turn = 0; turn < 10; turn += 1) timers.runSoon()

    const all = members.map(({ rounds }) => rounds.flat())
    expect(all[700]).toEqual([])
    expect(new Set(all.toSpliced(700, 1).map(String))).toEqual(new Set(['0,2,3']))
  })

  it('[GW-34] a flush completes the current round and writes pending entries', () => {
    const { broadcast, publish, member } = setup('single')
    const members = Array.from({ length: POLICY.sliceAbove + 1 }, () => member())
    publish('a')
    publish('a')
    broadcast.flush()

    expect(new Set(members.map(({ rounds }) => String(rounds)))).toEqual(new Set(['0,1']))
  })

  it('[GW-21] a clock that is set back does not delay a batch', async () => {
    const { timers, publish, member } = setup('batch')
    const one = member()
    publish('a')
    await timers.advance(0)
    await timers.advance(-3_600_000)
    publish('a')
    await timers.advance(16)

    expect(one.rounds).toEqual([[0], [1]])
  })

  it('[GW-40] deflated: encodes once for all members, without context takeover', async () => {
    const { timers, publish, member } = setup('batch-deflated')
    const [first, second] = [member(), member()]
    for (const round of [0, 1]) {
      for (let count = 0; count < 10; count += 1) publish('a')
      await timers.advance(GATEWAY.batchMs)
      expect(inflated(first.frames[round])).toBe(
        `[${[...Array(10).keys()].map((n) => text(round * 10 + n)).join(',')}]`,
      )
      expect(second.frames[round]).toBe(first.frames[round])
    }
  })

  it('[GW-40] deflated: leaves a small batch plain', async () => {
    const { timers, publish, member } = setup('batch-deflated')
    const one = member()
    publish('a')
    await timers.advance(0)

    expect(one.frames).toEqual([encodeBatch([text(0)])])
  })
})

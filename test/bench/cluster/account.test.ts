import { describe, expect, it } from 'vitest'
import { createAccount } from '#bench/cluster/account.ts'

const KEY = 'x:m1'
const FIVE = 'x:m5'
const entry = (seq: number, epoch = 'e') => ({
  seq,
  epoch,
  message_id: `${seq}`,
  data: { stream_key: KEY, provenance: { exchange_time: seq } },
})
const minutes = (count: number) => count * 60_000
const counted = (account: ReturnType<typeof createAccount>, until: ReadonlyMap<string, number> = new Map()) => {
  const { lost, duplicated, reordered } = account.result(until)
  return { lost, duplicated, reordered }
}
const NOTHING = { lost: 0, duplicated: 0, reordered: 0 }

describe('what a client counts', () => {
  it('lets the answer to a resumption begin once with lower numbers, on all sockets but the first', () => {
    const account = createAccount()
    const first = account.connected()
    for (const seq of [3, 4, 5]) first.add(entry(seq))
    const second = account.connected()
    for (const seq of [8, 9, 6, 7, 8, 9, 10]) second.add(entry(seq))
    expect(counted(account)).toEqual(NOTHING)
    second.add(entry(10))
    second.add(entry(8))
    expect(counted(account)).toEqual({ lost: 0, duplicated: 1, reordered: 1 })
    first.add(entry(5))
    expect(counted(account).duplicated).toBe(2)
    first.add(entry(1, 'another epoch'))
    expect(counted(account)).toEqual({ lost: 0, duplicated: 2, reordered: 1 })
  })

  it('misses steps of a timeframe, also at the end', () => {
    const account = createAccount()
    // Of the longer timeframe the first is the state at the start.
    for (const end of [7, 10, 15, 25]) account.accepted(FIVE, minutes(end))
    for (const end of [1, 2, 2, 4, 3]) account.accepted(KEY, minutes(end))
    expect(counted(account)).toEqual({ lost: 2, duplicated: 1, reordered: 1 })
    const until = new Map([
      [KEY, minutes(6)],
      [FIVE, minutes(35)],
    ])
    expect(counted(account, until).lost).toBe(6)
  })
})

import { describe, expect, it } from 'vitest'
import { createSequence } from '#bench/cluster/sequence.ts'

const CLEAN = { lost: 0, reordered: 0, duplicated: 0 }

describe('sequence of candles at a socket', () => {
  it('counts from the first closed candle, and running ones only by their order', () => {
    const sequence = createSequence()
    sequence.running(1)
    sequence.closed(358, 2)
    sequence.running(3)
    sequence.running(9)
    sequence.closed(359, 10)
    expect(sequence.result(359)).toEqual({ ...CLEAN, received: 2 })
  })

  it('finds a closed candle that is missing, in the middle and at the end', () => {
    const sequence = createSequence()
    sequence.closed(10, 1)
    sequence.closed(12, 3)
    expect(sequence.result(14)).toEqual({ ...CLEAN, received: 2, lost: 3 })
  })

  it('finds closed candles that come twice or late', () => {
    const sequence = createSequence()
    for (const seq of [10, 12, 11, 11, 13]) sequence.closed(seq, seq)
    expect(sequence.result(13)).toMatchObject({ lost: 0, reordered: 1, duplicated: 1 })
  })

  it('finds a running candle that comes twice, and one that is older than a candle before it', () => {
    const sequence = createSequence()
    sequence.closed(10, 5)
    sequence.running(6)
    sequence.running(6)
    sequence.closed(11, 8)
    sequence.running(7)
    expect(sequence.result(11)).toMatchObject({ lost: 0, reordered: 1, duplicated: 1 })
  })

  it('is empty before the first closed candle', () => {
    const sequence = createSequence()
    sequence.running(1)
    expect(sequence.result(400)).toEqual({ ...CLEAN, received: 0 })
  })
})

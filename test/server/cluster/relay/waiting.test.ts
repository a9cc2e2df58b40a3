import { describe, expect, it } from 'vitest'
import type { RelayedMessage, RelayKind } from '#server/cluster/relay/ports.ts'
import { createWaiting } from '#server/cluster/relay/writer.ts'

const message = (stream: string, kind: RelayKind, seq: number): RelayedMessage => ({
  stream,
  kind,
  message: { type: 'MarketOverview', timestamp: 0, seq, data: { pairs: [] } },
})

const textsOf = (waiting: ReturnType<typeof createWaiting>, count = 100) =>
  waiting.take(count).map(([stream, kind, text]) => `${stream} ${kind} ${/"seq":(\d+)/.exec(text)?.[1]}`)

describe('what waits to be relayed', () => {
  it('[RL-5] has every closed candle in order, and the newest of the rest, which overtakes none', () => {
    const waiting = createWaiting()
    waiting.push(message('btc', 'newest', 1))
    waiting.push(message('eth', 'newest', 1))
    waiting.push(message('btc', 'newest', 2))
    waiting.push(message('btc', 'closed', 3))
    waiting.push(message('btc', 'newest', 4))
    waiting.push(message('btc', 'closed', 5))
    waiting.push(message('eth', 'newest', 2))
    waiting.push(message('rsi', 'passing', 1))
    expect(textsOf(waiting)).toEqual(['btc closed 3', 'btc closed 5', 'eth newest 2', 'rsi passing 1'])
    expect(waiting.isEmpty()).toBe(true)
  })

  it('gives the oldest first, at most as many as asked for', () => {
    const waiting = createWaiting()
    for (const seq of [1, 2, 3]) waiting.push(message('btc', 'closed', seq))
    expect(textsOf(waiting, 2)).toEqual(['btc closed 1', 'btc closed 2'])
    expect(textsOf(waiting, 2)).toEqual(['btc closed 3'])
  })

  it('[RL-5] drops the oldest closed candle beyond its bound', () => {
    const waiting = createWaiting(2)
    waiting.push(message('leader', 'newest', 1))
    for (const seq of [1, 2, 3, 4]) waiting.push(message('btc', 'closed', seq))
    expect(textsOf(waiting)).toEqual(['leader newest 1', 'btc closed 3', 'btc closed 4'])
  })
})

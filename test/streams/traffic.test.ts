import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Traffic } from '#src/streams/index.ts'
import { aLiveUpdate, anAck, T0 } from '#test/support/data/messages.ts'
import { startStreams } from '#test/support/client/streams.ts'

const NOW = T0 * 1000
beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

function follow() {
  const harness = startStreams()
  const seen: Traffic[] = []
  const following = harness.streams.traffic.of('tdp').subscribe((traffic) => seen.push(traffic))
  return { ...harness, seen, following }
}
const counts = (seen: readonly Traffic[]) => seen.map(({ received }) => received)

describe('[PH-25] traffic', () => {
  it('counts each message of a socket once and holds the last one and the last candle', async () => {
    const { emit: say, emitAnalytics: sayAnalytics, seen, advance: pass } = follow()
    const candle = aLiveUpdate({}, { message_id: '1-0' })
    say(candle, candle, anAck())
    sayAnalytics(anAck())
    await pass(500)
    expect(counts(seen)).toEqual([0, 2])
    const arrived = { feed: 'tdp', receivedAt: NOW }
    expect(seen[1]?.last).toEqual({ message: anAck(), ...arrived })
    expect(seen[1]?.lastUpdate).toEqual({ message: candle, ...arrived })
  })

  it('emits at most twice a second, and only changes', async () => {
    const { emit: say, seen, advance: pass, following } = follow()
    for (let at = 0; at < 20; at += 1) {
      say(anAck())
      await pass(50)
    }
    await pass(5_000)
    expect(counts(seen)).toEqual([0, 10, 20])
    following.unsubscribe()
    expect(vi.getTimerCount()).toBe(startStreamsTimers())
  })

  it('counts without subscribers and is cleared at the end of the session', () => {
    const { emit: say, streams, stop } = startStreams()
    say(anAck(), anAck())
    const now = () => {
      const seen: Traffic[] = []
      streams.traffic
        .of('tdp')
        .subscribe((traffic) => seen.push(traffic))
        .unsubscribe()
      return counts(seen)
    }
    expect(now()).toEqual([2])
    stop()
    expect(now()).toEqual([0])
  })
})

/** Timers of the streams without subscribers to their traffic. */
function startStreamsTimers(): number {
  const before = vi.getTimerCount()
  const { stop } = startStreams()
  const held = vi.getTimerCount() - before
  stop()
  return held
}

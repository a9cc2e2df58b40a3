import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Fault } from '#contract/fault-injection.ts'
import type { Observation } from '#src/machines/fault-injection/record.ts'
import { startConnected } from '#test/support/client/connection.ts'
import { failed, startHealthHarness, HEALTHY } from '#test/support/client/health.ts'
import { aLiveUpdate, anAck, aPartial, aProvenance, T0 } from '#test/support/data/messages.ts'
import { createWorld, pass, signIn } from '#test/support/client/session.ts'
import { startStreams } from '#test/support/client/streams.ts'
import { observeFault } from '#src/app/fault-injection/start.ts'

const START = T0 * 1000
const STREAM = 'tdp:kraken:BTCUSD:analysis:divergence'

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

/** A client with real machines and streams, and the observations made of it. */
async function under(fault: Fault) {
  const tab = createWorld().open()
  await signIn(tab)
  const tdp = startConnected()
  const analytics = startConnected({ feed: 'analytics' })
  const health = startHealthHarness()
  const live = startStreams()
  const seen: Observation[] = []
  const begin = () => {
    const seeing = observeFault(fault, {
      connections: { tdp: tdp.actor, analytics: analytics.actor },
      streams: live.streams,
      session: tab.actor,
      health: health.actor,
      now: () => Date.now(),
    }).subscribe((observation) => seen.push(observation))
    onTestFinished(() => seeing.unsubscribe())
  }
  /** States of a channel with the seconds at which they were observed. */
  const states = (channel: string) =>
    seen.flatMap((each) =>
      each.kind === 'state' && each.channel === channel ? [[each.state, (each.at - START) / 1000]] : [],
    )
  const texts = () => seen.flatMap((each) => (each.kind === 'text' ? [each.text] : []))
  return { tab, tdp, analytics, health, live, begin, states, texts }
}

/** A candle with a latency of `lateMs`, from a server whose clock is an hour ahead. */
const published = (lateMs: number) =>
  aLiveUpdate(
    {},
    {
      message_id: `${Date.now()}-0`,
      data: {
        partial_candle: aPartial(),
        provenance: aProvenance({ published_at: Date.now() + 3_600_000 - lateMs }),
      },
    },
  )
const entry = (key: string) => ({
  type: 'AnalyticsUpdate' as const,
  timestamp: Date.now(),
  data: { stream_key: key, data: { Analysis: { strength: 1 } } },
})

describe('[PH-41] observations', () => {
  it('start with the current state of sockets and session, without earlier errors', async () => {
    const { tdp, begin, states, texts } = await under({ kind: 'cut-socket', seconds: 5 })
    tdp.socket().report({ type: 'socket.unsent', generation: 1, message: 'Failed to send message' })
    await pass(1)
    begin()
    expect([states('tdp'), states('analytics'), states('session')]).toEqual([
      [['connected', 0.001]],
      [['connected', 0.001]],
      [['signed in', 0.001]],
    ])
    expect([states('calls'), states('feed'), texts()]).toEqual([[], [], []])
  })

  it('cover a cut socket from the loss over polling to the return', async () => {
    const { tdp, analytics, begin, states, texts } = await under({ kind: 'cut-socket', seconds: 60 })
    analytics.disconnect()
    begin()
    tdp.socket().drop()
    for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000]) {
      await pass(wait)
      tdp.socket().drop()
    }
    await pass(30_000)
    tdp.socket().acknowledge()
    expect(states('tdp')).toEqual([
      ['connected', 0],
      ['reconnecting', 0],
      ['error, API polling', 31],
      ['connected', 61],
    ])
    expect(new Set(texts())).toEqual(
      new Set([
        'Connection lost: Connection closed unexpectedly',
        'Reconnection failed: Connection closed unexpectedly',
      ]),
    )
    expect(states('analytics')).toEqual([['disconnected', 0]])
  })

  it('include a renewed token', async () => {
    const { tab, begin, states } = await under({ kind: 'answer-401', seconds: 5 })
    begin()
    await tab.tokens.renew(tab.tokens.current()!.generation, 'data')
    expect(states('session').map(([state]) => state)).toEqual(['signed in', 'token renewed'])
  })

  it('[PH-44] include calls made every 2 s, and which were refused', async () => {
    const { health, begin, states, texts } = await under({ kind: 'answer-503', seconds: 5 })
    begin()
    await pass(1_000)
    health.setResponses({ vitals: failed('HTTP 503: Service Unavailable') })
    await pass(4_000)
    health.setResponses(HEALTHY)
    await pass(2_000)
    expect(states('calls')).toEqual([
      ['answered', 0],
      ['refused', 2],
      ['answered', 6],
    ])
    expect(new Set(texts())).toEqual(new Set(['HTTP 503: Service Unavailable']))
    expect(health.polls()).toEqual([0, 2_000, 4_000, 6_000])
  })

  it('[PH-44] make no calls if the fault does not affect them', async () => {
    const { health, begin } = await under({ kind: 'broken-json', seconds: 5 })
    begin()
    await pass(10_000)
    expect(health.polls()).toEqual([])
  })
})

describe('[PH-44] the feed', () => {
  it('is late compared with its own fastest message, whatever the clocks show', async () => {
    const { live, begin, states } = await under({ kind: 'delay-feed', seconds: 5, delay_ms: 2_000, socket: 'tdp' })
    live.emit(published(20))
    begin()
    await pass(1_000)
    live.emit(published(1_010))
    await pass(1_000)
    live.emit(published(2_030))
    live.emit(anAck())
    await pass(1_000)
    live.emit(published(30))
    expect(states('feed')).toEqual([
      ['on time', 0],
      ['late', 2],
      ['on time', 3],
    ])
  })

  it('of both sockets is late while either is', async () => {
    const { live, begin, states } = await under({ kind: 'delay-feed', seconds: 5, delay_ms: 2_000 })
    live.emit(published(20))
    live.emitAnalytics(published(20))
    begin()
    await pass(1_000)
    live.emit(published(2_020))
    live.emitAnalytics(published(2_020))
    await pass(1_000)
    live.emit(published(20))
    expect(states('feed').map(([state]) => state)).toEqual(['on time', 'late'])
    live.emitAnalytics(published(20))
    expect(states('feed').map(([state]) => state)).toEqual(['on time', 'late', 'on time'])
  })

  it('is unreadable from the first broken frame to the first valid message, not counting acks', async () => {
    const { live, begin, states, texts } = await under({ kind: 'broken-json', seconds: 5, socket: 'tdp' })
    const broken = {
      feed: 'tdp' as const,
      frame: {
        messages: [],
        rejects: [{ kind: 'format' as const, text: 'Invalid message format received', count: 1 }],
      },
    }
    live.frames$.next(broken)
    await live.advance(100)
    begin()
    live.emit(published(0))
    live.frames$.next(broken)
    live.emit(anAck())
    await live.advance(1_000)
    live.emit(published(0))
    expect(states('feed').map(([state]) => state)).toEqual(['readable', 'unreadable', 'readable'])
    expect(texts()).toEqual(['Invalid message format received'])
  })

  it('of a stream is silent after 3 s without an entry', async () => {
    const { live, begin, states } = await under({ kind: 'stop-stream', seconds: 5, stream: STREAM })
    begin()
    await pass(2_000)
    live.emitAnalytics(entry(STREAM))
    await pass(2_999)
    live.emitAnalytics(entry('tdp:kraken:BTCUSD:analysis:market_structure'))
    expect(states('feed')).toEqual([['flowing', 0]])
    await pass(1)
    live.emitAnalytics(entry(STREAM))
    expect(states('feed')).toEqual([
      ['flowing', 0],
      ['silent', 5],
      ['flowing', 5],
    ])
  })

  it('of a stream includes candles of the market-data socket', async () => {
    const stream = 'tdp:kraken:BTCUSD:processed_candles:m1'
    const { live, begin, states } = await under({ kind: 'stop-stream', seconds: 5, stream })
    begin()
    await pass(3_000)
    live.emit(published(0))
    expect(states('feed').map(([state]) => state)).toEqual(['flowing', 'silent', 'flowing'])
  })
})

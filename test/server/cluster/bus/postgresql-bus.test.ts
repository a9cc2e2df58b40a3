import { afterEach, describe, expect, it } from 'vitest'
import { createPostgresqlBus, type OpenConnection, retryDelay } from '#server/cluster/bus/postgresql.ts'
import type { Bus, BusEvent } from '#server/cluster/bus/ports.ts'
import { createManualTimers } from '#test/support/server/manual-timers.ts'

const changed = (digit: number): BusEvent => ({
  kind: 'strategy-changed',
  strategyId: `00000000-0000-4000-8000-00000000000${digit}`,
})
const PING_MS = 5_000

/** A server that hands every message to every listener, as PostgreSQL does; it can refuse, break off and fall silent. */
function createExchange() {
  const listeners = new Set<Parameters<OpenConnection>[0]>()
  const exchange = {
    isUp: true,
    isSilent: false,
    opened: 0,
    /** Breaks off the `count` oldest connections. */
    breakOff(count = Infinity) {
      for (const handlers of [...listeners].slice(0, count)) {
        listeners.delete(handlers)
        handlers.onLost(new Error('server closed the connection'))
      }
    },
    open: (async (handlers) => {
      exchange.opened += 1
      if (!exchange.isUp) throw new Error('refused')
      listeners.add(handlers)
      return {
        async send(text) {
          if (!listeners.has(handlers)) throw new Error('Connection terminated')
          if (!exchange.isSilent) for (const { onText } of listeners) onText(text)
        },
        destroy: () => void listeners.delete(handlers),
      }
    }) satisfies OpenConnection,
  }
  return exchange
}

const buses: Bus[] = []
afterEach(async () => {
  for (const bus of buses.splice(0)) await bus.close()
})

async function setUp() {
  const exchange = createExchange()
  const timers = createManualTimers()
  const reports: unknown[] = []
  const join = () => {
    const bus = createPostgresqlBus({
      open: exchange.open,
      clock: timers.now,
      random: () => 1,
      after: (ms, run) => timers.after(ms, run),
      report: (error) => reports.push(error),
    })
    buses.push(bus)
    const received: BusEvent[] = []
    let connections = 0
    bus.events$.subscribe((event) => received.push(event))
    bus.connected$.subscribe(() => (connections += 1))
    return { bus, received, connections: () => connections }
  }
  const [first, second] = [join(), join()]
  await timers.advance(0)
  return { exchange, timers, reports, first, second }
}

describe('a bus over PostgreSQL', () => {
  it('[OP-50] tells the other processes, in order, and not the one that published', async () => {
    const { timers, first, second } = await setUp()
    first.bus.publish(changed(1))
    first.bus.publish(changed(2))
    await timers.advance(0)

    expect([first.received, second.received]).toEqual([[], [changed(1), changed(2)]])
    expect(first.bus.state()).toEqual({ status: 'connected', latencyMs: 0, reconnects: 0 })
  })

  it('[OP-50] reconnects after a loss, tells then what waited, and has everyone look', async () => {
    const { exchange, timers, reports, first, second } = await setUp()
    exchange.isUp = false
    exchange.breakOff()
    first.bus.publish(changed(1))
    await timers.advance(1_000)
    expect([first.bus.state().status, second.received, reports.length]).toEqual(['disconnected', [], 2])

    exchange.isUp = true
    await timers.advance(20_000)
    expect(second.received).toEqual([changed(1)])
    expect([first.connections(), second.connections(), first.bus.state()]).toEqual([
      2,
      2,
      { status: 'connected', latencyMs: 0, reconnects: 1 },
    ])
  })

  it('[OP-50] tries again with growing delays up to 5 s, at random', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 60].map((failures) => retryDelay(failures, 1))).toEqual([
      100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000,
    ])
    expect(retryDelay(60, 0)).toBe(2_500)
  })

  it('[OP-50] replaces a connection that has fallen silent', async () => {
    const { exchange, timers, first } = await setUp()
    exchange.isSilent = true
    await timers.advance(2 * PING_MS)
    expect(first.bus.state().status).toBe('disconnected')
    exchange.isSilent = false
    await timers.advance(PING_MS)
    expect(first.bus.state()).toMatchObject({ status: 'connected', reconnects: 1 })
  })

  it('[OP-50] keeps the newest 1,000 events while there is no connection', async () => {
    const { exchange, timers, first, second } = await setUp()
    exchange.isUp = false
    exchange.breakOff(1)
    first.bus.publish(changed(1))
    for (let count = 0; count < 1_000; count += 1) first.bus.publish(changed(2))
    exchange.isUp = true
    await timers.advance(100)
    await expect.poll(() => second.received).toHaveLength(1_000)
    expect(second.received).not.toContainEqual(changed(1))
  })

  it('[OP-50] ignores what it does not understand', async () => {
    const { exchange, timers, second } = await setUp()
    const stranger = await exchange.open({ onText: () => undefined, onLost: () => undefined })
    for (const text of ['', '{', 'null', '{"from":"x","event":{"kind":"new"}}']) await stranger.send(text)
    stranger.destroy()
    await timers.advance(0)
    expect([second.received, second.bus.state().status]).toEqual([[], 'connected'])
  })

  it('is silent once closed', async () => {
    const { exchange, timers, first } = await setUp()
    await first.bus.close()
    const { opened } = exchange
    first.bus.publish(changed(1))
    await timers.advance(60_000)
    expect([exchange.opened, first.bus.state().status]).toEqual([opened, 'disconnected'])
  })
})

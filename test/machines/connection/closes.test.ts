import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { retryDelay } from '#src/machines/connection/backoff.ts'
import { reasonText, retryAfterOf } from '#src/machines/connection/setup.ts'
import { connectionErrors, connectionStatus } from '#src/machines/connection/selectors.ts'
import { startConnected, type ConnectionHarness } from '#test/support/client/connection.ts'

const START = 1_700_000_000_000

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

const status = (harness: ConnectionHarness) => connectionStatus(harness.snapshot())
const texts = (harness: ConnectionHarness) => connectionErrors(harness.snapshot()).map(({ text }) => text)
const settle = () => vi.advanceTimersByTimeAsync(0)

describe('[CO-6] delays requested by a close', () => {
  it.each([
    ['a spread of its own', 4_321, 4_321],
    ['less than the nominal wait', 10, 1_000],
    ['more than any wait may be', 1e12, 30_000],
  ])('WS-18 a planned restart with %s', async (_, asked, waited) => {
    const harness = startConnected()
    harness.socket().drop(1012, JSON.stringify({ retry_after_ms: asked }))
    expect(texts(harness)).toEqual(['Connection lost: Server is restarting'])
    await harness.pass(waited - 1)
    expect(harness.sockets).toHaveLength(1)
    await harness.pass(1)
    expect(harness.sockets).toHaveLength(2)
    // The requested delay applies once: the next wait is the usual one.
    harness.socket().fail()
    await harness.pass(2_000)
    expect(harness.sockets).toHaveLength(3)
  })

  it('WS-19 an overloaded server is retried with the same backoff, without a burst', async () => {
    const harness = startConnected({ answer: ({ drop }) => drop(1013, 'overloaded') })
    harness.socket().drop(1013, 'overloaded')
    await harness.pass(15_000)
    expect(harness.sockets.map(({ openedAt }) => (openedAt - START) / 1000)).toEqual([0, 1, 3, 7, 15])
    expect(texts(harness).at(-1)).toBe('Reconnection failed: overloaded')
  })

  it('WS-20 an oversize message costs one reconnect and is not sent again', async () => {
    const harness = startConnected()
    harness.send({ type: 'Resume', epoch: 'e', last_ids: {} })
    harness.socket().drop(1009, 'Max payload size exceeded')
    expect(texts(harness)).toEqual(['Connection lost: Max payload size exceeded'])
    await harness.pass(1_000)
    harness.socket().acknowledge()
    await settle()
    expect(harness.socket().sent).toEqual([])
  })

  it.each([
    [{ code: 1012, reason: '{"retry_after_ms":5}' }, 5, 'Server is restarting'],
    [{ code: 1013, reason: '{"retry_after_ms":5}' }, 5, 'Server asked to try again later'],
    [{ code: 1012, reason: '{"retry_after_ms":-5}' }, undefined, '{"retry_after_ms":-5}'],
    [{ code: 1012, reason: '{"retry_after_ms":"5"}' }, undefined, '{"retry_after_ms":"5"}'],
    [{ code: 1012, reason: '{' }, undefined, '{'],
    [{ code: 1006, reason: '' }, undefined, 'Connection closed unexpectedly'],
    [{ reason: 'Heartbeat timeout' }, undefined, 'Heartbeat timeout'],
  ])('reads %o', (close, wait, words) => {
    expect([retryAfterOf(close), reasonText(close)]).toEqual([wait, words])
  })

  it('CS-11 a delay is never above 30 s and never below its nominal value', () => {
    for (const random of [0, 0.5, 0.999]) {
      for (const asked of [0, 999, 1e300, Number.POSITIVE_INFINITY]) {
        for (let retry = 0; retry < 40; retry += 1) {
          const delay = retryDelay(retry, random, asked)
          expect(delay).toBeGreaterThanOrEqual(Math.min(30_000, 1_000 * 2 ** retry))
          expect(delay).toBeLessThanOrEqual(30_000)
        }
      }
    }
  })
})

describe('[CO-10] a close because of the session', () => {
  it('WS-15 a refused token is refreshed once, then the connection comes back', async () => {
    const harness = startConnected()
    harness.socket().drop(4401, 'token expired')
    expect(status(harness)).toBe('reconnecting')
    await settle()
    expect(harness.checks).toEqual(['token'])
    expect(status(harness)).toBe('reconnecting')
    await harness.pass(1_000)
    harness.socket().acknowledge()
    expect(status(harness)).toBe('connected')
    expect(harness.checks).toHaveLength(1)
  })

  it('WS-15 a token that is refused again is an ordinary failure: no second refresh in this outage', async () => {
    const harness = startConnected({ answer: ({ drop }) => drop(4401, 'token') })
    harness.socket().drop(4401, 'token')
    await harness.pass(31_000)
    expect(harness.checks).toEqual(['token'])
    expect(status(harness)).toBe('error')
  })

  it('a manual restart is a new outage: the session may be checked again', async () => {
    const harness = startConnected()
    harness.socket().drop(4401, 'token')
    harness.restart()
    await harness.pass(1_000)
    harness.socket().drop(4401, 'token')
    await settle()
    expect(harness.checks).toEqual(['token', 'token'])
  })

  it('a connection that was established is checked again when it is refused later', async () => {
    const harness = startConnected()
    harness.socket().drop(4401, 'token')
    await harness.pass(1_000)
    harness.socket().acknowledge()
    await harness.pass(30_000)
    harness.socket().drop(4401, 'token')
    await settle()
    expect(harness.checks).toEqual(['token', 'token'])
  })

  it('WS-16 a session that has ended stops every attempt', async () => {
    const harness = startConnected({ checkResult: () => 'ended' })
    harness.socket().drop(4401, 'token')
    await harness.pass(3_600_000)
    expect(status(harness)).toBe('disconnected')
    expect(harness.sockets).toHaveLength(1)
    expect(harness.polls).toEqual([])
  })

  it('WS-17 an ended account is checked once and then not again', async () => {
    const harness = startConnected({ checkResult: () => 'ended' })
    harness.socket().drop(4403, 'account')
    await harness.pass(3_600_000)
    expect(harness.checks).toEqual(['ended'])
    expect(status(harness)).toBe('disconnected')
    expect(harness.sockets).toHaveLength(1)
  })

  it('WS-17 a second 4403 although the session is alive stops', async () => {
    const harness = startConnected()
    harness.socket().drop(4403, 'account')
    await harness.pass(1_000)
    harness.socket().drop(4403, 'account')
    await harness.pass(60_000)
    expect(status(harness)).toBe('disconnected')
    expect(harness.sockets).toHaveLength(2)
  })

  it('CS-17 an unanswered check does not end the session: the retries go on', async () => {
    const harness = startConnected({ checkResult: () => new Error('offline') })
    harness.socket().drop(4401, 'token')
    await harness.pass(1_000)
    expect(harness.sockets).toHaveLength(2)
    expect(status(harness)).toBe('reconnecting')
  })

  it('a probe refused because of the token checks the session without a change of status', async () => {
    const harness = startConnected({ answer: ({ fail }) => fail() })
    harness.socket().drop()
    await harness.pass(31_000)
    expect(status(harness)).toBe('error')
    harness.page('page.visible')
    harness.socket().drop(4401, 'token')
    await settle()
    expect(harness.checks).toEqual(['token'])
    expect(status(harness)).toBe('error')
  })
})

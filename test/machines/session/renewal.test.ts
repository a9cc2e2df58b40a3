import * as z from 'zod/mini'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionNotice, sessionStatus, tokenGeneration } from '#src/machines/session/selectors.ts'
import { html, json, deferredResponse, ok, unreachable } from '#test/support/client/identity-service.ts'
import { MINUTE, START, createWorld, pass, passActively, signIn, sleep, wake } from '#test/support/client/session.ts'
import type { BrowserLimits } from '#test/support/client/browser.ts'

const DATA = 'GET /api/tdp/candles'
const schema = z.object({ data: z.string() })
const REFRESH = 'POST /auth/refresh'

/** A user who has just signed in. */
async function signedIn(limits: BrowserLimits = {}) {
  const world = createWorld(limits)
  const tab = world.open()
  await signIn(tab)
  const snapshot = () => tab.actor.getSnapshot()
  return {
    ...world,
    tab,
    status: () => sessionStatus(snapshot()),
    notice: () => sessionNotice(snapshot()),
    generation: () => tokenGeneration(snapshot()),
    refreshes: () => world.backend.count(REFRESH),
    candles: () => tab.calls.tdp({ path: '/candles', schema }),
  }
}

describe('renewal by the clock', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }))
  afterEach(() => void vi.useRealTimers())

  it('[SE-8] [SE-13] happens 5 minutes before expiry and increments the generation', async () => {
    const { refreshes, generation, browser } = await signedIn()
    await pass(10 * MINUTE - 1)
    expect([refreshes(), generation()]).toEqual([0, 1])
    await pass(1)
    expect([refreshes(), generation()]).toEqual([1, 2])
    expect(browser.items.get('pairbot.access_token')).toBe('token-2')
    await pass(10 * MINUTE)
    expect([refreshes(), generation()]).toEqual([2, 3])
  })

  it.each([
    [329, 164.5],
    [100, 50],
    [40, 30],
    [10, 30],
  ])('[SE-8] a token with a lifetime of %i s is renewed after %d s', async (life, due) => {
    const { backend, tab, refreshes } = await signedIn()
    backend.on(REFRESH, () => ok({ access_token: 'short', expires_in: life }))
    await pass(10 * MINUTE)
    expect(refreshes()).toBe(1)
    await pass(due * 1000 - 1)
    expect(refreshes()).toBe(1)
    await pass(1)
    expect(refreshes()).toBe(2)
    tab.actor.stop()
  })

  it('CS-11 [SE-8] a lifetime of 1e12 s does not overflow the timers', async () => {
    const { backend, tab, refreshes, status } = await signedIn()
    backend.on(REFRESH, () => ok({ access_token: 'eternal', expires_in: 1e12 }))
    await passActively(tab, 10 * MINUTE)
    expect(refreshes()).toBe(1)
    await passActively(tab, 600 * MINUTE)
    expect([refreshes(), status()]).toEqual([1, 'authenticated'])
  })

  it.each([0, -1, Number.NaN, '3600', null])(
    'CS-11 [SE-11] expires_in %j ends the session with "Token refresh response invalid"',
    async (life) => {
      const { backend, status, notice, browser } = await signedIn()
      backend.on(REFRESH, () => ok({ access_token: 'x', expires_in: life }))
      await pass(10 * MINUTE)
      expect([status(), notice()?.detail]).toEqual(['unauthenticated', 'Token refresh response invalid'])
      expect(browser.items.has('pairbot.access_token')).toBe(false)
    },
  )

  it.each([
    ['{}', () => json(200, {})],
    ['null', () => json(200, null)],
    ['HTML', () => html(200, 'OK')],
    ['no token', () => ok({ expires_in: 900 })],
    ['nothing', () => new Response('')],
  ])('HA-05 [SE-11] a refresh that answers %s ends the session', async (_, answer) => {
    const { backend, status, notice, browser } = await signedIn()
    backend.on(REFRESH, answer)
    await pass(10 * MINUTE)
    expect([status(), notice()?.detail]).toEqual(['unauthenticated', 'Token refresh response invalid'])
    expect(browser.items.has('pairbot.access_token')).toBe(false)
  })

  it.each([500, 502, 503, 504, 401, 429])('HA-04 [SE-11] a refresh that answers %i ends the session', async (code) => {
    const { backend, status, notice, browser, refreshes } = await signedIn()
    backend.on(REFRESH, () => json(code, { success: false, error: 'no' }))
    await pass(10 * MINUTE)
    expect(status()).toBe('unauthenticated')
    expect(notice()).toEqual({
      reason: 'expired',
      text: 'Session expired. Please login again.',
      detail: `Token refresh failed: ${code}`,
    })
    expect(browser.items.has('pairbot.access_token')).toBe(false)
    await pass(60 * MINUTE)
    expect(refreshes()).toBe(1)
  })

  it('[SE-20] a refusal with a reason is shown with it', async () => {
    const { backend, notice } = await signedIn()
    backend.on(REFRESH, () => json(401, { success: false, error: 'x', reason: 'revoked' }))
    await pass(10 * MINUTE)
    expect(notice()?.text).toBe('Your session was ended from elsewhere. Please log in again.')
  })

  it('HA-06 [SE-12] survives an outage of 60 s with 4 minutes left', async () => {
    const { backend, status, refreshes, generation } = await signedIn()
    backend.on(REFRESH, unreachable)
    await pass(10 * MINUTE)
    await pass(MINUTE)
    // At 0, 1, 3, 7, 15, 30, 45 and 60 s.
    expect([refreshes(), status()]).toEqual([8, 'authenticated'])
    backend.on(REFRESH)
    await pass(15_000)
    expect([generation(), status()]).toEqual([2, 'authenticated'])
  })

  it('HA-06 [SE-12] without any answer the session ends when the token has expired, not before', async () => {
    const { backend, status, notice } = await signedIn()
    backend.on(REFRESH, unreachable)
    await pass(15 * MINUTE - 1)
    expect(status()).toBe('authenticated')
    await pass(15_000)
    expect([status(), notice()?.detail]).toEqual(['unauthenticated', 'Token refresh failed: no answer'])
  })

  it('HA-07 [SE-12] a lost response is requested again well within the grace period of 10 s', async () => {
    const { backend, generation, refreshes } = await signedIn()
    let lost = 0
    backend.on(REFRESH, (arrival) => {
      backend.on(REFRESH)
      lost = Date.now()
      void backend.normal(arrival)
      return unreachable()
    })
    await pass(10 * MINUTE)
    await pass(1_000)
    expect([refreshes(), generation()]).toEqual([2, 2])
    expect(Date.now() - lost).toBeLessThan(10_000)
  })

  it('CS-02 [SE-8] asleep for 20 minutes, one renewal on waking and no sign-out', async () => {
    const { tab, status, refreshes, generation } = await signedIn()
    sleep(20 * MINUTE)
    wake(tab)
    await pass()
    expect([status(), refreshes(), generation()]).toEqual(['authenticated', 1, 2])
  })

  it('CS-02 [SE-8] asleep for 12 minutes without any sign of waking: renewed within 30 s', async () => {
    const { refreshes, status } = await signedIn()
    await pass(20_000)
    sleep(12 * MINUTE)
    await pass(30_000)
    expect([refreshes(), status()]).toEqual([1, 'authenticated'])
  })

  it('CS-17 [SE-12] awake with an expired token and no network for 15 s: stays signed in, one renewal when it is back', async () => {
    const { backend, tab, status, generation } = await signedIn()
    backend.on(REFRESH, unreachable)
    sleep(20 * MINUTE)
    wake(tab)
    await pass(15_000)
    expect(status()).toBe('authenticated')
    backend.on(REFRESH)
    tab.tab.events.dispatchEvent(new Event('online'))
    await pass()
    expect([status(), generation()]).toEqual(['authenticated', 2])
  })

  it('CS-08 [SE-8] a hidden tab catches up at once when it becomes visible', async () => {
    const { tab, refreshes } = await signedIn()
    tab.tab.events.visibilityState = 'hidden'
    sleep(12 * MINUTE)
    wake(tab)
    expect(refreshes()).toBe(0)
    tab.tab.events.visibilityState = 'visible'
    wake(tab)
    await pass()
    expect(refreshes()).toBe(1)
  })

  it('CS-06 [SE-8] the clock goes back an hour: no loop, and a 401 still renews', async () => {
    const { tab, backend, refreshes, candles, status } = await signedIn()
    await pass(MINUTE)
    sleep(-60 * MINUTE)
    await passActively(tab, 20 * MINUTE)
    expect(refreshes()).toBe(0)
    backend.expireTokens()
    expect(await candles()).toEqual({ ok: true, value: { data: 'data' } })
    expect([refreshes(), status()]).toEqual([1, 'authenticated'])
  })

  it('ST-08 [SE-12] storage cleared while running: the next call renews and continues', async () => {
    const { browser, candles, refreshes, status } = await signedIn()
    browser.items.clear()
    expect(await candles()).toEqual({ ok: true, value: { data: 'data' } })
    expect([refreshes(), status(), browser.items.get('pairbot.access_token')]).toEqual([1, 'authenticated', 'token-2'])
  })

  it('ST-08 ST-10 [SE-11] without the cookie as well, the next call leads to the sign-in screen', async () => {
    const { browser, backend, candles, refreshes, status, notice } = await signedIn()
    browser.items.clear()
    backend.endSession()
    expect(await candles()).toMatchObject({ ok: false, error: { kind: 'unauthenticated' } })
    expect([status(), notice()?.detail]).toEqual(['unauthenticated', 'Token refresh failed: 401'])
    await pass(60 * MINUTE)
    expect(refreshes()).toBe(1)
  })
})

describe('renewal by a 401', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }))
  afterEach(() => void vi.useRealTimers())

  it('HA-01 [TR-6] one refresh, one retry: exactly three requests', async () => {
    const { backend, candles, generation } = await signedIn()
    backend.expireTokens()
    backend.arrivals.length = 0
    expect(await candles()).toEqual({ ok: true, value: { data: 'data' } })
    expect(backend.arrivals.map(({ route, token }) => [route, token])).toEqual([
      [DATA, 'token-1'],
      ['POST /api/identity/auth/refresh', undefined],
      [DATA, 'token-2'],
    ])
    expect(generation()).toBe(2)
  })

  it('HA-03 [TR-6] 20 calls at once: one refresh, 20 retries, no sign-out', async () => {
    const { backend, candles, refreshes, status } = await signedIn()
    backend.expireTokens()
    const results = await Promise.all(Array.from({ length: 20 }, candles))
    expect(results).toEqual(Array.from({ length: 20 }, () => ({ ok: true, value: { data: 'data' } })))
    expect([refreshes(), backend.count(DATA), status()]).toEqual([1, 40, 'authenticated'])
  })

  it('[SE-14] a late 401 to an older token starts no second renewal', async () => {
    const { backend, candles, refreshes } = await signedIn()
    const late = deferredResponse()
    backend.on(DATA, late.answer)
    const slow = candles()
    await pass()
    backend.on(DATA)
    backend.expireTokens()
    await candles()
    late.respond(json(401, {}))
    expect(await slow).toEqual({ ok: true, value: { data: 'data' } })
    expect(refreshes()).toBe(1)
  })

  it('[SE-20] after a refusal every call fails with its own text, which the sign-in screen shows', async () => {
    const { backend, candles, notice, status } = await signedIn()
    backend.endSession()
    expect(await candles()).toEqual({
      ok: false,
      error: { kind: 'unauthenticated', text: 'Authentication required. Please log in again.' },
    })
    expect(status()).toBe('unauthenticated')
    expect(notice()).toEqual({
      reason: 'required',
      text: 'Authentication required. Please log in again.',
      detail: 'Token refresh failed: 401',
    })
  })

  it('HA-32 [SE-20] administration has its own text', async () => {
    const { backend, tab, notice } = await signedIn()
    backend.endSession()
    const result = await tab.calls.admin({ path: '/admin/users', schema })
    expect(result).toMatchObject({ error: { text: 'Session expired. Please login again.' } })
    expect(notice()?.text).toBe('Session expired. Please login again.')
  })

  it('HA-40 [TR-5] without a token administration sends nothing and reports it', async () => {
    const { backend, browser, tab } = await signedIn()
    browser.items.delete('pairbot.access_token')
    backend.arrivals.length = 0
    expect(await tab.calls.admin({ path: '/admin/users', schema })).toEqual({
      ok: false,
      error: { kind: 'unauthenticated', text: 'No access token available. Please login.' },
    })
    expect(backend.arrivals).toEqual([])
  })

  it('[TR-6] a second 401 ends the session once, in all tabs', async () => {
    const { backend, candles, status, notice, refreshes, open } = await signedIn()
    const other = open()
    await pass()
    backend.on(DATA, () => json(401, {}))
    expect(await candles()).toMatchObject({ ok: false, error: { kind: 'unauthenticated' } })
    expect([status(), refreshes(), backend.count(DATA)]).toEqual(['unauthenticated', 1, 2])
    expect(notice()?.text).toBe('Authentication required. Please log in again.')
    await pass()
    expect(sessionStatus(other.actor.getSnapshot())).toBe('unauthenticated')
  })

  it('[SE-12] when the refresh is not answered the call fails as unreachable and the session stays', async () => {
    const { backend, candles, status } = await signedIn()
    backend.expireTokens()
    backend.on(REFRESH, unreachable)
    expect(await candles()).toEqual({ ok: false, error: { kind: 'network', text: 'No answer from the server' } })
    expect(status()).toBe('authenticated')
  })

  it('[TR-5] an expired token is not sent: it is renewed first', async () => {
    const { backend, candles } = await signedIn()
    sleep(16 * MINUTE)
    backend.arrivals.length = 0
    await candles()
    expect(backend.arrivals.map(({ token }) => token)).toEqual([undefined, 'token-2'])
  })

  it('[TR-5] sends nothing while signed out', async () => {
    const { backend, open } = createWorld()
    const result = await open().calls.tdp({ path: '/candles', schema })
    expect(result).toMatchObject({ ok: false, error: { kind: 'unauthenticated' } })
    expect(backend.arrivals).toEqual([])
  })
})

describe('[TR-7] socket tokens', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }))
  afterEach(() => void vi.useRealTimers())

  it('[TR-7] are tickets bound to the path, requested anew each time', async () => {
    const { tab, backend } = await signedIn()
    expect(await tab.socketToken('/ws/tdp')).toBe('ticket-for-token-1')
    await tab.socketToken('/ws/analytics')
    expect(backend.arrivals.slice(-2).map(({ body }) => body)).toEqual([{ path: '/ws/tdp' }, { path: '/ws/analytics' }])
  })

  it('[TR-7] a backend without tickets gets the access token and is not asked for tickets again', async () => {
    const { tab, backend } = await signedIn()
    backend.on('POST /auth/ws-ticket', () => json(404, {}))
    expect(await tab.socketToken('/ws/tdp')).toBe('token-1')
    expect(await tab.socketToken('/ws/tdp')).toBe('token-1')
    expect(backend.count('POST /auth/ws-ticket')).toBe(1)
  })

  it.each<[string, () => Response | Promise<Response>]>([
    ['is in trouble', () => json(503, {})],
    ['is not there', unreachable],
    ['is a portal that wants a sign-in of its own', () => html(200, 'OK')],
  ])('[TR-7] there is none from a service that %s, and the access token is not sent', async (_, answer) => {
    const { tab, backend } = await signedIn()
    backend.on('POST /auth/ws-ticket', answer)
    await expect(tab.socketToken('/ws/tdp')).rejects.toThrow()
    backend.on('POST /auth/ws-ticket')
    expect(await tab.socketToken('/ws/tdp')).toBe('ticket-for-token-1')
  })

  it('there are none while signed out', async () => {
    const { open } = createWorld()
    expect(await open().socketToken('/ws/tdp')).toBeUndefined()
  })
})

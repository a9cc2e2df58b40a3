import * as z from 'zod/mini'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signedOutByUser, sessionNotice, sessionStatus, tokenGeneration } from '#src/machines/session/selectors.ts'
import { json, deferredResponse, ok, silent, unreachable } from '#test/support/client/identity-service.ts'
import {
  HOUR,
  MINUTE,
  START,
  createWorld,
  move,
  pass,
  passActively,
  signIn,
  sleep,
  wake,
} from '#test/support/client/session.ts'

const LOGOUT = 'POST /auth/logout'
const IDLE_TEXT = 'You were signed out after 1 hour without activity.'

async function signedIn(limits = {}) {
  const world = createWorld(limits)
  const tab = world.open()
  await signIn(tab)
  return {
    ...world,
    tab,
    status: () => sessionStatus(tab.actor.getSnapshot()),
    notice: () => sessionNotice(tab.actor.getSnapshot()),
    logouts: () => world.backend.count(LOGOUT),
    stored: () => world.browser.items.get('pairbot.access_token'),
  }
}

describe('inactivity', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }))
  afterEach(() => void vi.useRealTimers())

  it('[SE-15] ends the session after an hour, here and on the server', async () => {
    const { status, notice, logouts, stored } = await signedIn()
    await pass(HOUR - 1)
    expect(status()).toBe('authenticated')
    await pass(30_000)
    expect([status(), notice()?.text, logouts(), stored()]).toEqual(['unauthenticated', IDLE_TEXT, 1, undefined])
  })

  it.each(['mousemove', 'mousedown', 'keydown', 'scroll', 'wheel', 'touchstart', 'click', 'focus'])(
    '[SE-15] %s counts as activity',
    async (name) => {
      const { tab, status } = await signedIn()
      await pass(59 * MINUTE)
      tab.tab.events.dispatchEvent(new Event(name))
      await pass(59 * MINUTE)
      expect(status()).toBe('authenticated')
      await pass(MINUTE + 30_000)
      expect(status()).toBe('unauthenticated')
    },
  )

  it('[SE-15] the last of many moves within a second counts', async () => {
    const { tab, browser } = await signedIn()
    await pass(5_000)
    for (let at = 0; at < 2_500; at += 100) {
      move(tab)
      await pass(100)
    }
    await pass(1_000)
    expect(browser.items.get('pairbot.activity')).toBe(String(START + 5_000 + 2_400))
  })

  it('[SE-15] asleep for two hours: the first move on waking does not count as activity', async () => {
    const { tab, status, notice } = await signedIn()
    sleep(2 * HOUR)
    move(tab)
    await pass()
    expect([status(), notice()?.text]).toEqual(['unauthenticated', IDLE_TEXT])
  })

  it('[SE-16] asleep for two hours: signed out on waking, without a renewal', async () => {
    const { tab, status, backend, logouts } = await signedIn()
    sleep(2 * HOUR)
    wake(tab)
    await pass(30_000)
    expect([status(), logouts(), backend.count('POST /auth/refresh')]).toEqual(['unauthenticated', 1, 0])
  })

  it('[SE-16] asleep for two hours: no renewal either when its timer comes first', async () => {
    const { tab, status, backend } = await signedIn()
    await pass(15_000)
    backend.expireTokens()
    await tab.calls.tdp({ path: '/candles', schema: z.unknown() })
    // Now the renewal check is at 45 s and the inactivity check at 60 s.
    await pass(20_000)
    sleep(2 * HOUR)
    await pass(12_000)
    expect([status(), backend.count('POST /auth/refresh')]).toEqual(['unauthenticated', 1])
  })

  it('CS-05 [SE-15] the clock steps a day forward: signed out exactly once, no loop', async () => {
    const { backend, tab, status, logouts } = await signedIn()
    await passActively(tab, 5 * MINUTE)
    sleep(24 * HOUR)
    await pass(30_000)
    expect([status(), logouts()]).toEqual(['unauthenticated', 1])
    const calls = backend.arrivals.length
    await pass(2 * HOUR)
    expect([backend.arrivals.length, vi.getTimerCount()]).toEqual([calls, 0])
  })

  it('CS-06 [SE-15] the clock steps an hour back: no early sign-out, and a timestamp in the future does not persist', async () => {
    const { tab, status, browser } = await signedIn()
    await passActively(tab, 20 * MINUTE)
    sleep(-HOUR)
    await pass(59 * MINUTE)
    expect(status()).toBe('authenticated')
    expect(Number(browser.items.get('pairbot.activity'))).toBeLessThanOrEqual(Date.now())
  })

  it('ST-04 [SE-15] a corrupt activity timestamp neither signs out nor prevents it for ever', async () => {
    const { status, browser } = await signedIn()
    for (const noise of ['', '{', 'null', '-1', '9e99']) {
      browser.items.set('pairbot.activity', noise)
      await pass(30_000)
      expect(status()).toBe('authenticated')
    }
    await pass(2 * HOUR)
    expect(status()).toBe('unauthenticated')
  })
})

describe('who ended a session', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }))
  afterEach(() => void vi.useRealTimers())

  it('[SE-17] was not the user when it ended by itself', async () => {
    const { tab } = await signedIn()
    await pass(HOUR + 30_000)
    expect(signedOutByUser(tab.actor.getSnapshot())).toBe(false)
  })

  it('[SE-14] a refusal of a token that has been renewed since ends nothing, one of the current token does', async () => {
    const { tab, status } = await signedIn()
    const before = tokenGeneration(tab.actor.getSnapshot())
    await passActively(tab, 10 * MINUTE)
    tab.actor.send({ type: 'token.refused', generation: before })
    expect(status()).toBe('authenticated')
    tab.actor.send({ type: 'token.refused', generation: before + 1 })
    expect(status()).toBe('unauthenticated')
  })
})

describe('signing out', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }))
  afterEach(() => void vi.useRealTimers())

  it('[SE-17] removes the token at once, then notifies the server; no message and no redirect', async () => {
    const { tab, status, notice, logouts, stored } = await signedIn()
    tab.commands.signOut()
    expect([status(), notice(), stored(), logouts()]).toEqual(['unauthenticated', undefined, undefined, 1])
    expect(signedOutByUser(tab.actor.getSnapshot())).toBe(true)
    await pass()
    expect(tab.actor.getSnapshot().value).toEqual({ unauthenticated: 'idle' })
  })

  it.each([
    ['fails', () => json(500, {})],
    ['is unreachable', unreachable],
    ['hangs', silent],
  ])('HA-16 [SE-17] the call %s: signed out here anyway', async (_, answer) => {
    const { backend, tab, status, stored } = await signedIn()
    backend.on(LOGOUT, answer)
    tab.commands.signOut()
    expect([status(), stored()]).toEqual(['unauthenticated', undefined])
    await pass(10_000)
    expect(tab.actor.getSnapshot().value).toEqual({ unauthenticated: 'idle' })
  })

  it('HA-16 [SE-17] a new sign-in is possible while the call hangs', async () => {
    const { backend, tab, status, stored } = await signedIn()
    backend.on(LOGOUT, silent)
    tab.commands.signOut()
    await signIn(tab)
    expect([status(), stored()]).toEqual(['authenticated', 'token-2'])
    await pass(10_000)
    expect(status()).toBe('authenticated')
  })

  it('ST-09 [SE-17] removeItem throws: signed out, the token overwritten, the server notified', async () => {
    const { tab, status, stored, logouts } = await signedIn({ removeItemThrows: true })
    tab.commands.signOut()
    await pass()
    expect([status(), stored(), logouts()]).toEqual(['unauthenticated', '', 1])
  })

  it('ST-03 [SE-21] without storage sign-in, renewal and sign-out work in memory', async () => {
    const { tab, status, backend } = await signedIn({ withoutStorage: true })
    expect(status()).toBe('authenticated')
    await pass(10 * MINUTE)
    expect([status(), backend.count('POST /auth/refresh')]).toEqual(['authenticated', 1])
    expect(await tab.socketToken('/ws/tdp')).toBe('ticket-for-token-2')
    tab.commands.signOut()
    await pass()
    expect(status()).toBe('unauthenticated')
    expect(await tab.socketToken('/ws/tdp')).toBeUndefined()
  })

  it('[SE-10] a pending refresh is not aborted, and its late token does not sign in', async () => {
    const { backend, tab, status, stored } = await signedIn()
    const late = deferredResponse()
    let signal: AbortSignal | undefined
    backend.on('POST /auth/refresh', (arrival) => {
      signal = arrival.signal
      return late.answer()
    })
    await pass(10 * MINUTE)
    tab.commands.signOut()
    await pass()
    expect(signal?.aborted).toBe(false)
    late.respond(ok({ access_token: 'late', expires_in: 900 }))
    await pass()
    expect([status(), stored()]).toEqual(['unauthenticated', undefined])
  })
})

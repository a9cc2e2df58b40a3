import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sessionNotice, sessionStatus, sessionUser } from '#src/machines/session/selectors.ts'
import { USER, html, json, deferredResponse, ok, silent, unreachable } from '#test/support/client/identity-service.ts'
import { HOUR, MINUTE, START, createWorld, pass, signIn, type OpenTab } from '#test/support/client/session.ts'

const statusOf = ({ actor }: OpenTab) => sessionStatus(actor.getSnapshot())
const noticeOf = ({ actor }: OpenTab) => sessionNotice(actor.getSnapshot())
const userOf = ({ actor }: OpenTab) => sessionUser(actor.getSnapshot())

/** A browser in which a user signed in `before` ms ago and then closed the tab. */
async function signedInBefore(before: number, remembered = false) {
  const world = createWorld()
  const first = world.open()
  await signIn(first, { remember_me: remembered })
  first.actor.stop()
  vi.setSystemTime(Date.now() + before)
  world.backend.arrivals.length = 0
  return world
}
const routes = (world: ReturnType<typeof createWorld>) =>
  world.backend.arrivals.map(({ route, token }) => [route.replace('/api/identity', ''), token])

describe('start-up', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }))
  afterEach(() => void vi.useRealTimers())

  it('[SE-1] with empty storage the user is signed out and no request is sent', () => {
    const world = createWorld()
    const tab = world.open()
    expect([statusOf(tab), noticeOf(tab)]).toEqual(['unauthenticated', undefined])
    expect(world.backend.arrivals).toEqual([])
  })

  it('[SE-3] a token with at least 5 minutes left sends one GET /auth/me and nothing else', async () => {
    const world = await signedInBefore(10 * MINUTE)
    const tab = world.open()
    expect(statusOf(tab)).toBe('loading')
    await pass()
    expect([statusOf(tab), userOf(tab)]).toEqual(['authenticated', USER])
    expect(routes(world)).toEqual([['GET /auth/me', 'token-1']])
  })

  it('CS-18 [SE-5] a token with 200 s left is renewed first, once', async () => {
    const world = await signedInBefore(700_000)
    const tab = world.open()
    await pass()
    expect([statusOf(tab), userOf(tab)]).toEqual(['authenticated', USER])
    expect(routes(world)).toEqual([
      ['POST /auth/refresh', undefined],
      ['GET /auth/me', 'token-2'],
    ])
    expect(await tab.socketToken('/ws/tdp')).toBe('ticket-for-token-2')
  })

  it('[SE-5] [SE-11] a refused renewal before expiry ends the session with a message', async () => {
    const world = await signedInBefore(700_000)
    world.backend.on('POST /auth/refresh', () => json(500, {}))
    const tab = world.open()
    await pass()
    expect(statusOf(tab)).toBe('unauthenticated')
    expect(noticeOf(tab)).toEqual({
      reason: 'expired',
      text: 'Session expired. Please login again.',
      detail: 'Token refresh failed: 500',
    })
    expect(world.browser.items.has('pairbot.access_token')).toBe(false)
  })

  it('[SE-5] [SE-12] an unanswered renewal before expiry is retried later and the old token is used', async () => {
    const world = await signedInBefore(700_000)
    world.backend.on('POST /auth/refresh', unreachable)
    const tab = world.open()
    await pass()
    expect(statusOf(tab)).toBe('authenticated')
    expect(routes(world)).toEqual([
      ['POST /auth/refresh', undefined],
      ['GET /auth/me', 'token-1'],
    ])
  })

  it('CS-19 [SE-6] an expired token of a remembered sign-in is renewed once and never sent', async () => {
    const world = await signedInBefore(HOUR, true)
    const tab = world.open()
    await pass()
    expect(statusOf(tab)).toBe('authenticated')
    expect(routes(world)).toEqual([
      ['POST /auth/refresh', undefined],
      ['GET /auth/me', 'token-2'],
    ])
  })

  it('CS-19 [SE-6] a refused silent renewal leads to the sign-in screen without a message', async () => {
    const world = await signedInBefore(HOUR, true)
    world.backend.endSession()
    const tab = world.open()
    await pass()
    expect([statusOf(tab), noticeOf(tab)]).toEqual(['unauthenticated', undefined])
    expect(routes(world)).toEqual([['POST /auth/refresh', undefined]])
    expect(world.browser.items.has('pairbot.access_token')).toBe(false)
  })

  it('[SE-6] [SE-12] an unanswered silent renewal is retried by a reload', async () => {
    const world = await signedInBefore(HOUR, true)
    world.backend.on('POST /auth/refresh', unreachable)
    const offline = world.open()
    await pass()
    expect([statusOf(offline), noticeOf(offline)]).toEqual(['unauthenticated', undefined])
    offline.actor.stop()
    world.backend.on('POST /auth/refresh')
    const tab = world.open()
    await pass()
    expect(statusOf(tab)).toBe('authenticated')
  })

  it('[SE-6] an expired token that was not remembered is removed, and no request is sent', async () => {
    const world = await signedInBefore(HOUR)
    expect(statusOf(world.open())).toBe('unauthenticated')
    expect(routes(world)).toEqual([])
    expect([...world.browser.items.keys()].filter((key) => /access|session/.test(key))).toEqual([])
  })

  it.each([
    ['500', () => json(500, { success: false, error: 'boom' }), 'Failed to get user info: 500'],
    ['401', () => json(401, {}), 'Failed to get user info: 401'],
    ['HTML', () => html(200, 'OK'), 'Failed to get user info: unexpected answer'],
    ['an unknown role', () => ok({ email: 'a', role: 'Root' }), 'Failed to get user info: unexpected answer'],
  ])('HA-14 [SE-7] GET /auth/me answers %s: token forgotten, sign-in screen', async (_, answer, detail) => {
    const world = await signedInBefore(0)
    world.backend.on('GET /auth/me', answer)
    const tab = world.open()
    await pass()
    expect(statusOf(tab)).toBe('unauthenticated')
    expect(noticeOf(tab)?.detail).toBe(detail)
    expect(world.browser.items.has('pairbot.access_token')).toBe(false)
    expect(world.backend.arrivals).toHaveLength(1)
  })

  it('[SE-7] GET /auth/me gets no answer, as where the page is left: asked once more, and then the token is forgotten', async () => {
    const world = await signedInBefore(0)
    world.backend.on('GET /auth/me', unreachable)
    const left = world.open()
    await pass()
    expect(statusOf(left)).toBe('loading')
    left.actor.stop()
    expect(world.browser.items.has('pairbot.access_token')).toBe(true)

    const tab = world.open()
    await pass(500)
    expect(statusOf(tab)).toBe('unauthenticated')
    expect(noticeOf(tab)?.detail).toBe('Failed to get user info: no answer')
    expect(world.browser.items.has('pairbot.access_token')).toBe(false)
    expect(world.backend.arrivals).toHaveLength(3)
  })

  it('[SE-7] GET /auth/me is asked to wait: it does, and the user stays signed in', async () => {
    const world = await signedInBefore(0)
    world.backend.on('GET /auth/me', () => {
      const answer = json(429, { detail: 'Too many requests' })
      answer.headers.set('retry-after', '3')
      return answer
    })
    const tab = world.open()
    await pass(2_999)
    expect(statusOf(tab)).toBe('loading')
    world.backend.on('GET /auth/me')
    await pass(1)
    expect(statusOf(tab)).toBe('authenticated')
  })

  it('HA-15 [SE-7] GET /auth/me hangs: the panel closes after 10 s', async () => {
    const world = await signedInBefore(0)
    world.backend.on('GET /auth/me', silent)
    const tab = world.open()
    await pass(9_999)
    expect(statusOf(tab)).toBe('loading')
    await pass(1)
    expect(statusOf(tab)).toBe('unauthenticated')
    expect(noticeOf(tab)?.detail).toBe('Failed to get user info: no answer')
    expect(world.browser.items.has('pairbot.access_token')).toBe(false)
  })

  it('HA-15 [SE-7] the silent renewal hangs: the panel closes after 10 s, and a late token does not sign in', async () => {
    const world = await signedInBefore(HOUR, true)
    const late = deferredResponse()
    world.backend.on('POST /auth/refresh', late.answer)
    const tab = world.open()
    await pass(10_000)
    expect(statusOf(tab)).toBe('unauthenticated')
    late.respond(ok({ access_token: 'late', expires_in: 900 }))
    await pass()
    expect(statusOf(tab)).toBe('unauthenticated')
    expect(world.browser.items.get('pairbot.access_token')).toBe('token-1')
  })

  it('HA-40 [SE-7] a token that disappears before the current-user call has its own failure, and nothing is sent', async () => {
    const world = await signedInBefore(700_000)
    world.backend.on('POST /auth/refresh', () => {
      world.browser.items.delete('pairbot.access_token')
      return unreachable()
    })
    const tab = world.open()
    await pass()
    expect(noticeOf(tab)?.detail).toBe('No access token available')
    expect(routes(world)).toEqual([['POST /auth/refresh', undefined]])
  })

  it('CS-03 CS-04 [SE-3] a clock two hours off from the start changes nothing', async () => {
    for (const offset of [2 * HOUR, -2 * HOUR]) {
      vi.setSystemTime(START + offset)
      const world = createWorld()
      const tab = world.open()
      await signIn(tab)
      await pass(9 * MINUTE)
      expect(world.backend.count('POST /auth/refresh')).toBe(0)
      await pass(MINUTE)
      expect(world.backend.count('POST /auth/refresh')).toBe(1)
      tab.actor.stop()
    }
  })
})

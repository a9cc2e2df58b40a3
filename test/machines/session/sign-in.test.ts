import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isSigningIn, sessionStatus, sessionUser, signInError } from '#src/machines/session/selectors.ts'
import {
  SIGN_IN,
  USER,
  html,
  json,
  deferredResponse,
  ok,
  silent,
  unreachable,
} from '#test/support/client/identity-service.ts'
import { MINUTE, START, createWorld, pass, signIn } from '#test/support/client/session.ts'

const LOGIN = 'POST /auth/login'
const LOGOUT = 'POST /auth/logout'

function openWorld() {
  const world = createWorld()
  const tab = world.open()
  const snapshot = () => tab.actor.getSnapshot()
  return {
    ...world,
    tab,
    status: () => sessionStatus(snapshot()),
    busy: () => isSigningIn(snapshot()),
    error: () => signInError(snapshot()),
    stored: () => world.browser.items.get('pairbot.access_token'),
  }
}

describe('signing in', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }))
  afterEach(() => void vi.useRealTimers())

  it('sends e-mail, password and remember_me, and stores the token of the response', async () => {
    const { backend, tab, status, stored, browser } = openWorld()
    await signIn(tab, { remember_me: true })
    expect(backend.arrivals.map(({ route, body }) => [route, body])).toEqual([
      ['POST /api/identity/auth/login', { ...SIGN_IN, remember_me: true }],
    ])
    expect([status(), sessionUser(tab.actor.getSnapshot()), stored()]).toEqual(['authenticated', USER, 'token-1'])
    expect(JSON.parse(browser.items.get('pairbot.session') ?? '')).toMatchObject({ remembered: true })
  })

  it('[SE-22] neither password nor token is visible to inspectors or other tabs', async () => {
    const { tab, browser } = openWorld()
    const seen: unknown[] = []
    browser.openTab().channel?.listen((value) => seen.push(value))
    tab.actor.subscribe((snapshot) => seen.push(snapshot.context))
    const { actor } = tab
    const send = vi.spyOn(actor, 'send')
    await signIn(tab)
    await pass(10 * MINUTE)
    seen.push(send.mock.calls, browser.items.get('pairbot.news'))
    expect(JSON.stringify(seen)).toContain(USER.email)
    expect(JSON.stringify(seen)).not.toMatch(/Correct-horse|token-\d/)
  })

  it.each([
    ['HA-11 HTML 502', () => html(502, 'Bad Gateway'), 'HTTP 502: Bad Gateway'],
    ['HA-11 HTML 502 over HTTP/2', () => html(502, ''), 'HTTP 502: Bad Gateway'],
    ['HA-12 200 with success=false and a text', () => json(200, { success: false, error: 'Locked' }), 'Locked'],
    ['HA-12 200 with success=false alone', () => json(200, { success: false }), 'Login failed'],
    ['401 with a text', () => json(401, { success: false, error: 'Invalid credentials' }), 'Invalid credentials'],
    ['500 with JSON and no text', () => json(500, { success: false }), 'Login failed'],
    [
      'HA-13 429',
      () => json(429, { success: false, error: 'Too many attempts. Try again in 60 s.' }),
      'Too many attempts. Try again in 60 s.',
    ],
    ['HA-29 a captive portal', () => html(200, 'OK'), 'Login failed'],
    ['HA-47 an error that is an object', () => json(400, { error: { code: 7 } }), '{"code":7}'],
    ['nothing', unreachable, 'Login failed'],
    ['expires_in 0', () => ok({ access_token: 'x', expires_in: 0, user: USER }), 'Login failed'],
    ['a user without role', () => ok({ access_token: 'x', expires_in: 9, user: { email: 'a' } }), 'Login failed'],
  ])('%s', async (_, answer, text) => {
    const { backend, tab, status, error, busy, stored } = openWorld()
    backend.on(LOGIN, answer)
    await signIn(tab)
    expect([status(), error(), busy(), stored()]).toEqual(['unauthenticated', text, false, undefined])
    backend.on(LOGIN)
    await signIn(tab)
    expect([status(), error()]).toEqual(['authenticated', undefined])
  })

  it('HA-17 [SE-2] five submits in 100 ms send one request', async () => {
    const { backend, tab, status } = openWorld()
    const late = deferredResponse()
    backend.on(LOGIN, late.answer)
    for (let press = 0; press < 5; press += 1) {
      tab.commands.signIn(SIGN_IN)
      await pass(20)
    }
    expect(backend.count(LOGIN)).toBe(1)
    late.respond(ok({ access_token: 'x', expires_in: 900, user: USER }))
    await pass()
    expect([status(), backend.count(LOGIN)]).toEqual(['authenticated', 1])
  })

  it('HA-10 [SE-19] a response after 10 s: fails at 10 s, and the late session is ended', async () => {
    const { backend, tab, status, busy, error, stored } = openWorld()
    const late = deferredResponse()
    backend.on(LOGIN, late.answer)
    await signIn(tab)
    await pass(9_999)
    expect(busy()).toBe(true)
    await pass(1)
    expect([busy(), error(), status()]).toEqual([false, 'Login failed', 'unauthenticated'])
    await pass(5_000)
    expect(backend.count(LOGOUT)).toBe(0)
    late.respond(ok({ access_token: 'late', expires_in: 900, user: USER }))
    await pass()
    expect([backend.count(LOGOUT), status(), stored()]).toEqual([1, 'unauthenticated', undefined])
  })

  it('HA-10 [SE-19] a late refusal ends no session', async () => {
    const { backend, tab } = openWorld()
    const late = deferredResponse()
    backend.on(LOGIN, late.answer)
    await signIn(tab)
    await pass(10_000)
    late.respond(json(401, { success: false, error: 'no' }))
    await pass()
    expect(backend.count(LOGOUT)).toBe(0)
  })

  it('HA-10 [SE-19] a new attempt abandons the old one, whose late success ends no session', async () => {
    const { backend, tab, status } = openWorld()
    const late = deferredResponse()
    backend.on(LOGIN, late.answer)
    await signIn(tab)
    await pass(10_000)
    backend.on(LOGIN)
    await signIn(tab)
    expect(backend.arrivals[0]?.signal?.aborted).toBe(true)
    late.respond(ok({ access_token: 'late', expires_in: 900, user: USER }))
    await pass()
    expect([status(), backend.count(LOGOUT)]).toEqual(['authenticated', 0])
  })

  it('HA-10 [SE-19] a late success after a sign-in in another tab ends no session', async () => {
    const { backend, tab, open, status } = openWorld()
    const late = deferredResponse()
    backend.on(LOGIN, late.answer)
    await signIn(tab)
    await pass(10_000)
    backend.on(LOGIN)
    await signIn(open())
    late.respond(ok({ access_token: 'late', expires_in: 900, user: USER }))
    await pass()
    expect([status(), backend.count(LOGOUT)]).toEqual(['authenticated', 0])
  })

  it('HA-10 [SE-19] a response that never comes is abandoned after a minute', async () => {
    const { backend, tab } = openWorld()
    backend.on(LOGIN, silent)
    await signIn(tab)
    await pass(MINUTE)
    expect([backend.arrivals[0]?.signal?.aborted, vi.getTimerCount()]).toEqual([true, 0])
  })
})

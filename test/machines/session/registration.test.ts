import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  isRegistering,
  registerError,
  sessionNotice,
  sessionStatus,
  sessionUser,
} from '#src/machines/session/selectors.ts'
import {
  INVITED,
  SIGN_IN,
  USER,
  html,
  json,
  deferredResponse,
  ok,
  silent,
  unreachable,
} from '#test/support/client/identity-service.ts'
import { MINUTE, START, createWorld, pass } from '#test/support/client/session.ts'

const REGISTER = 'POST /auth/register'
const LOGIN = 'POST /auth/login'
const ME = 'GET /auth/me'
const REGISTRATION = { email: USER.email, password: SIGN_IN.password }

function openWorld(code: string | undefined = INVITED.code) {
  const world = createWorld()
  const tab = world.open(code)
  const snapshot = () => tab.actor.getSnapshot()
  return {
    ...world,
    tab,
    register: async () => {
      tab.commands.register(REGISTRATION)
      // Registration is loaded on first use.
      await vi.dynamicImportSettled()
      await pass()
    },
    status: () => sessionStatus(snapshot()),
    error: () => registerError(snapshot()),
    snapshot,
    stored: () => world.browser.items.get('pairbot.access_token'),
    routes: () => world.backend.arrivals.map(({ route }) => route.replace('/api/identity', '')),
  }
}

describe('registration of an invited user', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }))
  afterEach(() => void vi.useRealTimers())

  it('[RG-6] registers, stores the token, signs in with the same credentials and stores that token', async () => {
    const { backend, browser, register, snapshot, stored, routes } = openWorld()
    const tokens: unknown[] = []
    backend.on(LOGIN, (arrival) => {
      tokens.push(stored(), browser.items.get('pairbot.access_expires'))
      return backend.normal(arrival)
    })
    await register()

    expect(routes()).toEqual([REGISTER, LOGIN])
    expect(backend.arrivals.map(({ body }) => body)).toEqual([
      { invitation_code: INVITED.code, ...REGISTRATION },
      { ...REGISTRATION, remember_me: false },
    ])
    expect(tokens).toEqual(['token-1', String(START + 900_000)])
    expect([sessionUser(snapshot()), stored(), snapshot().context.generation]).toEqual([USER, 'token-2', 1])
    expect(JSON.parse(browser.items.get('pairbot.session') ?? '')).toMatchObject({ remembered: false })
  })

  it.each([
    ['refused', () => json(429, { success: false, error: 'Too many requests.' })],
    ['of no use', () => html(502, 'Bad Gateway')],
    ['not answered', unreachable],
  ])('[RG-7] when the second sign-in is %s, the first token stays and identifies the user', async (_, answer) => {
    const { backend, register, snapshot, stored, routes } = openWorld()
    backend.on(LOGIN, answer)
    await register()

    expect(routes()).toEqual([REGISTER, LOGIN, ME])
    expect(backend.arrivals.at(-1)?.token).toBe('token-1')
    expect([sessionUser(snapshot()), stored(), registerError(snapshot())]).toEqual([USER, 'token-1', undefined])
  })

  it('[RG-7] when the user cannot be loaded either, a manual sign-in is needed', async () => {
    const { backend, register, snapshot, stored, status } = openWorld()
    backend.on(LOGIN, unreachable)
    backend.on(ME, () => json(500, {}))
    await register()

    expect([status(), stored(), snapshot().context.access]).toEqual(['unauthenticated', undefined, undefined])
    expect(sessionNotice(snapshot())).toEqual({
      reason: 'required',
      text: 'Authentication required. Please log in again.',
      detail: 'Failed to get user info: 500',
    })
  })

  it.each([
    ['the server’s own text', () => json(409, { success: false, error: 'Taken' }), 'Taken'],
    ['a reply of success=false with a text', () => json(200, { success: false, error: 'Locked' }), 'Locked'],
    ['a reply of success=false alone', () => json(200, { success: false }), 'Registration failed'],
    ['a refusal without a text', () => json(400, { success: false }), 'Registration failed'],
    ['a token that never lives', () => ok({ access_token: 'x', expires_in: 0 }), 'Registration failed'],
    ['an answer of something in front', () => html(502, 'Bad Gateway'), 'HTTP 502: Bad Gateway'],
    ['the same over HTTP/2', () => html(503, ''), 'HTTP 503: Service Unavailable'],
    ['no answer', unreachable, 'Registration failed. Please try again.'],
  ])('HA-39 [RG-8] %s', async (_, answer, text) => {
    const { backend, register, error, status, stored, routes } = openWorld()
    backend.on(REGISTER, answer)
    await register()

    expect([error(), status(), stored(), routes()]).toEqual([text, 'unauthenticated', undefined, [REGISTER]])
    backend.on(REGISTER)
    await register()
    expect([error(), status()]).toEqual([undefined, 'authenticated'])
  })

  it('[RG-8] fails if not answered within 10 s', async () => {
    const { backend, register, error, snapshot } = openWorld()
    backend.on(REGISTER, silent)
    await register()
    await pass(9_999)
    expect(isRegistering(snapshot())).toBe(true)
    await pass(1)
    expect([isRegistering(snapshot()), error()]).toEqual([false, 'Registration failed. Please try again.'])
  })

  it('[RG-5] five submits send one request', async () => {
    const { backend, tab, status } = openWorld()
    const late = deferredResponse()
    backend.on(REGISTER, late.answer)
    for (let press = 0; press < 5; press += 1) {
      tab.commands.register(REGISTRATION)
      await pass(20)
    }
    await vi.dynamicImportSettled()
    expect(backend.count(REGISTER)).toBe(1)
    late.respond(ok({ access_token: 'x', expires_in: 900 }))
    await pass()
    expect([status(), backend.count(REGISTER)]).toEqual(['authenticated', 1])
  })

  it('sends nothing without a code', async () => {
    const world = createWorld()
    const tab = world.open()
    tab.commands.register(REGISTRATION)
    await vi.dynamicImportSettled()
    await pass()
    expect([registerError(tab.actor.getSnapshot()), world.backend.arrivals]).toEqual([
      'No invitation code provided',
      [],
    ])
  })

  it('[SE-22] neither password, code nor token is visible to inspectors or other tabs', async () => {
    const { tab, browser, register } = openWorld()
    const seen: unknown[] = []
    browser.openTab().channel?.listen((value) => seen.push(value))
    tab.actor.subscribe((snapshot) => seen.push(snapshot.context))
    const send = vi.spyOn(tab.actor, 'send')
    await register()
    await pass(MINUTE)
    seen.push(
      send.mock.calls,
      [...browser.items].filter(([key]) => key !== 'pairbot.access_token'),
    )
    expect(JSON.stringify(seen)).toContain(USER.email)
    expect(JSON.stringify(seen)).not.toMatch(new RegExp(`${SIGN_IN.password}|${INVITED.code}|token-\\d`))
  })

  it('[SE-18] another signed-out tab follows to the new account', async () => {
    const { open, register, browser } = openWorld()
    const other = open()
    await register()
    await pass(1_000)
    expect([sessionUser(other.actor.getSnapshot()), browser.items.get('pairbot.access_token')]).toEqual([
      USER,
      'token-2',
    ])
  })
})

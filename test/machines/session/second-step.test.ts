import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isConfirming, secondStep, sessionStatus, signInError } from '#src/machines/session/selectors.ts'
import { USER, deferredResponse, json, ok } from '#test/support/client/identity-service.ts'
import { MINUTE, START, createWorld, pass, signIn } from '#test/support/client/session.ts'

const LOGIN = 'POST /auth/login'
const FACTOR = 'POST /auth/login/factor'
const CHALLENGED = { second_factor: { challenge: 'challenge-1', expires_in: 300, methods: ['totp', 'recovery_code'] } }
const PROOF = { method: 'totp', code: '123456' } as const
const granted = () => ok({ access_token: 'x', expires_in: 900, user: USER })

async function openStep(remembered = false) {
  const world = createWorld()
  const tab = world.open()
  world.backend.on(LOGIN, () => ok(CHALLENGED))
  world.backend.on(FACTOR, granted)
  await signIn(tab, { remember_me: remembered })
  const snapshot = () => tab.actor.getSnapshot()
  return {
    ...world,
    tab,
    step: () => secondStep(snapshot()),
    status: () => sessionStatus(snapshot()),
    error: () => signInError(snapshot()),
    busy: () => isConfirming(snapshot()),
    confirm: async () => {
      tab.commands.confirm(PROOF)
      await pass()
    },
  }
}

describe('the second step of signing in', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }))
  afterEach(() => void vi.useRealTimers())

  it('[SE-25] follows the right password, and opens the session', async () => {
    const { backend, browser, step, status, confirm } = await openStep(true)
    expect([status(), step()?.methods]).toEqual(['unauthenticated', ['totp', 'recovery_code']])
    await confirm()
    expect(backend.arrivals.at(-1)).toMatchObject({
      route: 'POST /api/identity/auth/login/factor',
      body: { challenge: 'challenge-1', proof: PROOF },
    })
    expect([status(), step(), browser.items.get('pairbot.access_token')]).toEqual(['authenticated', undefined, 'x'])
    expect(JSON.parse(browser.items.get('pairbot.session') ?? '')).toMatchObject({ remembered: true })
  })

  it('[SE-25] a session that is not to be remembered is not', async () => {
    const { browser, confirm } = await openStep()
    await confirm()
    expect(JSON.parse(browser.items.get('pairbot.session') ?? '')).toMatchObject({ remembered: false })
  })

  it('[SE-22] neither the challenge nor the code is visible to inspectors or in storage', async () => {
    const { backend, browser, tab, confirm } = await openStep()
    const seen: unknown[] = []
    tab.actor.subscribe((snapshot) => seen.push(snapshot.context))
    const send = vi.spyOn(tab.actor, 'send')
    backend.on(FACTOR, () => json(401, { success: false, error: 'Wrong' }))
    await confirm()
    await confirm()
    seen.push(tab.actor.getSnapshot().context, send.mock.calls, [...browser.items])
    expect(JSON.stringify(seen)).toContain('user.confirm')
    expect(JSON.stringify(seen)).not.toMatch(/challenge-1|123456/)
  })

  it('[SE-26] a wrong code can be typed again', async () => {
    const { backend, step, status, error, confirm } = await openStep()
    backend.on(FACTOR, () => json(401, { success: false, error: 'The code is not correct' }))
    await confirm()
    expect([status(), error(), step() !== undefined]).toEqual(['unauthenticated', 'The code is not correct', true])
    backend.on(FACTOR, granted)
    await confirm()
    expect([status(), error()]).toEqual(['authenticated', undefined])
  })

  it('[SE-26] too many wrong ones: says how long to wait', async () => {
    const { backend, error, confirm } = await openStep()
    backend.on(FACTOR, () => {
      const refusal = json(429, { success: false, error: 'Too many requests. Please try again in 60 s.' })
      refusal.headers.set('retry-after', '60')
      return refusal
    })
    await confirm()
    expect(error()).toBe('Too many attempts. Please wait 1 minute, then try again.')
  })

  it('[SE-27] begins again with the password when the server says so, and after five minutes', async () => {
    const text = 'This sign-in took too long. Please sign in again.'
    const first = await openStep()
    first.backend.on(FACTOR, () => json(401, { success: false, error: text, reason: 'challenge_expired' }))
    await first.confirm()
    expect([first.step(), first.error()]).toEqual([undefined, text])

    const second = await openStep()
    await pass(5 * MINUTE - 1)
    expect(second.step()).toBeDefined()
    await pass(1)
    expect([second.step(), second.error()]).toEqual([undefined, text])
    await second.confirm()
    expect(second.backend.count(FACTOR)).toBe(0)
  })

  it('[SE-27] Back leads to the password', async () => {
    const { tab, step, status, error } = await openStep()
    tab.commands.back()
    expect([step(), status(), error()]).toEqual([undefined, 'unauthenticated', undefined])
  })

  it('[SE-28] where no passkey is used, says so, sends nothing, and takes a code', async () => {
    const { backend, tab, step, status, error, confirm } = await openStep()
    tab.commands.confirm({ method: 'passkey' })
    await vi.waitFor(() => expect(error()).toBe('No passkey was used. Try again, or use another way.'))
    expect([backend.count(FACTOR), step() !== undefined]).toEqual([0, true])
    await confirm()
    expect(status()).toBe('authenticated')
  })

  it('[SE-19] sends one request however often it is confirmed, and ends a session that opens too late', async () => {
    const { backend, tab, step, busy, error, confirm } = await openStep()
    const late = deferredResponse()
    backend.on(FACTOR, late.answer)
    await confirm()
    await confirm()
    expect([backend.count(FACTOR), busy()]).toEqual([1, true])
    await pass(10_000)
    expect([busy(), error(), step() !== undefined]).toEqual([false, 'Login failed', true])
    late.respond(granted())
    await pass()
    expect([backend.count('POST /auth/logout'), tab.actor.getSnapshot().matches('authenticated')]).toEqual([1, false])
  })
})

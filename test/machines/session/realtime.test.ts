import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { USER, json, ok } from '#test/support/client/identity-service.ts'
import { MINUTE, START, createWorld, pass, signIn } from '#test/support/client/session.ts'

/** A signed-in user, and what the realtime services of this tab were asked to do. */
async function signedIn() {
  const calls: string[] = []
  const world = createWorld({}, USER, (user) => {
    calls.push(`start ${user}`)
    return {
      tokenChanged: () => calls.push('token changed'),
      stop: (reason) => calls.push(`stop: ${reason}`),
    }
  })
  const tab = world.open()
  expect(calls).toEqual([])
  await signIn(tab)
  expect(calls.splice(0)).toEqual([`start ${USER.email}`])
  return { ...world, tab, calls }
}

describe('the realtime services of a session', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }))
  afterEach(() => void vi.useRealTimers())

  it('[SE-13] receive each new token once', async () => {
    const { calls, backend } = await signedIn()
    await pass(10 * MINUTE)
    expect([calls, backend.count('POST /auth/refresh')]).toEqual([['token changed'], 1])
  })

  it('[TR-8] stop at once when the user signs out, and start again at the next sign-in', async () => {
    const { tab, calls } = await signedIn()
    tab.commands.signOut()
    expect(calls).toEqual(['stop: signed out'])
    await pass()
    await signIn(tab)
    expect(calls).toEqual(['stop: signed out', `start ${USER.email}`])
  })

  it('[SE-4] [TR-8] stop as after a sign-out when the user signs out in another tab', async () => {
    const { browser, calls, open } = await signedIn()
    const other = open()
    await pass()
    calls.length = 0
    other.commands.signOut()
    await pass(1_000)
    expect([calls, browser.items.has('pairbot.access_token')]).toEqual([
      ['stop: signed out', 'stop: signed out'],
      false,
    ])
  })

  it('[TR-8] stop when the session ends by itself', async () => {
    const { backend, calls } = await signedIn()
    backend.on('POST /auth/refresh', () => json(401, {}))
    await pass(10 * MINUTE)
    expect(calls).toEqual(['stop: session ended'])
  })

  it('[TR-8] stop as when a session ends where it ends by itself in another tab', async () => {
    const { calls, browser, backend, open } = await signedIn()
    const other = open()
    await pass()
    calls.length = 0
    backend.on('POST /auth/refresh', () => json(401, {}))
    await pass(10 * MINUTE)
    expect([calls, other.actor.getSnapshot().value, browser.items.has('pairbot.access_token')]).toEqual([
      ['stop: session ended', 'stop: session ended'],
      { unauthenticated: 'idle' },
      false,
    ])
  })

  it('[SE-18] start anew for another user of another tab', async () => {
    const { backend, calls, open } = await signedIn()
    const other = open()
    await pass()
    calls.length = 0
    const eve = { email: 'eve@pairbot.test', role: 'Viewer' as const }
    backend.on('POST /auth/login', () => {
      backend.resume('eves')
      return ok({ access_token: 'eves', expires_in: 900, user: eve })
    })
    backend.on('GET /auth/me', () => ok(eve))
    other.commands.signOut()
    await signIn(other)
    await pass(1_000)
    expect(calls.toSorted()).toEqual([
      `start ${eve.email}`,
      `start ${eve.email}`,
      'stop: signed out',
      'stop: signed out',
    ])
  })

  it('stop when the page is closed, which ends no session', async () => {
    const { tab, calls } = await signedIn()
    tab.actor.stop()
    expect(calls).toEqual(['stop: page closed'])
  })
})

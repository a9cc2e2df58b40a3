import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SessionEvent } from '#src/machines/session/types.ts'
import { sessionNotice, sessionStatus, sessionUser, tokenGeneration } from '#src/machines/session/selectors.ts'
import { json, deferredResponse, ok, silent, USER } from '#test/support/client/identity-service.ts'
import { MINUTE, START, createWorld, move, pass, signIn, type OpenTab } from '#test/support/client/session.ts'

const REFRESH = 'POST /auth/refresh'
const LEFT_ELSEWHERE: SessionEvent = { type: 'tab.signedOut', sessionId: 'another-session', reason: 'left' }

const statusOf = ({ actor }: OpenTab) => sessionStatus(actor.getSnapshot())
const noticeOf = ({ actor }: OpenTab) => sessionNotice(actor.getSnapshot())
const generationOf = ({ actor }: OpenTab) => tokenGeneration(actor.getSnapshot())

async function signedIn() {
  const world = createWorld()
  const tab = world.open()
  await signIn(tab)
  return { ...world, tab, rejected: (caller: 'data' | 'admin') => reject(tab, caller) }
}
const reject = (tab: OpenTab, caller: 'data' | 'admin') =>
  tab.actor.send({ type: 'token.rejected', generation: generationOf(tab), caller })

describe('messages from other tabs and services', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }))
  afterEach(() => void vi.useRealTimers())

  it('[SE-13] does not take an expired token of another tab as newer', async () => {
    const { tab, browser } = await signedIn()
    browser.items.set('pairbot.access_expires', String(Date.now() - 1))
    tab.actor.send({ type: 'tab.token' })
    expect(generationOf(tab)).toBe(1)
    expect(tab.actor.getSnapshot().context.access?.expiresAt).toBe(START + 15 * MINUTE)
  })

  it('[SE-15] an older activity message does not shorten the hour', async () => {
    const { tab, browser } = await signedIn()
    await pass(50 * MINUTE)
    move(tab)
    tab.actor.send({ type: 'tab.active', at: START })
    browser.items.delete('pairbot.activity')
    await pass(59 * MINUTE)
    expect(statusOf(tab)).toBe('authenticated')
    await pass(2 * MINUTE)
    expect(statusOf(tab)).toBe('unauthenticated')
  })

  it("[SE-41] shows the user's new name at once here and in other tabs", async () => {
    const { tab, open, backend } = await signedIn()
    const other = open()
    await pass()
    const names = () => [tab, other].map(({ actor }) => sessionUser(actor.getSnapshot())?.username)
    backend.on('GET /auth/me', () => ok({ ...USER, username: 'Ada L.' }))
    tab.commands.userChanged()
    await pass(1_000)
    expect(names()).toEqual(['Ada L.', 'Ada L.'])
  })

  it('[SE-41] keeps the user whom it knows when the details cannot be read, or are those of another', async () => {
    const { tab, backend } = await signedIn()
    for (const answer of [() => json(500, {}), () => ok({ ...USER, email: 'eve@pairbot.test', username: 'Eve' })]) {
      backend.on('GET /auth/me', answer)
      tab.commands.userChanged()
      await pass(1_000)
      expect(sessionUser(tab.actor.getSnapshot())).toEqual(USER)
    }
  })

  it('[SE-4] the end of another session does not end this one, verified or not', async () => {
    const world = createWorld()
    const first = world.open()
    await signIn(first)
    first.actor.send(LEFT_ELSEWHERE)
    expect(statusOf(first)).toBe('authenticated')
    world.backend.on('GET /auth/me', silent)
    const second = world.open()
    await pass(1_000)
    second.actor.send(LEFT_ELSEWHERE)
    expect(statusOf(second)).toBe('loading')
  })

  it('[SE-20] a refusal is shown in the text of the first caller that got a 401', async () => {
    const { tab, backend, rejected } = await signedIn()
    const refusal = deferredResponse()
    backend.on(REFRESH, refusal.answer)
    rejected('admin')
    rejected('data')
    await pass()
    refusal.respond(json(401, { success: false, error: 'gone' }))
    await pass(1_000)
    expect(noticeOf(tab)?.text).toBe('Session expired. Please login again.')
  })

  it('[SE-20] a resolved 401 is forgotten: the timer has its own text', async () => {
    const { tab, backend, rejected } = await signedIn()
    rejected('data')
    await pass(1_000)
    expect(generationOf(tab)).toBe(2)
    backend.on(REFRESH, () => json(401, { success: false, error: 'gone' }))
    await pass(15 * MINUTE)
    expect(noticeOf(tab)?.text).toBe('Session expired. Please login again.')
  })
})

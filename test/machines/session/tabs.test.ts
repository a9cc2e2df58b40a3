import * as z from 'zod/mini'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  sessionId,
  sessionNotice,
  sessionStatus,
  sessionUser,
  tokenGeneration,
} from '#src/machines/session/selectors.ts'
import type { BrowserLimits } from '#test/support/client/browser.ts'
import { USER, ok, silent, unreachable } from '#test/support/client/identity-service.ts'
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
  type OpenTab,
} from '#test/support/client/session.ts'

const REFRESH = 'POST /auth/refresh'
const schema = z.object({ data: z.string() })
const statusOf = ({ actor }: OpenTab) => sessionStatus(actor.getSnapshot())
const generationOf = ({ actor }: OpenTab) => tokenGeneration(actor.getSnapshot())
const BLOCKED: BrowserLimits = { withoutChannel: true, withoutStorageEvents: true }

/** `count` tabs of one browser, all signed in by the first. */
async function openTabs(count: number, limits: BrowserLimits = {}) {
  const world = createWorld(limits)
  const first = world.open()
  await signIn(first)
  const tabs = [first]
  while (tabs.length < count) tabs.push(world.open())
  await pass()
  return { ...world, tabs, refreshes: () => world.backend.count(REFRESH) }
}

describe('several tabs', () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }))
  afterEach(() => void vi.useRealTimers())

  it('MT-01 [SE-9] S9 due in the same millisecond: one refresh, the other tab takes the stored token', async () => {
    const { tabs, refreshes } = await openTabs(2)
    await pass(10 * MINUTE)
    await pass(100)
    expect(refreshes()).toBe(1)
    expect(tabs.map(statusOf)).toEqual(['authenticated', 'authenticated'])
    expect(tabs.map(generationOf)).toEqual([2, 2])
    await pass(9 * MINUTE)
    expect(refreshes()).toBe(1)
  })

  it('MT-01 [SE-9] what one tab stores reaches the other tab only after the lock would: still one refresh', async () => {
    const { tabs, refreshes } = await openTabs(2, { storageLagMs: 50 })
    await pass(10 * MINUTE)
    await pass(1_000)
    expect(refreshes()).toBe(1)
    expect(tabs.map(generationOf)).toEqual([2, 2])
  })

  it('[SE-9] two tabs never sign each other out in ten hours, with one refresh per ten minutes', async () => {
    const { tabs, refreshes } = await openTabs(2)
    await passActively(tabs[0]!, 10 * HOUR)
    await pass(1_000)
    expect(tabs.map(statusOf)).toEqual(['authenticated', 'authenticated'])
    expect(refreshes()).toBe(60)
    expect(generationOf(tabs[0]!)).toBe(generationOf(tabs[1]!))
  })

  it.each<[string, BrowserLimits]>([
    ['', {}],
    [' and without news', BLOCKED],
  ])('MT-02 [SE-9] [SE-11] ten tabs without locks%s: no sign-out', async (_, limits) => {
    const { tabs, backend } = await openTabs(10, { withoutLocks: true, ...limits })
    // The strictest server: it accepts a cookie once, and its refusals arrive after the new token.
    let taken = false
    backend.on(REFRESH, async (arrival) => {
      const refused = taken
      taken = true
      await new Promise((later) => {
        setTimeout(later, refused ? 50 : 20)
      })
      return refused ? Response.json({ success: false }, { status: 401 }) : backend.normal(arrival)
    })
    await pass(10 * MINUTE)
    await pass(1_000)
    expect(tabs.map(statusOf)).toEqual(tabs.map(() => 'authenticated'))
    expect(new Set(tabs.map(generationOf))).toEqual(new Set([2]))
    expect(backend.count(REFRESH)).toBe(10)
  })

  it('MT-03 [SE-9] S9 the tab that holds the lock dies: the next refreshes', async () => {
    const { tabs, browser, refreshes } = await openTabs(1)
    let die: () => void = () => {}
    const died = new Promise<void>((resolve) => {
      die = resolve
    })
    void browser.openTab().locks?.request('pairbot.refresh', {}, () => died)
    await pass(10 * MINUTE)
    await pass(3_000)
    expect(refreshes()).toBe(0)
    die()
    await pass()
    expect([refreshes(), statusOf(tabs[0]!)]).toEqual([1, 'authenticated'])
  })

  it('MT-04 [SE-9] S9 the tab that holds the lock is frozen: the others go alone after 10 s', async () => {
    const { tabs, browser, refreshes } = await openTabs(1)
    void browser.openTab().locks?.request('pairbot.refresh', {}, silent)
    await pass(10 * MINUTE)
    await pass(9_999)
    expect(refreshes()).toBe(0)
    await pass(1)
    expect([refreshes(), statusOf(tabs[0]!)]).toEqual([1, 'authenticated'])
  })

  it('MT-04 [SE-7] [SE-9] at start, behind a frozen tab, the panel closes within 10 s and the session stays', async () => {
    const { browser, open, tabs } = await openTabs(1)
    tabs[0]!.actor.stop()
    void browser.openTab().locks?.request('pairbot.refresh', {}, silent)
    await pass(12 * MINUTE)
    const late = open()
    await pass(4_999)
    expect(statusOf(late)).toBe('loading')
    await pass(1)
    expect(statusOf(late)).toBe('authenticated')
  })

  it.each<[string, BrowserLimits]>([
    ['by both ways', {}],
    ['by the channel alone', { withoutStorageEvents: true }],
    ['by storage events alone', { withoutChannel: true }],
  ])('MT-05 [SE-4] signing out reaches all tabs %s, within a second, with one call', async (_, limits) => {
    const { tabs, backend, browser } = await openTabs(3, limits)
    tabs[1]!.commands.signOut()
    await pass(1_000)
    expect(tabs.map(statusOf)).toEqual(['unauthenticated', 'unauthenticated', 'unauthenticated'])
    expect(tabs.map(({ actor }) => sessionNotice(actor.getSnapshot()))).toEqual([undefined, undefined, undefined])
    expect([backend.count('POST /auth/logout'), browser.items.has('pairbot.access_token')]).toEqual([1, false])
  })

  it('MT-06 [SE-18] another user signs in elsewhere: this tab starts afresh as that user', async () => {
    const { tabs, backend } = await openTabs(2)
    const [a, b] = [tabs[0]!, tabs[1]!]
    const before = sessionId(a.actor.getSnapshot())
    const other = { email: 'bob@pairbot.test', role: 'Admin' as const, username: 'bob' }
    backend.on('POST /auth/login', () => ok({ access_token: 'bobs', expires_in: 900, user: other }))
    backend.on('GET /auth/me', ({ token }) => ok(token === 'bobs' ? other : USER))
    b.commands.signOut()
    await signIn(b)
    await pass(1_000)
    expect(tabs.map(({ actor }) => sessionUser(actor.getSnapshot()))).toEqual([other, other])
    expect(sessionId(a.actor.getSnapshot())).not.toBe(before)
  })

  it('MT-06 MT-08 [SE-18] with all messages blocked no request uses the other user’s token', async () => {
    const { tabs, backend } = await openTabs(2, BLOCKED)
    const [a, b] = [tabs[0]!, tabs[1]!]
    const other = { email: 'bob@pairbot.test', role: 'Admin' as const, username: 'bob' }
    backend.on('POST /auth/login', () => ok({ access_token: 'bobs', expires_in: 900, user: other }))
    backend.on('GET /auth/me', () => ok(other))
    b.commands.signOut()
    await signIn(b)
    expect(sessionUser(a.actor.getSnapshot())).toEqual(USER)
    backend.arrivals.length = 0
    expect(await a.calls.tdp({ path: '/candles', schema })).toMatchObject({ ok: false })
    expect(backend.arrivals.map(({ route }) => route)).toEqual(['GET /api/identity/auth/me'])
    await pass()
    expect(sessionUser(a.actor.getSnapshot())).toEqual(other)
  })

  it('MT-07 [SE-15] active only in A for two hours: B stays; then both sign out 3600 to 3630 s after the last activity', async () => {
    const { tabs } = await openTabs(2)
    const a = tabs[0]!
    await passActively(a, 2 * HOUR)
    expect(tabs.map(statusOf)).toEqual(['authenticated', 'authenticated'])
    move(a)
    await pass(HOUR - 1)
    expect(tabs.map(statusOf)).toEqual(['authenticated', 'authenticated'])
    await pass(30_001)
    expect(tabs.map(statusOf)).toEqual(['unauthenticated', 'unauthenticated'])
    expect(tabs.map(({ actor }) => sessionNotice(actor.getSnapshot())?.reason)).toEqual(['idle', 'idle'])
  })

  it('MT-07 MT-08 [SE-15] with all messages blocked the timestamp in storage keeps B signed in', async () => {
    const { tabs } = await openTabs(2, BLOCKED)
    await passActively(tabs[0]!, 2 * HOUR)
    expect(tabs.map(statusOf)).toEqual(['authenticated', 'authenticated'])
  })

  it('MT-08 [SE-9] with all messages blocked each tab is consistent on its own and converges at its next call', async () => {
    const { tabs, backend } = await openTabs(2, BLOCKED)
    const [a, b] = [tabs[0]!, tabs[1]!]
    backend.expireTokens()
    await pass(1_000)
    await a.calls.tdp({ path: '/candles', schema })
    backend.arrivals.length = 0
    const answer = b.calls.tdp({ path: '/candles', schema })
    await pass(1_000)
    expect(await answer).toEqual({ ok: true, value: { data: 'data' } })
    expect(backend.arrivals.map(({ token }) => token)).toEqual(['token-2'])
    expect(generationOf(b)).toBe(2)

    a.commands.signOut()
    await pass()
    expect(await b.calls.tdp({ path: '/candles', schema })).toMatchObject({ error: { kind: 'unauthenticated' } })
    expect(statusOf(b)).toBe('unauthenticated')
  })

  it('CS-17 [SE-12] ten tabs wake without network for 15 s: no sign-out, one refresh when it is back', async () => {
    const { tabs, backend } = await openTabs(10)
    backend.on(REFRESH, unreachable)
    sleep(20 * MINUTE)
    for (const tab of tabs) wake(tab)
    await pass(15_000)
    expect(new Set(tabs.map(statusOf))).toEqual(new Set(['authenticated']))
    backend.on(REFRESH)
    const before = backend.count(REFRESH)
    for (const { tab } of tabs) tab.events.dispatchEvent(new Event('online'))
    await pass(20_000)
    expect(backend.count(REFRESH) - before).toBe(1)
    expect(new Set(tabs.map(statusOf))).toEqual(new Set(['authenticated']))
    expect(new Set(tabs.map(generationOf))).toEqual(new Set([2]))
  })

  it('MT-08 [SE-18] a tab that missed everything while asleep catches up when it wakes', async () => {
    const { tabs, backend } = await openTabs(2, BLOCKED)
    const [a, b] = [tabs[0]!, tabs[1]!]
    const other = { email: 'bob@pairbot.test', role: 'Admin' as const, username: 'bob' }
    backend.on('GET /auth/me', () => ok(other))
    b.commands.signOut()
    await signIn(b)
    expect(sessionUser(a.actor.getSnapshot())).toEqual(USER)
    wake(a)
    expect(statusOf(a)).toBe('loading')
    await pass()
    expect(sessionUser(a.actor.getSnapshot())).toEqual(other)
  })

  it('[SE-3] a sign-in in one tab signs in the waiting ones', async () => {
    const world = createWorld()
    const [a, b] = [world.open(), world.open()]
    await signIn(a)
    await pass()
    expect([statusOf(a), statusOf(b)]).toEqual(['authenticated', 'authenticated'])
    expect(sessionId(a.actor.getSnapshot())).toBe(sessionId(b.actor.getSnapshot()))
  })

  it('ST-04 [SE-22] ignores invalid messages from other tabs', async () => {
    const { tabs, browser } = await openTabs(1)
    const rogue = browser.openTab()
    for (const value of [null, 'x', {}, { type: 'tab.signedOut' }, { type: 'tab.active', at: 'now' }]) {
      rogue.channel?.send(value)
      rogue.storage().setItem('pairbot.news', JSON.stringify(value))
    }
    rogue.storage().setItem('pairbot.news', '{')
    rogue.channel?.send({ type: 'tab.signedOut', sessionId: 'another', reason: 'left' })
    await pass()
    expect(statusOf(tabs[0]!)).toBe('authenticated')
  })
})

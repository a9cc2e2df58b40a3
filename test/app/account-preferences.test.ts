import { BehaviorSubject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { AccountPreferences } from '#contract/preferences.ts'
import { syncPreferences } from '#src/app/account-preferences.ts'
import { createPreferences, type Preferences } from '#src/app/preferences.ts'
import { createCall } from '#src/transport/http/http.ts'
import { json } from '#test/support/client/identity-service.ts'
import { pass } from '#test/support/client/session.ts'

const RETRY_MS = 30_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A browser with these preferences, and an account that holds others. */
function visit(stored: Preferences, account: AccountPreferences) {
  const server = { isUp: true, kept: account, sent: [] as unknown[], release: undefined as (() => void) | undefined }
  const call = createCall(async (_, init) => {
    if (init?.method === 'PATCH') {
      const body: AccountPreferences = await new Response(init.body).json()
      server.sent.push(body)
      if (server.release) await new Promise<void>((done) => (server.release = done))
      if (server.isUp) server.kept = { ...server.kept, ...body }
    }
    if (!server.isUp) return json(503, { error: 'down' })
    return json(200, { success: true, data: init?.method === 'PATCH' ? {} : server.kept })
  }, '/identity')
  let text = JSON.stringify(stored)
  const preferences = createPreferences({
    read: () => ({ text, cachedAt: 0, expiresAt: Infinity }),
    write: (_, next) => (text = next),
  })
  preferences.load()
  const visible$ = new BehaviorSubject(true)
  const keeping = syncPreferences({ call, preferences, visible$ }).subscribe()
  onTestFinished(() => keeping.unsubscribe())
  return { server, preferences, visible$, stored: (): unknown => JSON.parse(text) }
}

describe('[TR-12] choices of the user', () => {
  it('come from the account, at first and when the page is shown again', async () => {
    const { server, preferences, visible$ } = visit({ theme: 'light', zones: 'off' }, { zones: 'lines', volume: false })
    await pass(1_100)
    expect(preferences.get()).toEqual({ theme: 'light', zones: 'lines', volume: false })
    server.kept = { zones: 'zones' }
    visible$.next(false)
    visible$.next(true)
    await pass(1_100)
    expect(preferences.get().zones).toBe('zones')
    expect(server.sent).toEqual([])
  })

  it('go to the account, without those of this browser', async () => {
    const { server, preferences } = visit({}, {})
    await pass(1_100)
    preferences.set({ theme: 'dark', focus: true })
    preferences.set({ overlays: ['ema'] })
    await pass(1_100)
    expect(server.sent).toEqual([{ overlays: ['ema'] }])
    expect(preferences.get().unsaved).toEqual([])
  })

  it('that change while others are on their way follow in one request', async () => {
    const { server, preferences } = visit({}, {})
    await pass(1_100)
    server.release = () => undefined
    preferences.set({ overlays: ['ema'] })
    await pass(1_100)
    preferences.set({ overlays: ['rsi'] })
    preferences.set({ zones: 'off' })
    const release = server.release
    server.release = undefined
    release()
    await pass(1_100)
    expect(server.sent).toEqual([{ overlays: ['ema'] }, { overlays: ['rsi'], zones: 'off' }])
    expect([server.kept, preferences.get().unsaved]).toEqual([{ overlays: ['rsi'], zones: 'off' }, []])
  })

  it('that could not be stored are tried again', async () => {
    const { server, preferences } = visit({}, {})
    await pass(1_100)
    server.isUp = false
    preferences.set({ zones: 'off' })
    await pass(RETRY_MS)
    server.isUp = true
    await pass(RETRY_MS)
    expect(server.kept).toEqual({ zones: 'off' })
    expect(preferences.get().unsaved).toEqual([])
  })

  it('that an earlier visit could not store outlive what the account has', async () => {
    const { server, preferences } = visit(
      { zones: 'off', overlays: ['ema'], unsaved: ['zones'] },
      { zones: 'lines', overlays: [] },
    )
    await pass(1_100)
    expect(preferences.get()).toMatchObject({ zones: 'off', overlays: [] })
    expect(server.kept).toEqual({ zones: 'off', overlays: [] })
  })

  it('are asked for again until they arrive', async () => {
    const { server, preferences } = visit({}, { zones: 'off' })
    server.isUp = false
    await pass(1_100)
    preferences.set({ volume: false })
    server.isUp = true
    await pass(RETRY_MS)
    expect(preferences.get()).toMatchObject({ zones: 'off', volume: false })
    expect(server.kept).toEqual({ zones: 'off', volume: false })
  })
})

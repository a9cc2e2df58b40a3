import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { startHealth } from '#src/app/health.ts'
import { healthFailure, healthReport, healthState } from '#src/machines/health/machine.ts'
import { json } from '#test/support/client/identity-service.ts'
import { HEALTHY_RESPONSES } from '#test/support/client/proxy.ts'
import { createWorld, pass, signIn, START } from '#test/support/client/session.ts'
import { healthCommands } from '#src/machines/health/types.ts'

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

/** A signed-in client with a healthy stream-proxy, and its monitor. */
async function watched() {
  const world = createWorld()
  for (const [path, body] of Object.entries(HEALTHY_RESPONSES)) {
    world.backend.on(`GET ${DEFAULT_BASES.proxy}${path}`, ({ token }) =>
      token === undefined ? json(401, {}) : json(200, body),
    )
  }
  const tab = world.open()
  await signIn(tab)
  const actor = startHealth({ proxy: tab.calls.proxy, session: tab.actor, now: () => Date.now(), inspect: undefined })
  healthCommands(actor).watch()
  await pass()
  return { ...world, tab, actor, state: () => healthState(actor.getSnapshot()) }
}

describe('the health monitor', () => {
  it('[PH-1] polls with the session’s token', async () => {
    const { state, actor } = await watched()
    expect(state()).toBe('healthy')
    expect(healthReport(actor.getSnapshot())?.system).toMatchObject({ ok: true, value: { version: '1.2.3' } })
  })

  it('[PH-9] is cleared with the session and starts over with the next', async () => {
    const { tab, actor, state } = await watched()
    tab.commands.signOut()
    await pass()
    expect(healthReport(actor.getSnapshot())).toBeUndefined()
    expect(healthFailure(actor.getSnapshot())).toBe('Authentication required. Please log in again.')
    await signIn(tab)
    expect(state()).toBe('healthy')
  })

  it('[PH-9] keeps its report when only the token is new', async () => {
    const { tab, actor } = await watched()
    const before = healthReport(actor.getSnapshot())
    await tab.tokens.renew(tab.tokens.current()!.generation, 'data')
    expect(healthReport(actor.getSnapshot())).toBe(before)
  })
})

import { vi } from 'vitest'
import type { LoginRequest } from '#contract/auth.ts'
import { createSession, type Session } from '#src/app/session.ts'
import { createBrowser, type BrowserLimits, type Tab } from './browser.ts'
import { CONFIG, SIGN_IN, USER, createBackend } from './identity-service.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
/** An arbitrary moment: fake clocks start here. */
export const START = Date.UTC(2024, 5, 3, 12)

/** The session of one tab, with the tab at hand. */
export interface OpenTab extends Session {
  readonly tab: Tab
}

/** A browser and its backends. Needs fake timers. */
export function createWorld(limits: BrowserLimits = {}, user = USER) {
  const backend = createBackend(user)
  const browser = createBrowser(backend.fetch, limits)
  const open = (invitationCode?: string): OpenTab => {
    const tab = browser.openTab(invitationCode)
    return { ...createSession(CONFIG, tab), tab }
  }
  return { backend, browser, open }
}

/** Lets everything happen that needs no time, and then `ms` of time. */
export const pass = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

/** The computer sleeps: the wall clock goes on, no timer runs. */
export const sleep = (ms: number): void => {
  vi.setSystemTime(Date.now() + ms)
}

export const wake = ({ tab }: OpenTab): boolean => tab.events.dispatchEvent(new Event('visibilitychange'))

export async function signIn(tab: OpenTab, request: Partial<LoginRequest> = {}): Promise<void> {
  tab.commands.signIn({ ...SIGN_IN, ...request })
  await pass()
}

/** Moves somewhere in the tab, so that nobody counts as idle. */
export const move = ({ tab }: OpenTab): boolean => tab.events.dispatchEvent(new Event('mousemove'))

/** Lets `ms` pass with a user who moves every ten minutes. */
export async function passActively(tab: OpenTab, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10 * MINUTE) {
    move(tab)
    await pass(Math.min(left, 10 * MINUTE))
  }
}

import { vi } from 'vitest'
import type { LoginRequest } from '#contract/auth.ts'
import { createSession, type Session } from '#src/app/session.ts'
import type { SessionPorts } from '#src/machines/session/ports.ts'
import { createBrowser, type BrowserLimits, type Tab } from './browser.ts'
import { CONFIG, SIGN_IN, USER, createBackend } from './identity-service.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
/** An arbitrary time: fake clocks start here. */
export const START = Date.UTC(2024, 5, 3, 12)

const NO_RUN = { tokenChanged: () => undefined, stop: () => undefined }
/** For sessions without sockets and streams. */
export const NO_REALTIME = () => NO_RUN

/** The session of a tab, together with the tab. */
export interface OpenTab extends Session {
  readonly tab: Tab
}

/** A browser and its backends. Needs fake timers. */
export function createWorld(
  limits: BrowserLimits = {},
  user = USER,
  startRealtime: SessionPorts['startRealtime'] = NO_REALTIME,
) {
  const backend = createBackend(user)
  const browser = createBrowser(backend.fetch, limits)
  const open = (invitationCode?: string): OpenTab => {
    const tab = browser.openTab(invitationCode)
    return { ...createSession({ config: CONFIG, environment: tab, startRealtime }), tab }
  }
  return { backend, browser, open }
}

/** Runs everything that needs no time, then `ms` of time. */
export const pass = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

/** Simulates sleep: the wall clock advances, no timer runs. */
export const sleep = (ms: number): void => {
  vi.setSystemTime(Date.now() + ms)
}

export const wake = ({ tab }: OpenTab): boolean => tab.events.dispatchEvent(new Event('visibilitychange'))

export async function signIn(tab: OpenTab, request: Partial<LoginRequest> = {}): Promise<void> {
  tab.commands.signIn({ ...SIGN_IN, ...request })
  await pass()
}

/** Moves the mouse in the tab, which counts as activity. */
export const move = ({ tab }: OpenTab): boolean => tab.events.dispatchEvent(new Event('mousemove'))

/** Lets `ms` pass with a mouse move every ten minutes. */
export async function passActively(tab: OpenTab, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10 * MINUTE) {
    move(tab)
    await pass(Math.min(left, 10 * MINUTE))
  }
}

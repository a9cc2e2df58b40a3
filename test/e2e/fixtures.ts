import { test as base, expect, type Page } from '@playwright/test'
import { startFaultProxy, type FaultProxy } from '#test/support/server/fault-proxy.ts'
import { ADMIN, makeDataDir, removeDataDir, startServer, type RunningServer } from '#test/support/server/server.ts'

interface Options {
  /** Environment of the test's own server. */
  readonly serverEnv: Record<string, string>
}

interface Fixtures {
  /** A real server of this test alone. */
  readonly server: RunningServer
  /** Stands between browser and server; `origin` is what the browser visits. */
  readonly faults: FaultProxy & { readonly origin: string }
  /** What the page complained of: console errors and uncaught exceptions. */
  readonly consoleErrors: string[]
}

/** Messages of the browser itself about calls that a test makes fail on purpose. */
const EXPECTED_ERRORS = /Failed to load resource|WebSocket connection to|net::ERR_/

export const test = base.extend<Fixtures & Options>({
  serverEnv: [{}, { option: true }],
  server: async ({ serverEnv }, use) => {
    const dataDir = await makeDataDir()
    const server = await startServer({ dataDir, env: serverEnv })
    await use(server)
    await server.stop()
    await removeDataDir(dataDir)
  },
  faults: async ({ server }, use) => {
    const proxy = await startFaultProxy(server.port)
    await use({ ...proxy, origin: `http://127.0.0.1:${proxy.port}` })
    await proxy.close()
  },
  consoleErrors: async ({ page }, use) => {
    const consoleErrors: string[] = []
    page.on('pageerror', (error) => consoleErrors.push(`uncaught ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED_ERRORS.test(message.text())) consoleErrors.push(message.text())
    })
    await use(consoleErrors)
  },
})

/** Fills the sign-in form of the page it stands on and sends it. */
export async function fillSignIn(page: Page, credentials: { email: string; password: string } = ADMIN): Promise<void> {
  await page.getByLabel(/e-?mail/i).fill(credentials.email)
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Signs in and waits for the dashboard. */
export async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/signin`)
  await fillSignIn(page)
  await expect(page).toHaveURL(`${origin}/dashboard`)
}

export { expect }

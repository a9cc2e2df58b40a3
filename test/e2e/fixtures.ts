import { writeFile } from 'node:fs/promises'
import { test as base, expect, type Page } from '@playwright/test'
import { sessionGrantSchema, successOf } from '#contract/auth.ts'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import type { AccountPreferences } from '#contract/preferences.ts'
import { startFaultProxy, type FaultProxy } from '#test/support/server/fault-proxy.ts'
import {
  ADMIN,
  makeDataDir,
  ONE_PAIR,
  removeDataDir,
  startServer,
  type RunningServer,
} from '#test/support/server/server.ts'
import { enableRecording, recordingOf } from './recording.ts'

interface Options {
  /** Environment of the test's server. */
  readonly serverEnv: Record<string, string>
  /** For tests that change people, strategies or models, fail to sign in, or stop the server. It follows one pair. */
  readonly ownServer: boolean
  /** Whether the page records when a test is tried again, so that a failure leaves a recording. */
  readonly recordsRetries: boolean
}

interface WorkerFixtures {
  /** The server that the tests of one worker share while they ask for the same environment. */
  readonly sharedServers: (env: Record<string, string>) => Promise<RunningServer>
}

interface Fixtures {
  /** A real server: one of the worker's, or with `ownServer` one for this test alone. */
  readonly server: RunningServer
  /** Proxy between browser and server; `origin` is the address to open. */
  readonly faults: FaultProxy & { readonly origin: string }
  /** Console errors and uncaught exceptions of the page. */
  readonly consoleErrors: string[]
}

/** Browser messages about calls that a test fails deliberately. */
const EXPECTED_ERRORS = /Failed to load resource|WebSocket connection to|net::ERR_/

async function startOn(env: Record<string, string>): Promise<RunningServer> {
  return startServer({ dataDir: await makeDataDir(), env })
}

/** A recording has the pairs of its files. */
const ownEnvironment = (env: Record<string, string>): Record<string, string> =>
  env['PAIRBOT_MARKET'] === 'replay' ? env : { ...ONE_PAIR, ...env }

const PREFERENCES = `${DEFAULT_BASES.identity}${ACCOUNT.changePreferences.path}`
/** What a user has who has chosen nothing. */
const NOTHING_CHOSEN: Required<AccountPreferences> = {
  zones: 'zones',
  weakLevels: false,
  volume: true,
  moveBands: true,
  overlays: [],
  indicatorSets: {},
  charts: '',
  chartLayouts: {},
  chartsInStep: true,
  pinnedPairs: [],
  chartScale: 'linear',
  denseChart: false,
  chartLines: {},
  lockedLines: {},
  chartShapes: {},
  timeZone: 'UTC',
  numberLocale: 'en-US',
  doneSteps: [],
  hidesFirstSteps: false,
}

/** So that the next test of the same server finds nothing chosen, also where this one has signed out. */
async function resetPreferences({ origin }: RunningServer, authorization: string): Promise<void> {
  const send = (path: string, method: string, body: object, headers = {}) =>
    fetch(`${origin}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const reset = (token: string) => send(PREFERENCES, 'PATCH', NOTHING_CHOSEN, { authorization: token })
  if ((await reset(authorization)).ok) return
  const signedIn = await send(`${DEFAULT_BASES.identity}/auth/login`, 'POST', ADMIN, { origin })
  const { data } = successOf(sessionGrantSchema).parse(await signedIn.json())
  await reset(`Bearer ${data.access_token}`)
}

async function discard(server: RunningServer): Promise<void> {
  await server.stop()
  await removeDataDir(server.dataDir)
}

export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  serverEnv: [{}, { option: true }],
  ownServer: [false, { option: true }],
  recordsRetries: [true, { option: true }],
  page: async ({ page, recordsRetries }, use, testInfo) => {
    const records = process.env['PAIRBOT_E2E_RECORD'] === 'on' || (recordsRetries && testInfo.retry > 0)
    if (records) await enableRecording(page)
    await use(page)
    if (!records || page.isClosed() || testInfo.status === testInfo.expectedStatus) return
    const text = await recordingOf(page)
    if (text === undefined) return
    const path = testInfo.outputPath('recording.json')
    await writeFile(path, text)
    await testInfo.attach('recording', { path, contentType: 'application/json' })
  },
  sharedServers: [
    // Playwright reads what a fixture needs from its first parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      let running: { readonly key: string; readonly server: RunningServer } | undefined
      await use(async (env) => {
        const key = JSON.stringify(env)
        if (running?.key === key) return running.server
        // A recording that nobody follows any more would be replayed at its speed until the end of all tests.
        if (running) await discard(running.server)
        running = undefined
        const server = await startOn(env)
        running = { key, server }
        return server
      })
      if (running) await discard(running.server)
    },
    { scope: 'worker' },
  ],
  server: async ({ context, serverEnv, ownServer, sharedServers }, use) => {
    const server = ownServer ? await startOn(ownEnvironment(serverEnv)) : await sharedServers(serverEnv)
    let authorization: string | undefined
    context.on('request', (request) => {
      if (request.method() === 'PATCH' && request.url().endsWith(PREFERENCES))
        authorization = request.headers()['authorization']
    })
    await use(server)
    if (ownServer) await discard(server)
    else if (authorization !== undefined) await resetPreferences(server, authorization)
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

/** Fills and submits the sign-in form of the current page. */
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

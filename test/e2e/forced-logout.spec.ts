import type { Browser, Page } from '@playwright/test'
import type { RunningServer } from '#test/support/server/server.ts'
import { expect, signIn, test } from './fixtures.ts'
import { confirmDialog, openOtherBrowser, registerUser } from './users.ts'

test.use({ ownServer: true })

/** A few rounds check that the logout arrives, regardless of load; many (`npm run bench:logout`) measure how fast. */
const ROUNDS = Number(process.env['PAIRBOT_ROUNDS'] ?? 3)
const IS_LONG = ROUNDS >= 50
const LIMIT_MS = 1_000
/** Each sign-in opens two sockets, and a user may open at most 150 in ten minutes. */
const ROUNDS_PER_USER = 40
/** A screen without live rendering, so that only the notification is measured. */
const SCREEN = '/profile'

/** Runs in the page: resolves with the time it reaches /signin, unix ms. */
const signedOutAt = async (): Promise<number> => {
  while (location.pathname !== '/signin') await new Promise((resolve) => setTimeout(resolve, 5))
  return Date.now()
}

interface Times {
  /** From the administrator's request to /signin in the other browser, ms. */
  readonly sinceRequest: number
  /** From the server's response; negative if the notification was faster. */
  readonly sinceResponse: number
}

/** Forces the listed user out and waits until their page shows the reason. */
async function forceOut(admin: Page, userPage: Page, sessions: number): Promise<Times> {
  await admin.getByRole('button', { name: /^Force Logout All/ }).click()
  const responded = admin.waitForResponse((response) => response.request().method() === 'DELETE')
  const left = userPage.evaluate(signedOutAt)
  await confirmDialog(admin, 'Force Logout All')
  const response = await responded
  expect(await response.json()).toEqual({ success: true, data: { sessions_revoked: sessions } })
  const { startTime, responseStart } = response.request().timing()
  const at = await left
  await expect(userPage.getByText('Your session was ended from elsewhere. Please log in again.')).toBeVisible()
  return { sinceRequest: at - startTime, sinceResponse: at - startTime - responseStart }
}

/** Runs the rounds with one user in their own browser. */
async function runRounds(name: string, rounds: number, admin: Page, browser: Browser, server: RunningServer) {
  const credentials = await registerUser(server, `${name}@pairbot.test`, 'Trader')
  const { page, context, signIn: signInUser } = await openOtherBrowser(browser, server, credentials, SCREEN)
  await admin.goto(`${server.origin}/admin/sessions?search=${name}`)
  const times: Times[] = []
  for (let round = 0; round < rounds; round += 1) {
    await signInUser()
    await admin.getByRole('button', { name: 'Refresh', exact: true }).click()
    // In the first round the registration's session ends too.
    times.push(await forceOut(admin, page, round === 0 ? 2 : 1))
  }
  await context.close()
  return times
}

function summarize(times: readonly number[]) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (quantile: number) =>
    sorted[Math.min(sorted.length - 1, Math.ceil(quantile * sorted.length) - 1)] ?? Infinity
  return { median: at(0.5), p99: at(0.99), worst: at(1) }
}

test(`[AS-63] a forced logout reaches an open page, ${ROUNDS} times`, { tag: '@long' }, async ({ browser, server }) => {
  test.setTimeout(90_000 + ROUNDS * 15_000)
  const times: Times[] = []
  while (times.length < ROUNDS) {
    const rounds = Math.min(ROUNDS_PER_USER, ROUNDS - times.length)
    // Signed in anew, so that the server asks for no other proof of identity.
    const context = await browser.newContext()
    const admin = await context.newPage()
    await signIn(admin, server.origin)
    times.push(...(await runRounds(`eve${times.length}`, rounds, admin, browser, server)))
    await context.close()
  }
  const sinceResponse = summarize(times.map((time) => time.sinceResponse))
  for (const [since, { median, p99, worst }] of [
    ['request', summarize(times.map(({ sinceRequest }) => sinceRequest))],
    ['answer', sinceResponse],
  ] as const) {
    const summary = `median ${median.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, worst ${worst.toFixed(0)} ms`
    process.stdout.write(`forced logout, ${ROUNDS} rounds, ${since} to /signin: ${summary}\n`)
  }
  if (IS_LONG) expect(sinceResponse.worst).toBeLessThan(LIMIT_MS)
})

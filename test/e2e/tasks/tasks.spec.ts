import { Console } from 'node:console'
import type { Page } from '@playwright/test'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import * as PAPER from '#contract/endpoints/paper.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { ADMIN, type RunningServer } from '#test/support/server/server.ts'
import { CARDS } from '../cards.ts'
import { expect, fillSignIn, test } from '../fixtures.ts'
import { enableRecording } from '../recording.ts'
import { callIdentity, registerUser, type Credentials } from '../users.ts'
import { ADMIN_TASKS } from './admin.ts'
import { DESK } from './desk.ts'
import { DEVELOPER } from './developer.ts'
import { HANDS, type Way } from './hands.ts'
import { readLimits } from './limits.ts'
import type { Task } from './task.ts'
import { TRADER } from './trader.ts'

/** A server apart from the shared ones: tasks leave things behind. */
test.use({ serverEnv: { PAIRBOT_SEED: '7' } })

const WIDE = { width: 1440, height: 900 }
const SIZES = { keyboard: WIDE, touch: { width: 390, height: 844 }, mouse: WIDE } as const
const isTrader = (role: string): boolean => role.startsWith('trader')
/** Nobody reads statecharts on a phone, and only a chart is drawn on by mouse. */
const PEOPLE: readonly (readonly [role: string, tasks: readonly Task[], ways: readonly Way[]])[] = [
  ['trader', TRADER, ['keyboard', 'touch']],
  ['trader at the charts', DESK, ['keyboard', 'touch', 'mouse']],
  ['admin', ADMIN_TASKS, ['keyboard', 'touch']],
  ['developer', DEVELOPER, ['keyboard']],
]
const TEMPLATE = STRATEGIES.fromTemplate.path.replace(':templateId', 'conservative_trend_following')

async function addStrategy({ origin }: RunningServer, token: string, name: string): Promise<void> {
  const response = await fetch(`${origin}${DEFAULT_BASES.strategy}${TEMPLATE}`, {
    method: 'POST',
    headers: { origin, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, exchange: 'kraken', trading_pair: 'BTCUSD' }),
  })
  expect(response.status, await response.text()).toBeLessThan(300)
}

/** An account with capital that is traded by hand, once that has a price. */
async function startPaper({ origin }: RunningServer, token: string): Promise<void> {
  const call = async ({ method, path }: Endpoint, body?: object): Promise<unknown> => {
    const headers = { origin, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
    return (await fetch(`${origin}${DEFAULT_BASES.strategy}${path}`, init)).json()
  }
  await call(PAPER.start, PAPER.start.example)
  await call(PAPER.allocate, { strategy_id: null, pair: 'BTCUSD', capital: 2_000 })
  const firstMinute = async () =>
    PAPER.account.response.parse(await call(PAPER.account)).account?.allocations[0]?.holding ?? null
  await expect.poll(firstMinute, { timeout: 90_000 }).not.toBeNull()
}

const tokenOf = async (server: RunningServer, who: Credentials) =>
  String((await callIdentity(server, 'POST', '/auth/login', who)).data['access_token'])

/** Makes what a task needs, and returns its name. */
async function prepare(server: RunningServer, user: Credentials, { needs }: Task, id: string): Promise<string> {
  if (needs === 'person') {
    const person = await registerUser(server, `${id}@pairbot.test`, 'Trader')
    // Two sessions.
    await tokenOf(server, person)
    await tokenOf(server, person)
    return person.email
  }
  if (needs === 'paper') await startPaper(server, await tokenOf(server, user))
  if (needs === 'strategy') await addStrategy(server, await tokenOf(server, user), id)
  return id
}

async function open(page: Page, origin: string, path: string): Promise<void> {
  await page.goto(`${origin}${path}`)
  await page.locator('h1').filter({ hasNotText: 'Loading' }).first().waitFor()
  await expect(page.locator('main')).toBeVisible()
  if (!path.startsWith('/dashboard')) return
  await expect(page.getByTestId('headline')).toHaveCount(CARDS.length, { timeout: 60_000 })
  await expect(page.getByRole('button', { name: /^Cache/ })).toHaveCount(0, { timeout: 70_000 })
}

for (const [role, tasks, ways] of PEOPLE)
  for (const way of ways)
    test.describe(`a ${role}`, () => {
      test.use({ viewport: SIZES[way], hasTouch: way === 'touch', isMobile: way === 'touch' })

      test(`[SH-31] the tasks of a ${role} by ${way}`, { tag: '@long' }, async ({ page, server }, { retry }) => {
        test.setTimeout(300_000)
        const user = isTrader(role)
          ? await registerUser(server, `${role.replaceAll(' ', '-')}-${way}-${retry}@pairbot.test`, 'Trader')
          : ADMIN
        if (role === 'developer') await enableRecording(page)
        await page.goto(`${server.origin}/signin`)
        await fillSignIn(page, user)
        await expect(page).toHaveURL(`${server.origin}/dashboard`)
        const limits = readLimits()
        const counted: Record<string, { steps: number; most: number | undefined }> = {}
        for (const [index, task] of tasks.entries())
          await test.step(task.name, async () => {
            const subject = await prepare(server, user, task, `${role}-${way}-${index}`)
            await open(page, server.origin, task.from)
            await task.before?.(page)
            const hand = HANDS[way](page)
            await task.run({ page, hand, subject })
            counted[task.name] = { steps: hand.steps(), most: limits.get(task.name)?.[way] }
          })
        new Console(process.stdout).table(counted)
        expect(Object.entries(counted).filter(([, { steps, most = -1 }]) => steps > most)).toEqual([])
      })
    })

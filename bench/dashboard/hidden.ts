import type { BrowserContext } from 'playwright'
import { pause, watchThread } from '../browser.ts'
import { openPage } from './phase.ts'
import { compareWithGoal, type GoalResult } from './report.ts'
import type { FlowServer, Sending } from './server.ts'

const SETTLE_MS = 2_000

/**
 * A tab that no user sees while the flow goes on: what it holds before and after, and how often it is painted once a user
 * looks again.
 */
export async function measureHidden(
  context: BrowserContext,
  server: FlowServer,
  sending: Sending,
  seconds: number,
): Promise<GoalResult[]> {
  const { page, stamped } = await openPage(context, server, 'page', sending)
  const thread = await watchThread(page)
  await pause(SETTLE_MS)
  await page.evaluate(() => window.watch.hide())
  await pause(SETTLE_MS)
  const before = await thread.heap()
  await pause(seconds * 1_000)
  const grown = (await thread.heap()) - before
  server.stop()
  await pause(500)
  await page.evaluate((element) => window.watch.start(element), stamped)
  await page.evaluate(() => window.watch.show())
  await pause(1_000)
  const { paints } = await page.evaluate(() => window.watch.stop())
  await page.close()
  return [
    compareWithGoal('-', `hidden for ${seconds} s: growth`, [grown / 1_000], { most: 256, unit: ' kB', digits: 0 }),
    compareWithGoal('-', 'hidden, then shown: repaints', [paints], { most: 1, unit: '', digits: 0 }),
  ]
}

import type { Page } from '@playwright/test'
import { sessionGrantSchema, successOf } from '#contract/auth.ts'
import * as ADMINISTRATION from '#contract/endpoints/administration.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import { DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import { hasPostgresql } from '#test/support/server/postgresql.ts'
import { hasRedis } from '#test/support/server/redis.ts'
import { sessionOf } from '#test/support/server/two-servers.ts'
import type { Cluster } from '../../scripts/cluster/cluster.ts'
import { startProxy } from '../../scripts/cluster/proxy.ts'
import { continued, countOf, recordAnalysis, RECORDING, streamsOf, test } from './cluster.ts'
import { expect, fillSignIn } from './fixtures.ts'

const LIMIT_MS = 1_000
const PATIENCE = { timeout: 60_000 }

async function open(page: Page, address: string, { administrator }: Cluster, screen = '/dashboard'): Promise<void> {
  await page.goto(`${address}/signin?redirect=${encodeURIComponent(screen)}`)
  await fillSignIn(page, administrator)
  await expect(page).toHaveURL(`${address}${screen}`, PATIENCE)
  await expectConnected(page)
}

const expectConnected = (page: Page) =>
  expect(page.getByRole('button', { name: /Market data connected; Analytics connected/ })).toBeVisible(PATIENCE)

/** Signs in at a gateway; returns the access token. */
async function tokenAt(address: string, { administrator }: Cluster): Promise<string> {
  const response = await fetch(`${address}${DEFAULT_BASES.identity}${AUTH.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  return successOf(sessionGrantSchema).parse(await response.json()).data.access_token
}

/** Runs in the page: resolves with the time it reaches /signin, unix ms. */
const signedOutAt = async (): Promise<number> => {
  while (location.pathname !== '/signin') await new Promise((resolve) => setTimeout(resolve, 5))
  return Date.now()
}

/** The chart's candles, read from its table; the cells' `data` elements have the exact values. */
const chartRows = (page: Page): Promise<number[][]> =>
  page
    .getByTestId('candle-table')
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('data')].map((cell) => Number(cell.value))))

test.describe('a cluster behind its proxy', { tag: '@long' }, () => {
  test.skip(!hasPostgresql() || !hasRedis, 'needs PostgreSQL and Redis')
  test.describe.configure({ mode: 'default', timeout: 240_000 })

  test('[CL-6] candles and their past load through the proxy', async ({ page, cluster, consoleErrors }) => {
    await open(page, cluster.address, cluster)
    await expect(page.getByText(/one-minute candles/)).toBeAttached(PATIENCE)
    await expect(page.getByTestId('market-badge')).toContainText('Replay')
    const older: number[] = []
    page.on('response', (response) => response.url().includes('before=') && older.push(response.status()))
    await expect(async () => {
      await page.getByRole('button', { name: 'Older candles' }).click()
      await expect.poll(() => older[0], { timeout: 500 }).toBe(200)
    }).toPass(PATIENCE)
    expect(consoleErrors).toEqual([])
  })

  test('[CL-5] a page goes to the sign-in screen when its session is ended at the other gateway', async ({
    page,
    cluster,
  }) => {
    const [here, other] = cluster.gateways
    if (!here || !other) throw new Error('two gateways are needed')
    // All of the page is with one gateway.
    const proxy = await startProxy(0, [here.port])
    // A screen that calls nothing: only its sockets report the end.
    await open(page, proxy.address, cluster, '/profile')
    await page.waitForLoadState('networkidle')
    const otherAddress = `http://127.0.0.1:${other.port}`
    const admin = await tokenAt(otherAddress, cluster)
    const token = await page.evaluate(() => localStorage.getItem('pairbot.access_token') ?? '')
    const left = page.evaluate(signedOutAt)
    const began = Date.now()
    const path = ADMINISTRATION.endSession.path.replace(':id', sessionOf(token))
    const response = await fetch(`${otherAddress}${DEFAULT_BASES.identity}${path}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${admin}` },
    })
    expect(response.status).toBe(200)
    const took = (await left) - began
    process.stdout.write(`session ended at the other gateway: page on /signin after ${took} ms\n`)
    await expect(page.getByText('Your session was ended from elsewhere. Please log in again.')).toBeVisible()
    expect(took).toBeLessThan(LIMIT_MS)
    await proxy.close()
  })

  test('[CL-4] a page whose gateway is killed goes on at the other, with every entry once and in order', async ({
    page,
    cluster,
    consoleErrors,
  }) => {
    const connections = recordAnalysis(page)
    await open(page, cluster.address, cluster)
    await page.getByRole('button', { name: 'Show as table' }).click()
    await expect.poll(() => countOf(connections[0]), PATIENCE).toBeGreaterThan(200)

    const used = cluster.gateways.find(({ port }) => cluster.proxy.sockets(port, SOCKET_PATHS.analytics) > 0)
    used?.child.process.kill('SIGKILL')
    const killedAt = Date.now()
    await expect.poll(() => countOf(connections[1]), PATIENCE).toBeGreaterThan(0)
    process.stdout.write(`gateway killed: the page goes on after ${Date.now() - killedAt} ms\n`)
    await expect.poll(() => countOf(connections.at(-1)), PATIENCE).toBeGreaterThan(400)
    await expectConnected(page)

    const streams = streamsOf(connections)
    const continuing = streams.filter((stream) => {
      const entries = continued(connections, stream)
      const first = entries[0]?.seq ?? 0
      const expected = entries.map((_, index) => first + index)
      expect([stream, ...entries.map(({ seq }) => seq)]).toEqual([stream, ...expected])
      expect([stream, new Set(entries.map(({ id }) => id)).size]).toEqual([stream, entries.length])
      expect([stream, new Set(entries.map(({ epoch }) => epoch)).size]).toEqual([stream, 1])
      return entries.length > (connections[0]?.entries.get(stream)?.length ?? 0)
    })
    // Those of long timeframes have no new entry in this time.
    expect(continuing.length).toBeGreaterThan(10)

    const newest = Math.max(...(await chartRows(page)).map(([minute = 0]) => minute))
    await expect
      .poll(async () => Math.max(...(await chartRows(page)).map(([minute = 0]) => minute)), PATIENCE)
      .toBeGreaterThan(newest + 120)
    const closed = (await chartRows(page)).slice(0, -1)
    expect(closed.length).toBeGreaterThan(100)
    const [start = 0] = closed[0] ?? []
    expect(closed).toEqual(
      closed.map((_, index) => {
        const candle = RECORDING.get(start + index * 60)
        return candle && [candle.timestamp, candle.open, candle.high, candle.low, candle.close, candle.volume]
      }),
    )
    expect(consoleErrors).toEqual([])
  })
})

import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import type { Browser, Locator, Page } from '@playwright/test'
import { expect, fillSignIn, signIn, test } from './fixtures.ts'
import { ADMIN } from '#test/rig/server.ts'

const TRADER = { email: 'trader@pairbot.test', password: 'Kestrel-over-moor-41' }
const BASE = '/api/identity'

const openStatus = async (page: Page): Promise<Locator> => {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Connection Status/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Connection Status' })
  await expect(dialog.getByText('Configuration')).toBeVisible()
  return dialog
}
const panel = (dialog: Locator, name: string) => dialog.getByRole('region', { name, exact: true })
/** The value that stands beside a name in a panel. */
const fact = (panel_: Locator, name: string) =>
  panel_.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::*[1]')

/** Another signed-in person in a browser of their own, with the Connection Status dialog open. */
async function witness(browser: Browser, origin: string) {
  const post = async (path: string, body: object, token?: string) => {
    const reply = await fetch(`${origin}${BASE}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    return (await reply.json()) as { data: { access_token: string; invitation: { code: string } } }
  }
  const { data: admin } = await post('/auth/login', ADMIN)
  const { data } = await post('/admin/invitations', { email: TRADER.email, role: 'Trader' }, admin.access_token)
  await post('/auth/register', { ...TRADER, invitation_code: data.invitation.code })
  const page = await (await browser.newContext()).newPage()
  await page.goto(`${origin}/signin`)
  await fillSignIn(page, TRADER)
  await expect(page).toHaveURL(`${origin}/dashboard`)
  const dialog = await openStatus(page)
  await expect(fact(panel(dialog, 'Stream Connection'), 'WebSocket status')).toHaveText('CONNECTED')
  const ids = () =>
    dialog
      .getByRole('term')
      .filter({ hasText: 'Connection id' })
      .locator('xpath=following-sibling::*[1]')
      .allTextContents()
  const before = await ids()
  return {
    page,
    /** Nothing happened to this person: the same sockets, no error, and messages that went on coming. */
    async expectUntouched(whileDrilled: () => Promise<void>) {
      const received = async () =>
        Number((await fact(panel(dialog, 'TDP WebSocket'), 'Messages received').textContent())?.replace(',', ''))
      const start = await received()
      await whileDrilled()
      expect(await ids()).toEqual(before)
      expect(await received()).toBeGreaterThan(start)
      for (const name of ['Analytics', 'Market data']) {
        await expect(fact(panel(dialog, name), 'Reconnect count')).toHaveText('0')
      }
      await expect(dialog.getByText('No errors')).toBeVisible()
      await expect(panel(dialog, 'Redis Proxy Health').getByText('Healthy')).toBeVisible()
    },
  }
}

interface DrillPlan {
  readonly fault: string
  readonly seconds: number
  /** Fills what the kind has besides its length. */
  readonly more?: (card: Locator) => Promise<void>
}

const drillCard = (page: Page) => page.getByRole('region', { name: 'Drill' })

async function startDrill(page: Page, { fault, seconds, more }: DrillPlan): Promise<void> {
  const card = drillCard(page)
  await card.getByRole('combobox', { name: 'Fault' }).click()
  await page.getByRole('option', { name: fault, exact: true }).click()
  await card.getByLabel('Seconds').fill(String(seconds))
  await card.getByLabel('Seconds').blur()
  await more?.(card)
  await card.getByRole('button', { name: 'Start Drill' }).click()
}

/** Waits for the end of a drill and its recovery; gives the table as name, seen and verdict. */
async function outcome(page: Page, fault: string, withinMs: number): Promise<string[][]> {
  const card = drillCard(page)
  await expect(card.getByText(`${fault}: done`)).toBeVisible({ timeout: withinMs })
  const rows = await card.getByRole('table').getByRole('row').all()
  const table = await Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allTextContents()))
  return table.map(([name = '', , seen = '', verdict = '']) => [name, seen, verdict])
}

const wells = (table: string[][]) => Object.fromEntries(table.map(([name, , verdict]) => [name, verdict]))
const recoveryS = (table: string[][]) => Number.parseFloat(table.find(([name]) => name === 'Recovery')?.[1] ?? 'NaN')

test.describe('Connection Status', () => {
  test('[PH-20] [PH-21] [PH-22] [PH-24] tells of both sockets, reconnects, copies', async ({
    page,
    context,
    server,
    complaints,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.origin })
    await signIn(page, server.origin)
    const dialog = await openStatus(page)
    const stream = panel(dialog, 'Stream Connection')
    const tdp = panel(dialog, 'TDP WebSocket')
    await expect(fact(stream, 'WebSocket status')).toHaveText('CONNECTED')
    await expect(fact(stream, 'Fallback mode')).toHaveText('WEBSOCKET')
    await expect(fact(stream, 'Connection id')).toHaveText(/^.{12}$/)
    await expect(fact(tdp, 'URL')).toHaveText(`${server.origin.replace('http', 'ws')}/ws/tdp?token=***&batch=1`)
    const received = async () => Number(await fact(tdp, 'Messages received').textContent())
    const before = await received()
    await expect.poll(received).toBeGreaterThan(before)
    await expect(fact(panel(dialog, 'WebSocket debug info'), 'Candle')).toHaveText(/^(Partial|Complete)$/)

    const id = await fact(panel(dialog, 'Market data'), 'Connection id').textContent()
    await tdp.getByRole('button', { name: 'Reconnect' }).click()
    await expect(fact(tdp, 'Status')).toHaveText('reconnecting')
    await expect(fact(tdp, 'Status')).toHaveText('connected')
    await expect(fact(panel(dialog, 'Market data'), 'Connection id')).not.toHaveText(id ?? '')
    await expect(fact(panel(dialog, 'Market data'), 'Reconnect count')).toHaveText('1')
    await expect(fact(panel(dialog, 'Analytics'), 'Reconnect count')).toHaveText('0')

    const active = Number(await fact(stream, 'Active streams').textContent())
    expect(active).toBeGreaterThan(3)
    await expect(panel(dialog, 'Active Redis Streams').getByText(`first 3 of ${active}`)).toBeVisible({
      timeout: 15_000,
    })
    await dialog.getByRole('button', { name: 'Copy All', exact: true }).click()
    await expect(page.getByText(`Copied ${active} streams`)).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(JSON.parse(copied)).toHaveLength(active)

    await dialog.getByRole('button', { name: 'Test', exact: true }).click()
    const alert = page.getByRole('alertdialog', { name: 'Health test PASSED' })
    await expect(alert.getByText('5 tests run')).toBeVisible()
    await alert.getByRole('button', { name: 'OK' }).click()
    await expect(dialog).toBeVisible()

    const token = await page.evaluate(() => localStorage.getItem('pairbot.access_token') ?? 'none')
    expect(token.length).toBeGreaterThan(20)
    expect(await page.content()).not.toContain(token)
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download diagnostics' }).click()
    const bundle = await readFile(await (await saving).path(), 'utf8')
    const { machines } = JSON.parse(bundle) as { machines: { tdp: unknown } }
    expect(machines.tdp).toMatchObject({ status: 'connected', reconnectCount: 1 })
    expect(bundle).not.toContain(token)
    expect(bundle).not.toContain('@')

    await page.mouse.click(5, 5)
    await expect(dialog).toHaveCount(0)
    expect(complaints).toEqual([])
  })

  for (const colorScheme of ['dark', 'light'] as const) {
    test.describe(`in the ${colorScheme} theme`, () => {
      test.use({ colorScheme, reducedMotion: 'reduce' })

      test('[UI-13] [UI-14] axe finds nothing serious, nothing scrolls sideways, no label is cut', async ({
        page,
        server,
      }) => {
        await signIn(page, server.origin)
        const dialog = await openStatus(page)
        const seen: string[] = []
        const look = async (what: string) => {
          const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
          const bad = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
          seen.push(...bad.map(({ id, nodes }) => `${what}: ${id}: ${nodes[0]?.html ?? ''}`))
        }
        await look('Connection Status')
        for (const width of [360, 768, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          const over = await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)
          expect(over, `dialog at ${width} px`).toBeLessThanOrEqual(0)
        }
        await page.keyboard.press('Escape')
        await page.goto(`${server.origin}/monitoring`)
        await expect(drillCard(page)).toBeVisible()
        await look('monitoring')
        for (const width of [360, 390]) {
          await page.setViewportSize({ width, height: 800 })
          const cut = await page.evaluate(() =>
            [...document.querySelectorAll('nav span')].flatMap((label) =>
              label.scrollWidth > label.clientWidth ? [label.textContent] : [],
            ),
          )
          expect(cut, `labels at ${width} px`).toEqual([])
          const wide = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect(wide, `monitoring at ${width} px`).toBe(0)
        }
        expect(seen).toEqual([])
      })
    })
  }
})

test.describe('drills', () => {
  test('[PH-40] [PH-42] WS-04 a cut of both sockets for 5 s, and nobody else is touched', async ({
    page,
    browser,
    server,
  }) => {
    const other = await witness(browser, server.origin)
    await signIn(page, server.origin)
    await page.goto(`${server.origin}/monitoring`)
    await other.expectUntouched(async () => {
      await startDrill(page, { fault: 'Cut the socket', seconds: 5 })
      await expect(page.getByRole('button', { name: /Market data reconnecting; Analytics reconnecting/ })).toBeVisible()
      const table = await outcome(page, 'Cut the socket', 30_000)
      const path = 'connected → reconnecting → connected'
      expect(table.slice(0, 2)).toEqual([
        ['Market data socket', path, 'as expected'],
        ['Analytics socket', path, 'as expected'],
      ])
      expect(table[2]?.[1]).toContain('Connection lost: Connection closed unexpectedly')
      expect(table[3]?.[2]).toBe('as expected')
      expect(recoveryS(table)).toBeLessThanOrEqual(5.4)
    })
    await other.page.context().close()
  })

  test('[PH-42] WS-06 a cut of 38 s leads to polling, and back within 40 s', async ({ page, server }) => {
    test.setTimeout(180_000)
    await signIn(page, server.origin)
    await page.goto(`${server.origin}/monitoring`)
    await startDrill(page, { fault: 'Cut the socket', seconds: 38 })
    await expect(
      page.getByText('WebSocket connection unavailable. Using API fallback mode for data updates.'),
    ).toBeVisible({ timeout: 45_000 })
    const light = page.getByRole('button', { name: /^Connection Status: / }).locator('[data-tone]')
    await expect(light).toHaveAttribute('data-tone', 'danger')
    const table = await outcome(page, 'Cut the socket', 90_000)
    expect(
      table.map(([name, seen, verdict]) =>
        name === 'Texts' || name === 'Recovery' ? [name, verdict] : [name, seen, verdict],
      ),
    ).toEqual([
      ['Market data socket', 'connected → reconnecting → error, API polling → connected', 'as expected'],
      ['Analytics socket', 'connected → reconnecting → error, API polling → connected', 'as expected'],
      ['Texts', 'as expected'],
      ['Recovery', 'as expected'],
    ])
    expect(recoveryS(table)).toBeLessThanOrEqual(40)
    await expect(light).toHaveAttribute('data-tone', 'success')
    await expect(page.getByText('Using API fallback mode')).toHaveCount(0)
  })

  test('[PH-42] [PH-44] a late, a broken and a silent feed keep the sockets, and nobody else is touched', async ({
    page,
    browser,
    server,
  }) => {
    test.setTimeout(180_000)
    const other = await witness(browser, server.origin)
    await signIn(page, server.origin)
    await page.goto(`${server.origin}/monitoring`)
    await other.expectUntouched(async () => {
      for (const [fault, path, withinS] of [
        ['Delay the feed', 'on time → late → on time', 4],
        ['Send broken JSON', 'readable → unreadable → readable', 5],
        ['Stop one stream', 'flowing → silent → flowing', 62],
      ] as const) {
        await startDrill(page, { fault, seconds: 8 })
        const table = await outcome(page, fault, 80_000)
        expect(table[0], fault).toEqual(['Feed', path, 'as expected'])
        expect(table.slice(1, 3), fault).toEqual([
          ['Market data socket', 'connected', 'as expected'],
          ['Analytics socket', 'connected', 'as expected'],
        ])
        expect(wells(table), fault).toMatchObject({ Texts: 'as expected', Recovery: 'as expected' })
        expect(recoveryS(table), fault).toBeLessThanOrEqual(withinS)
        if (fault === 'Send broken JSON') expect(table[3]?.[1]).toContain('Invalid message format received')
      }
    })
    await other.page.context().close()
  })

  test('[PH-42] HA-01 401 renews the token unseen, 503 is said, and nobody else is touched', async ({
    page,
    browser,
    server,
  }) => {
    test.setTimeout(150_000)
    const other = await witness(browser, server.origin)
    await signIn(page, server.origin)
    await page.goto(`${server.origin}/monitoring`)
    await other.expectUntouched(async () => {
      await startDrill(page, { fault: 'Answer 401', seconds: 6 })
      const renewed = await outcome(page, 'Answer 401', 20_000)
      expect(renewed.map(([name, seen, verdict]) => [name, name === 'Recovery' ? '' : seen, verdict])).toEqual([
        ['Session', 'signed in → token renewed', 'as expected'],
        ['Calls', 'answered', 'as expected'],
        ['Market data socket', 'connected', 'as expected'],
        ['Analytics socket', 'connected', 'as expected'],
        ['Texts', 'none', 'as expected'],
        ['Recovery', '', 'as expected'],
      ])
      await startDrill(page, { fault: 'Answer 503', seconds: 8 })
      const status = await (async () => {
        await page
          .getByRole('banner')
          .getByRole('button', { name: /^Connection Status/ })
          .click()
        return page.getByRole('dialog', { name: 'Connection Status' })
      })()
      const health = panel(status, 'Redis Proxy Health')
      await expect(health.getByRole('alert')).toContainText('Unable to load Redis Proxy health status')
      await expect(health.getByRole('alert')).toContainText('HTTP 503: Service Unavailable')
      await expect(health.getByText('Error', { exact: true })).toBeVisible()
      await expect(health.getByText('Healthy')).toBeVisible({ timeout: 20_000 })
      await page.keyboard.press('Escape')
      const refused = await outcome(page, 'Answer 503', 20_000)
      expect(refused[0]).toEqual(['Calls', 'answered → refused → answered', 'as expected'])
      expect(wells(refused)).toMatchObject({ Texts: 'as expected', Recovery: 'as expected' })
      expect(recoveryS(refused)).toBeLessThanOrEqual(4)
    })
    await startDrill(page, {
      fault: 'Answer 401',
      seconds: 10,
      more: (card) => card.getByLabel(/Renewed tokens too/).check(),
    })
    await expect(page).toHaveURL(/\/signin/)
    await expect(page.getByText('Authentication required. Please log in again.')).toBeVisible()
    await other.page.context().close()
  })

  test('[PH-45] is nothing to others: neither the card nor the call', async ({ browser, server }) => {
    const { page } = await witness(browser, server.origin)
    await page.goto(`${server.origin}/monitoring`)
    await expect(page.getByRole('button', { name: 'Download diagnostics' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Market data', exact: true })).toBeVisible()
    await expect(drillCard(page)).toHaveCount(0)
    const status = await page.evaluate(async (base) => {
      const reply = await fetch(`${base}/admin/drill`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('pairbot.access_token') ?? ''}`,
        },
        body: JSON.stringify({ kind: 'answer-503', seconds: 1 }),
      })
      return reply.status
    }, BASE)
    expect(status).toBe(403)
    await page.context().close()
  })
})

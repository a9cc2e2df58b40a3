import type { Page } from '@playwright/test'
import * as MODELS from '#contract/endpoints/models.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { SCRIPT_TEXTS, poisoned, ROUNDS } from '#test/support/data/script-texts.ts'
import { formOf, uploadParts } from '#test/support/server/models.ts'
import { EXAMPLES } from '#test/support/data/monitoring.ts'
import { AT } from '#test/support/data/payloads.ts'
import { ADMIN, type RunningServer } from '#test/support/server/server.ts'
import { sourceOn, strategyBody } from '#test/support/server/strategies.ts'
import { emptyProxy, interceptAnalysisSocket } from './analysis-socket.ts'
import { CARDS, cardOf } from './cards.ts'
import { annotateCount } from '#test/support/counts.ts'
import { expect, signIn, test } from './fixtures.ts'
import { callIdentity, registerUser } from './users.ts'
import { scriptViolations, monitorScripts } from './script-monitor.ts'

test.use({ ownServer: true })

const [SCRIPT = '', IMAGE = '', SVG = '', ADDRESS = ''] = SCRIPT_TEXTS
/** Waits for two animation frames. */
const nextPaint = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))

test('[UI-17] the monitor detects a text that becomes markup', { tag: '@long' }, async ({ page, server }) => {
  await monitorScripts(page)
  await page.goto(`${server.origin}/signin`)
  expect(await scriptViolations(page)).toEqual([])
  const refusal = await page.evaluate(() => {
    const made = document.createElement('x')
    document.body.append(made)
    try {
      made.setAttribute('onclick', '__ran()')
      return 'none'
    } catch (error) {
      return String(error)
    }
  })
  expect(refusal).toContain('TypeError')
  await expect.poll(() => scriptViolations(page)).toContain('<x></x>')
  await expect.poll(async () => (await scriptViolations(page)).join()).toContain('require-trusted-types-for')
})

test(
  '[UI-17] AB-21 scripts in any stream field are shown as text on every card, in the raw message and among the errors',
  { tag: '@long' },
  async ({ page, server }) => {
    await monitorScripts(page)
    const analysis = await interceptAnalysisSocket(page)
    // The client drops error messages that contain markup.
    await emptyProxy(page, ADDRESS)
    await signIn(page, server.origin)
    const rawCard = page.locator(`[data-stream="${EXAMPLES.raw.key}"]`)
    for (const [screen, shown] of [
      ['/dashboard', page.getByTestId('headline').first()],
      ['/monitoring', rawCard],
    ] as const) {
      await page.goto(`${server.origin}${screen}`)
      await analysis.sendUntil((data) => data, shown)
      for (let round = 0; round < ROUNDS; round += 1) {
        analysis.send((data) => poisoned(data, round, round % 3 === 2))
        await nextPaint(page)
      }
      expect(await scriptViolations(page)).toEqual([])
    }

    analysis.send((data) => (data === EXAMPLES.raw.data ? { Unknown: { timestamp: AT, text: SCRIPT } } : data))
    await rawCard.getByRole('button').click()
    await page.getByRole('tab', { name: 'JSON' }).click()
    await expect(page.getByRole('dialog').getByRole('region', { name: 'Parsed JSON' })).toContainText(SCRIPT)
    await expect(page.getByRole('dialog')).toContainText('Failed to fetch stream data: HTTP 404: Not Found')
    for (let round = 0; round < SCRIPT_TEXTS.length; round += 1) {
      analysis.send((data) => poisoned(data, round, true))
      await nextPaint(page)
    }
    analysis.sendRaw(JSON.stringify([{ type: SCRIPT, timestamp: IMAGE, data: SVG }]))
    analysis.sendRaw(SCRIPT)
    analysis.sendRaw(
      JSON.stringify([{ type: 'AnalyticsUpdate', timestamp: 1, data: { stream_key: IMAGE, data: SVG } }]),
    )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'System Errors' })).not.toContainText('No errors since')
    expect(await scriptViolations(page)).toEqual([])

    await page.goto(`${server.origin}/dashboard`)
    const { Analysis } = EXAMPLES.patterns.data
    const highlight = { ...Analysis.pattern_highlight, key_insight: IMAGE }
    await analysis.sendUntil(
      (data) => (data === EXAMPLES.patterns.data ? { Analysis: { ...Analysis, pattern_highlight: highlight } } : data),
      page.getByRole('region', { name: 'Pattern Recognition' }).getByText(IMAGE),
    )
    for (const [card, dialog] of CARDS) {
      analysis.send((data) => poisoned(data, 1, false))
      await cardOf(page, card).getByRole('button', { name: card, exact: true }).press('Enter')
      await page.getByRole('tab', { name: 'JSON' }).click()
      await expect(
        page.getByRole('dialog', { name: dialog }).getByRole('region', { name: 'Latest message as JSON' }),
      ).toContainText('__ran')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    const violations = await scriptViolations(page)
    annotateCount(test.info(), 'Violations of the CSP', violations.length)
    expect(violations).toEqual([])
  },
)

/** Creates strategies, models, users and login attempts with scripts in all their names. */
async function fillWithHostileNames(server: RunningServer): Promise<{ readonly email: string }> {
  const { data } = await callIdentity(server, 'POST', '/auth/login', ADMIN)
  const token = String(data['access_token'])
  const post = async (path: string, init: { body: BodyInit; headers: Record<string, string> }) => {
    const response = await fetch(`${server.origin}${path}`, {
      ...init,
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    })
    expect([path, response.status, response.ok ? '' : await response.text()]).toEqual([path, expect.any(Number), ''])
  }
  for (const [n, text] of SCRIPT_TEXTS.entries()) {
    const name = text.slice(0, 200)
    const [first, second] = [sourceOn('technical_indicators:m1', {}), sourceOn('technical_indicators:m5', {})]
    const body = strategyBody({
      id: `s${n}`,
      name,
      description: text,
      signal_sources: [
        { ...first, name },
        { ...second, name },
      ],
    })
    const rules = body.confluence_rules.map((rule) => ({ ...rule, name }))
    await post(`${DEFAULT_BASES.strategy}${STRATEGIES.custom.path}`, {
      body: JSON.stringify({ ...body, confluence_rules: rules }),
      headers: { 'content-type': 'application/json' },
    })
    const { payload, headers } = formOf(
      uploadParts(Buffer.from('\x80\x04N.', 'latin1'), `${n}.pkl`, { model_name: name, description: text }),
    )
    await post(`${DEFAULT_BASES.tdp}${MODELS.upload.path}`, { body: new Uint8Array(payload), headers })
  }
  const email = '"><img/src=x/onerror=__ran()>@pairbot.test'
  const { email: guest } = await registerUser(server, email, 'Trader')
  await callIdentity(server, 'POST', '/admin/invitations', { email: `<svg/onload=__ran()>@pairbot.test` }, token)
  for (let tries = 0; tries < 10; tries += 1)
    await callIdentity(server, 'POST', '/auth/login', { email, password: SCRIPT })
  // Stays below the limit of 20 failures per address and minute.
  for (const text of SCRIPT_TEXTS.slice(0, 6))
    await callIdentity(server, 'POST', '/auth/login', { email: text, password: 'x' })
  return { email: guest }
}

test(
  '[UI-17] AB-22 scripts in names, addresses, details and reasons are shown as text, also in confirmations and errors',
  { tag: '@long' },
  async ({ page, server }) => {
    const { email } = await fillWithHostileNames(server)
    await monitorScripts(page)
    await signIn(page, server.origin)
    const expectNoViolations = async (location: string) =>
      expect([location, await scriptViolations(page)]).toEqual([location, []])

    await page.goto(`${server.origin}/trading`)
    for (const name of [SCRIPT, IMAGE]) {
      await page.getByRole('button', { name: `View ${name}`, exact: true }).click()
      await expect(page.getByRole('dialog', { name, exact: true })).toContainText(name)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await page.route('**/strategies/*', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({ status: 409, json: { detail: ADDRESS } })
        : route.continue(),
    )
    await page.getByRole('button', { name: `Delete ${SCRIPT}`, exact: true }).click()
    const question = page.getByRole('alertdialog', {
      name: `Are you sure you want to delete strategy "${SCRIPT}"?`,
      exact: true,
    })
    await question.getByRole('button', { name: 'Delete' }).click()
    // The client drops error messages that contain markup and shows others unchanged.
    await expect(page.getByRole('alertdialog')).toContainText(`Failed to delete strategy: ${ADDRESS}`)
    await expectNoViolations('/trading')

    await page.goto(`${server.origin}/dashboard`)
    const manager = page.getByRole('region', { name: 'ML Model Manager' })
    const row = manager.getByRole('article', { name: IMAGE, exact: true })
    await row.getByRole('button', { name: IMAGE, exact: true }).click()
    await expect(page.getByRole('dialog', { name: IMAGE, exact: true })).toContainText(IMAGE)
    await page.keyboard.press('Escape')
    await row.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(`Are you sure you want to delete the model "${IMAGE}"?`)).toBeVisible()
    await expectNoViolations('/dashboard')

    await page.goto(`${server.origin}/admin/users`)
    await page.getByRole('button', { name: `Manage ${email}`, exact: true }).click()
    const user = page.getByRole('dialog', { name: 'User Details' })
    await user.getByRole('button', { name: 'Promote to Admin' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Promote to Admin' }).click()
    await expect(page.getByText('User role updated')).toBeVisible()
    await expectNoViolations('/admin/users')
    for (const [screen, text] of [
      ['/admin/invitations', '<svg/onload=__ran()>@pairbot.test'],
      ['/admin/sessions', ADMIN.email],
      ['/admin/security', email],
      ['/admin/security?tab=audit', 'user.role_changed'],
      ['/admin/security?tab=alerts', 'Many failed sign-ins on one account'],
    ] as const) {
      await page.goto(`${server.origin}${screen}`)
      await expect(page.getByRole('main').getByText(text).filter({ visible: true }).first()).toBeVisible()
      await expectNoViolations(screen)
    }
    await page.goto(`${server.origin}/admin/security?tab=audit`)
    await page
      .getByRole('row', { name: /user\.role_changed/ })
      .getByRole('button')
      .first()
      .click()
    await expect(page.getByRole('main').locator('pre')).toContainText('<img/src=x/onerror=__ran()>')
    annotateCount(test.info(), 'Violations of the CSP', (await scriptViolations(page)).length)
    await expectNoViolations('the audit details')
  },
)

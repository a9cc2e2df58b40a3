import { readFile } from 'node:fs/promises'
import type { StatelyInspectionEvent } from '@statelyai/inspect'
import { build } from 'vite'
import { ADMIN } from '#test/support/server/server.ts'
import { expect, fillSignIn, signIn, test } from './fixtures.ts'
import { accessibilityProblems } from './accessibility.ts'
import { enableRecording, expectInOrder, navigate, settledText, statesOf } from './recording.ts'
import { walkToReview } from './wizard.ts'

/** A page with the receiver of Stately's own package, which keeps what it is sent. */
async function receiverPage(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      lib: { entry: 'node_modules/@statelyai/inspect/dist/index.mjs', formats: ['iife'], name: 'Stately' },
    },
  })
  const [bundle] = [built].flat()
  const script = bundle && 'output' in bundle ? bundle.output[0].code : ''
  return `<script>${script}</script><script>
    globalThis.received = []
    Stately.createBrowserReceiver().subscribe((event) => received.push(event))
  </script>`
}

test.describe('the inspector', () => {
  test(
    '[IN-1] [IN-2] shows the states of a sign-in and of a lost socket',
    { tag: '@long' },
    async ({ page, faults, consoleErrors }) => {
      await enableRecording(page)
      await signIn(page, faults.origin)
      await expect(page.getByRole('button', { name: /Connection Status/ })).toHaveAccessibleName(/connected/i)
      await expect(page.locator('canvas').first()).toBeVisible()
      faults.set('refuse')
      await expect(page.getByRole('button', { name: /Connection Status/ })).toHaveAccessibleName(/Market data error/, {
        timeout: 80_000,
      })
      faults.set('pass')
      await page.evaluate(() => globalThis.dispatchEvent(new Event('online')))
      await expect(page.getByRole('button', { name: /Connection Status/ })).toHaveAccessibleName(
        /Market data connected/,
        {
          timeout: 40_000,
        },
      )
      await navigate(page, '/dev/machines')
      await expect(page.getByRole('heading', { name: 'Machines' })).toBeVisible()
      expectInOrder(await statesOf(page, 'session'), [
        'unauthenticated.idle',
        'unauthenticated.signingIn',
        'authenticated.(inactivity.watching | refresh.scheduled | user.known)',
      ])
      expectInOrder(await statesOf(page, 'tdp connection'), [
        'transport.online.connecting',
        'transport.online.connected',
        'transport.reconnecting',
        'fallback.polling',
        'transport.error',
        'transport.online.connected',
        'fallback.off',
      ])
      expect(consoleErrors).toEqual([])
    },
  )

  test('[IN-1] [IN-2] shows a run through the wizard step by step', { tag: '@long' }, async ({ page, server }) => {
    await enableRecording(page)
    await signIn(page, server.origin)
    await navigate(page, '/trading')
    await walkToReview(page, 'Watched')
    await page.keyboard.press('Escape')
    await navigate(page, '/dev/machines')
    expectInOrder(await statesOf(page, 'wizard'), [
      'open.basics',
      'open.sources',
      'open.rules.listing',
      'open.rules.writing',
      'open.rules.listing',
      'open.risk',
      'open.review',
      'closed',
    ])
  })

  test(
    '[IN-3] [IN-4] draws the selected machine with its active states, sends events it handles, and passes axe',
    { tag: '@long' },
    async ({ page, server, consoleErrors }) => {
      await enableRecording(page)
      await signIn(page, server.origin)
      await navigate(page, '/dev/machines')
      await page.getByRole('button', { name: /^session/ }).click()
      const chart = page.getByLabel('Statechart of session')
      await expect(chart).toBeVisible({ timeout: 30_000 })
      await expect(chart.locator('[data-state="session.authenticated.refresh.scheduled"]')).toHaveAttribute(
        'data-active',
        'true',
      )
      await page.getByRole('button', { name: 'Expand all' }).click()
      await expect(page.getByRole('button', { name: 'Collapse inactive' })).toBeVisible()
      const drawn = () =>
        chart
          .locator('[data-transition]')
          .evaluateAll((all) => new Set(all.map((one) => one.getAttribute('data-transition'))).size)
      const listedTransitions = page.getByRole('list', { name: /^Transitions of/ }).getByRole('listitem')
      await page.getByText('Chart as text').click()
      await expect.poll(drawn, { timeout: 20_000 }).toBe(await listedTransitions.count())
      expect(await accessibilityProblems(page, 'the machines')).toEqual([])
      await page.getByLabel('Event', { exact: true }).click()
      await expect(page.getByRole('option', { name: 'user.signIn (not now)' })).toBeVisible()
      await page.getByRole('option', { name: 'user.signOut', exact: true }).click()
      await page.getByRole('button', { name: 'Send event' }).click()
      await expect(page.getByRole('button', { name: /^session/ })).toContainText('unauthenticated.idle')
      expect(consoleErrors).toEqual([])
    },
  )

  test(
    '[IN-5] [IN-18] a saved recording contains no secrets and is replayed without a server, twice the same',
    { tag: '@long' },
    async ({ page, faults }) => {
      await enableRecording(page)
      await signIn(page, faults.origin)
      const count = page.getByText(/over \d+ candles/i).or(page.getByTestId('market-badge'))
      await expect(count.first()).toBeVisible()
      await page.waitForFunction(() => document.querySelectorAll('canvas').length > 0)
      const token = await page.evaluate(() => localStorage.getItem('pairbot.access_token') ?? '')
      expect(token.length).toBeGreaterThan(20)
      await navigate(page, '/dev/machines')
      const shown = await page.locator('main').innerText()
      const liveStates = await statesOf(page, 'session')
      await page.getByRole('tab', { name: 'Recording' }).click()
      await expect(page.getByRole('button', { name: 'Save recording' })).toBeEnabled()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save recording' }).click(),
      ])
      const file = await download.path()
      const saved = await readFile(file, 'utf8')
      for (const canary of [token, ADMIN.password, ADMIN.email, token.split('.')[1] ?? token]) {
        expect(saved).not.toContain(canary)
        expect(shown).not.toContain(canary)
      }
      faults.set('refuse')
      const player = page.getByRole('region', { name: 'Player' })
      const dock = page.getByRole('complementary', { name: 'Inspector of the recording' })
      const open = async () => {
        await page.getByLabel('Open a saved recording').setInputFiles(file)
        await player.getByLabel('Position').press('End')
        await expect(page.getByRole('heading', { name: 'Support & Resistance' })).toBeVisible()
        await expect(player.getByRole('status')).toBeVisible()
      }
      await open()
      await player.getByLabel('Position').press('Home')
      await player.getByRole('button', { name: '60x' }).click()
      await player.getByRole('button', { name: 'Play' }).click()
      await expect(player.getByRole('button', { name: 'Play' })).toBeVisible()
      await expect(page.locator('canvas').first()).toBeVisible()
      await page.screenshot({ path: process.env['PAIRBOT_SHOT'] ?? 'test-results/recording.png' })
      const shownAtEnd = await settledText(page)
      // More may have been recorded before it was saved.
      expect((await statesOf(page, 'session')).slice(0, liveStates.length)).toEqual(liveStates)
      await dock.getByLabel('Filter').fill('signingIn')
      await dock
        .getByRole('button', { name: /signingIn/ })
        .last()
        .click()
      await expect(dock.getByRole('heading', { name: 'At this position' })).toBeVisible()
      await expect(dock.locator('[data-state$=".signingIn"][data-active]')).toBeVisible({ timeout: 20_000 })
      const position = player.getByLabel('Position')
      const signingIn = await position.getAttribute('aria-valuetext')
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await player.getByRole('button', { name: 'Copy link' }).click()
      await expect(page.getByText('Link copied.')).toBeVisible()
      const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
      expect(await accessibilityProblems(page, 'a replayed recording')).toEqual([])
      await player.getByRole('button', { name: 'Close recording' }).click()
      await expect(page.getByRole('tab', { name: 'Machines' })).toBeVisible()
      await page.getByRole('tab', { name: 'Recording' }).click()
      await open()
      // Not even an age has moved.
      expect(await settledText(page)).toBe(shownAtEnd)

      await player.getByRole('button', { name: 'Close recording' }).click()
      await navigate(page, `${link.pathname}${link.search}`)
      await page.getByRole('tab', { name: 'Recording' }).click()
      await expect(page.getByText(`This link points to ${signingIn}`)).toBeVisible()
      await page.getByLabel('Open a saved recording').setInputFiles(file)
      await expect(position).toHaveAttribute('aria-valuetext', signingIn ?? '')
    },
  )

  test(
    '[IN-7] sends to Stately what its receiver asks for, after confirmation, without secrets',
    { tag: '@long' },
    async ({ page, server, consoleErrors }) => {
      const html = await receiverPage()
      await page
        .context()
        .route('https://stately.ai/**', (route) => route.fulfill({ contentType: 'text/html', body: html }))
      await enableRecording(page)
      await signIn(page, server.origin)
      await navigate(page, '/dev/machines')
      await page.getByRole('button', { name: 'Open in Stately' }).click()
      const popup = page.waitForEvent('popup')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Send and open' }).click()
      const receiver = await popup
      const received = (): Promise<readonly StatelyInspectionEvent[]> =>
        receiver.evaluate(() => (Reflect.get(globalThis, 'received') as StatelyInspectionEvent[] | undefined) ?? [])
      await expect.poll(async () => (await received()).length).toBeGreaterThan(5)
      await page.getByRole('button', { name: /^session/ }).click()
      await page.getByLabel('Event', { exact: true }).click()
      await page.getByRole('option', { name: 'user.signOut', exact: true }).click()
      await page.getByRole('button', { name: 'Send event' }).click()
      await expect
        .poll(async () => (await received()).flatMap((one) => (one.type === '@xstate.event' ? [one.event.type] : [])))
        .toContain('user.signOut')
      const all = await received()
      const started = all.flatMap((one) => (one.type === '@xstate.actor' ? [one.name] : []))
      expect(started).toEqual(expect.arrayContaining(['session', 'connection']))
      for (const secret of [ADMIN.email, ADMIN.password, 'eyJ']) expect(JSON.stringify(all)).not.toContain(secret)
      expect(consoleErrors).toEqual([])
    },
  )

  test(
    '[IN-13] [IN-19] [SH-8] is docked below any page by the palette, stays across pages, and closes',
    { tag: '@long' },
    async ({ page, server, consoleErrors }) => {
      const findAndRun = async (query: string) => {
        await page.keyboard.press('Control+K')
        await expect(page.getByRole('combobox', { name: 'Find a page, stream or action' })).toBeFocused()
        await page.keyboard.type(query)
        await page.keyboard.press('Enter')
      }
      await enableRecording(page)
      await signIn(page, server.origin)
      await expect(page.getByRole('button', { name: 'Find a page, stream or action' })).toBeVisible()
      await findAndRun('open inspector')
      const dock = page.getByRole('complementary', { name: 'Inspector' })
      await expect(dock.getByRole('button', { name: /^session/ })).toBeVisible()
      await expect(dock.getByRole('region', { name: /^Statechart of/ })).toBeVisible()
      await dock.getByRole('tab', { name: 'Streams' }).click()
      await expect(dock.getByRole('row', { name: /candles/i }).first()).toBeVisible()
      expect(await accessibilityProblems(page, 'the dock')).toEqual([])
      const popup = page.waitForEvent('popup')
      await dock.getByRole('button', { name: 'Open in a window' }).click()
      const ownWindow = await popup
      await expect(ownWindow.getByLabel('Page', { exact: true })).toContainText('/dashboard')
      await expect(ownWindow.getByRole('button', { name: /^session authenticated/ }).first()).toBeVisible()
      await ownWindow.close()
      await page.screenshot({ path: process.env['PAIRBOT_SHOT'] ?? 'test-results/dock.png' })

      await page.reload()
      await expect(dock).toBeVisible()
      await findAndRun('profile')
      await expect(page).toHaveURL(/profile/)
      await dock.getByRole('button', { name: 'Close the inspector' }).click()
      await expect(dock).toBeHidden()
      await findAndRun('indicators h1 btc')
      await expect(page.getByRole('dialog', { name: /BTC\/USD H1/ })).toBeVisible()
      expect(consoleErrors).toEqual([])
    },
  )

  test(
    '[IN-17] [IN-15] [IN-21] stays beside an open dialog, at the lower edge or at the right, and says what happened',
    { tag: '@long' },
    async ({ page, server, consoleErrors }) => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await enableRecording(page)
      await signIn(page, server.origin)
      await navigate(page, '/trading?inspector=machines')
      const dock = page.getByRole('complementary', { name: 'Inspector', includeHidden: true })
      await expect(dock).toBeVisible()
      await page.getByRole('button', { name: 'New Strategy' }).click()
      await page.getByRole('button', { name: 'Custom Strategy' }).click()
      const dialog = page.getByRole('dialog', { name: 'Custom Strategy' })
      await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
      const inDock = (role: 'button' | 'separator', name: string | RegExp) =>
        dock.getByRole(role, { name, includeHidden: true }).first()
      await inDock('button', /^wizard/).click()
      await expect(dialog).toBeVisible()
      const active = dock.locator('[data-state$=".open.basics"][data-active]')
      await expect(active).toBeVisible({ timeout: 20_000 })
      const [dockBox, dialogBox] = [await dock.boundingBox(), await dialog.boundingBox()]
      expect(dialogBox!.y + dialogBox!.height).toBeLessThanOrEqual(dockBox!.y)
      await page.screenshot({ path: 'test-results/dock-dialog.png' })

      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await inDock('button', 'Copy as test').click()
      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()))
        .toContain('expect(state()).toBe("open.basics")')
      await inDock('button', 'Step back').click()
      await expect(dock.getByRole('heading', { name: 'Earlier', includeHidden: true })).toBeVisible()
      await inDock('button', 'Now').click()
      await inDock('button', 'Dock at the right').click()
      await expect(inDock('button', 'Dock at the bottom')).toBeVisible()
      const right = (await dock.boundingBox())!
      expect(right.height).toBe(900)
      await expect
        .poll(async () => (await dialog.boundingBox())!.x + (await dialog.boundingBox())!.width)
        .toBeLessThanOrEqual(right.x)
      await page.screenshot({ path: 'test-results/dock-right.png' })
      await inDock('separator', 'Size of the inspector').press('ArrowLeft')
      await expect.poll(async () => (await dock.boundingBox())!.width).toBeGreaterThan(right.width)
      expect(consoleErrors).toEqual([])
    },
  )

  test(
    '[IN-19] a window of its own watches another tab from before its sign-in to after its sign-out',
    { tag: '@long' },
    async ({ page, server, consoleErrors }) => {
      await enableRecording(page)
      await page.goto(`${server.origin}/signin`)
      const watching = await page.context().newPage()
      await enableRecording(watching)
      await watching.goto(`${server.origin}/dev/machines`)
      await watching.getByLabel('Page', { exact: true }).click()
      await watching.getByRole('option', { name: /\/signin/ }).click()
      await expect(watching.getByRole('button', { name: /^session unauthenticated/ })).toBeVisible()

      await fillSignIn(page)
      await expect(watching.getByRole('button', { name: /^session authenticated/ })).toBeVisible()
      expectInOrder(await statesOf(watching, 'session'), ['unauthenticated.idle', 'signingIn', 'authenticated'])
      await expect(watching.getByLabel('Statechart of session').locator('[data-active]').first()).toBeVisible()
      expect(await watching.locator('main').innerText()).not.toContain(ADMIN.email)
      await watching.getByRole('tab', { name: 'Streams' }).click()
      await expect(watching.getByRole('row', { name: /^candle window/ })).toBeVisible()
      await watching.getByRole('tab', { name: 'Recording' }).click()
      const [download] = await Promise.all([
        watching.waitForEvent('download'),
        watching.getByRole('button', { name: 'Save recording' }).click(),
      ])
      expect(await readFile(await download.path(), 'utf8')).toContain('signingIn')
      await watching.getByRole('tab', { name: 'Machines' }).click()

      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect.poll(async () => (await statesOf(watching, 'session')).join()).not.toContain('signingIn')
      await expect(watching.getByRole('button', { name: /^session authenticated/ })).toBeVisible()

      await page.close()
      await expect(watching.getByText('This page does not answer.')).toBeVisible({ timeout: 15_000 })
      await expect(watching.getByRole('button', { name: /^session authenticated/ })).toBeVisible()
      expect(await accessibilityProblems(watching, 'another page')).toEqual([])
      expect(consoleErrors).toEqual([])
    },
  )
})

test.describe('a browser that does not record', () => {
  test.use({ recordsRetries: false })
  test('[IN-6] is off by default and says so', { tag: '@long' }, async ({ page, server }) => {
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
    await signIn(page, server.origin)
    expect(scripts.filter((path) => /inspection|inspector|elk/i.test(path))).toEqual([])
    await page.goto(`${server.origin}/dev/machines`)
    await expect(page.getByText('Recording is off in this browser')).toBeVisible()
    await page.getByRole('button', { name: 'Turn recording on' }).click()
    await expect(page.getByRole('button', { name: /^session/ })).toBeVisible()
  })
})

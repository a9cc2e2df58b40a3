import { ALL_PAIRS } from '#test/support/server/server.ts'
import { addBacktests } from '../../scripts/pictures/backtests.ts'
import { addContent } from '../../scripts/pictures/content.ts'
import { screens } from '../../scripts/pictures/screens.ts'
import { controlProblems } from './controls.ts'
import { CARDS } from './cards.ts'
import { expect, signIn, test } from './fixtures.ts'

test.use({
  ownServer: true,
  serverEnv: ALL_PAIRS,
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
})

const PARTS = {
  'the dashboard and its dialogs': /^(?:dashboard|card|provenance|chart|connection|shortcuts|palette|model)/,
  'the admin area': /^admin/,
  'the other screens': /^(?!dashboard|card|provenance|chart|connection|shortcuts|palette|model|admin)/,
}

for (const [part, names] of Object.entries(PARTS))
  test(
    `[UI-31] [UI-32] on ${part}, what a finger presses is 40 px wide and high, and named as it reads`,
    { tag: '@long' },
    async ({ page, server }) => {
      test.setTimeout(480_000)
      page.setDefaultTimeout(15_000)
      const invitation = await addContent(server)
      const backtests = names.test('backtests') ? await addBacktests(server) : []
      const shown = screens(invitation, backtests).filter(({ name }) => names.test(name))
      const problems: string[] = []
      const look = async ({ name, path, open }: (typeof shown)[number]) => {
        await page.goto(`${server.origin}${path}`)
        await page.locator('h1').filter({ hasNotText: 'Loading' }).first().waitFor({ state: 'attached' })
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        await expect(page.getByRole('button', { name: /^Cache/ })).toHaveCount(0, { timeout: 70_000 })
        if (open !== undefined) {
          await open(page)
          const opened = page
            .getByRole('dialog')
            .or(page.getByRole('menu'))
            .or(page.getByRole('list', { name: 'Strategy templates' }))
          await expect(opened.first()).toBeVisible()
        }
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        problems.push(...(await controlProblems(page, name)))
      }
      for (const screen of shown) if (screen.isSignedOut === true) await look(screen)
      await signIn(page, server.origin)
      await expect(page.getByTestId('headline')).toHaveCount(CARDS.length, { timeout: 60_000 })
      for (const screen of shown) if (screen.isSignedOut !== true) await look(screen)
      expect(problems).toEqual([])
    },
  )

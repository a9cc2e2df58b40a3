import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { buildPages, serveFolder } from '#test/support/server/built-pages.ts'
import { expect, signIn, test as base } from './fixtures.ts'
import { accessibilityProblems } from './accessibility.ts'

/** `gallery` is the address of the page with every UI component. */
const test = base.extend<object, { readonly gallery: string }>({
  gallery: [
    // Playwright reads what a fixture needs from its first parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = await buildPages({ gallery: resolve('test/gallery/index.html') })
      const { address, close } = await serveFolder(folder)
      await use(`${address}/test/gallery/index.html`)
      close()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
})

const WIDTHS = [360, 768, 1280, 1920]
const SCREENS = [
  '/dashboard',
  '/charts',
  '/trading',
  '/trading/backtests',
  '/score',
  '/profile',
  '/profile/security',
  '/monitoring',
]

test(
  '[UI-13] [UI-14] no screen has serious axe violations or scrolls horizontally from 360 px to 1920 px, in both themes',
  { tag: '@long' },
  async ({ page, server, gallery }) => {
    await page.goto(`${server.origin}/signin`)
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    const problems = await accessibilityProblems(page, '/signin', { widths: WIDTHS })
    await signIn(page, server.origin)
    for (const screen of [...SCREENS.map((path) => `${server.origin}${path}`), gallery]) {
      await page.goto(screen)
      await expect(page.getByRole('main')).toBeVisible()
      problems.push(...(await accessibilityProblems(page, screen, { widths: WIDTHS })))
    }
    expect(problems).toEqual([])
  },
)

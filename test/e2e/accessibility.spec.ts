import { expect, signIn, test } from './fixtures.ts'
import { seriousViolations, horizontalOverflow } from './accessibility.ts'

const WIDTHS = [360, 768, 1280, 1920]
const SCREENS = ['/dashboard', '/profile', '/monitoring', '/dev/ui']

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' })

    test('[UI-13] no screen has serious axe violations', async ({ page, server }) => {
      await page.goto(`${server.origin}/signin`)
      await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
      const violations: string[] = []
      const check = async (screen: string) => {
        for (const finding of await seriousViolations(page)) violations.push(`${screen}: ${finding}`)
      }
      await check('/signin')
      await signIn(page, server.origin)
      for (const screen of SCREENS) {
        await page.goto(`${server.origin}${screen}`)
        await expect(page.getByRole('main')).toBeVisible()
        await check(screen)
      }
      expect(violations).toEqual([])
    })

    test('[UI-14] nothing scrolls horizontally from 360 px to 1920 px', { tag: '@long' }, async ({ page, server }) => {
      await signIn(page, server.origin)
      const overflowing: string[] = []
      for (const screen of SCREENS) {
        await page.goto(`${server.origin}${screen}`)
        await expect(page.getByRole('main')).toBeVisible()
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 })
          const overflow = await horizontalOverflow(page)
          if (overflow > 0) overflowing.push(`${screen} at ${width} px: ${overflow} px too wide`)
        }
      }
      expect(overflowing).toEqual([])
    })
  })
}

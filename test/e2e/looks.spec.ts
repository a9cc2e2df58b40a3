import { expect, signIn, test } from './fixtures.ts'
import { seriousFindings, sidewaysScroll } from './looks.ts'

const WIDTHS = [360, 768, 1280, 1920]
const SCREENS = ['/dashboard', '/profile', '/monitoring', '/dev/ui']

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' })

    test('[UI-13] axe finds nothing serious on any screen', async ({ page, server }) => {
      await page.goto(`${server.origin}/signin`)
      await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
      const seen: string[] = []
      const look = async (screen: string) => {
        for (const finding of await seriousFindings(page)) seen.push(`${screen}: ${finding}`)
      }
      await look('/signin')
      await signIn(page, server.origin)
      for (const screen of SCREENS) {
        await page.goto(`${server.origin}${screen}`)
        await expect(page.getByRole('main')).toBeVisible()
        await look(screen)
      }
      expect(seen).toEqual([])
    })

    test('[UI-14] nothing scrolls sideways from 360 px to 1920 px', async ({ page, server }) => {
      await signIn(page, server.origin)
      const wide: string[] = []
      for (const screen of SCREENS) {
        await page.goto(`${server.origin}${screen}`)
        await expect(page.getByRole('main')).toBeVisible()
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 })
          const over = await sidewaysScroll(page)
          if (over > 0) wide.push(`${screen} at ${width} px: ${over} px too wide`)
        }
      }
      expect(wide).toEqual([])
    })
  })
}

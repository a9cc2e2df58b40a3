import { referenceData } from '#test/support/data/reference.ts'
import { tabTo } from './accessibility.ts'
import { CARDS, cardOf } from './cards.ts'
import { expect, signIn, test } from './fixtures.ts'

const FILE = referenceData('candles/BTCUSD-1m-2019-06.csv.gz')

test.describe('the dashboard over a replayed month', () => {
  test.skip(!FILE, 'needs recorded candles: PAIRBOT_REFERENCE_DATA')
  test.use({ serverEnv: { PAIRBOT_MARKET: 'replay', PAIRBOT_REPLAY: FILE ?? '', PAIRBOT_REPLAY_SPEED: '20' } })

  test('[DA-11] can be used by keyboard alone @long', async ({ page, server, consoleErrors }) => {
    await signIn(page, server.origin)
    await expect(page.getByTestId('headline')).toHaveCount(CARDS.length, { timeout: 60_000 })

    await tabTo(page, /^S\/R: Zones/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitemradio', { name: 'Zones' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitemradio', { name: 'Lines' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /^S\/R: Lines/ })).toBeFocused()

    const chart = page.getByRole('slider', { name: 'BTC/USD Live Chart (1m)' })
    await tabTo(page, /^BTC\/USD Live Chart/)
    await expect(chart).toBeFocused()
    await page.keyboard.press('Home')
    const first = await chart.getAttribute('aria-valuetext')
    await page.keyboard.press('ArrowRight')
    await expect(chart).not.toHaveAttribute('aria-valuetext', first ?? '')

    for (const [name, dialogName] of CARDS) {
      await tabTo(page, new RegExp(`^${name}$`))
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: dialogName, exact: true })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(cardOf(page, name).getByRole('button', { name, exact: true })).toBeFocused()

      await tabTo(page, /show provenance$/)
      await page.keyboard.press('Enter')
      await expect(page.getByText('Market time')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByText('Market time')).toHaveCount(0)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      if (name !== 'Support & Resistance') continue

      await tabTo(page, /^Show all resistance levels$/)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Show less resistance levels' })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Show all resistance levels' })).toBeFocused()
    }
    await tabTo(page, /^Bulk Upload$/)
    expect(consoleErrors).toEqual([])
  })

  test.describe('under reduced motion', () => {
    test.use({ reducedMotion: 'reduce' })

    test('[DA-12] nothing is animated', { tag: '@long' }, async ({ page, server }) => {
      await signIn(page, server.origin)
      await expect(page.getByTestId('headline')).toHaveCount(CARDS.length, { timeout: 60_000 })
      await cardOf(page, 'Market Structure')
        .getByRole('button', { name: 'Market Structure', exact: true })
        .press('Enter')
      await expect(page.getByRole('dialog')).toBeVisible()
      const animated = await page.evaluate(() =>
        [...document.querySelectorAll('*')]
          .map((element) => [element, getComputedStyle(element)] as const)
          .filter(([, { animationName, animationDuration, animationIterationCount, transitionDuration }]) => {
            const longest = Math.max(...transitionDuration.split(', ').map(Number.parseFloat))
            const isAnimated = animationName !== 'none' && Number.parseFloat(animationDuration) > 0.001
            return longest > 0.001 || isAnimated || animationIterationCount === 'infinite'
          })
          .map(([{ outerHTML }]) => outerHTML.slice(0, 120)),
      )
      expect(animated).toEqual([])
    })
  })
})

test.describe('while the page loads and its values change', () => {
  test.use({ reducedMotion: 'no-preference' })
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    test.describe(`in ${viewport.width} px`, () => {
      test.use({ viewport })

      test('[DA-8] [CH-45] the layout hardly shifts', { tag: '@long' }, async ({ page, server }) => {
        await signIn(page, server.origin)
        await page.addInitScript(() => {
          const seen = { shift: 0 }
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
              if (!entry.hadRecentInput) seen.shift += entry.value
          }).observe({ type: 'layout-shift', buffered: true })
          Object.assign(window, { seen })
        })
        await page.reload()
        const updated = page.getByRole('region', { name: 'BTC/USD Live Chart (1m)' }).locator('header time')
        const initialBox = await updated.boundingBox()
        await expect(page.getByTestId('headline')).toHaveCount(CARDS.length, { timeout: 60_000 })
        for (let update = 0; update < 8; update += 1) {
          const text = (await updated.textContent()) ?? ''
          await expect(updated).not.toHaveText(text)
        }
        const { shift } = await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen)
        expect(shift).toBeLessThan(0.02)
        // not its place: the mark beside it is wider while the data is polled
        expect((await updated.boundingBox())?.width).toBeCloseTo(initialBox?.width ?? 0, 0)
      })
    })
  }
})

test(
  '[SH-21] prints in the light theme without navigation, and can be installed',
  { tag: '@long' },
  async ({ page, server }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await signIn(page, server.origin)
    await expect(page.getByRole('heading', { name: 'Trading Dashboard' })).toBeVisible()
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
    await expect(page.getByRole('navigation', { name: 'Main', includeHidden: true })).toBeHidden()
    await expect(page.getByText('Logout')).toBeHidden()
    const ink = await page.evaluate(() => getComputedStyle(document.body).color)
    expect(
      ink
        .match(/\d+/g)
        ?.slice(0, 3)
        .map(Number)
        .every((channel) => channel < 80),
    ).toBe(true)

    const link = page.locator('link[rel="manifest"]')
    const response = await page.request.get(`${server.origin}${await link.getAttribute('href')}`)
    expect(response.headers()['content-type']).toContain('application/manifest+json')
    const manifest: unknown = await response.json()
    expect(manifest).toMatchObject({ name: 'Pairbot', icons: [{ src: '/favicon.svg' }] })
  },
)

test('[DA-35] the focus stays chosen, and a source of the matrix leads to its card', async ({
  page,
  server,
  consoleErrors,
}) => {
  await page.setViewportSize({ width: 1440, height: 1000 })
  await signIn(page, server.origin)
  const patterns = cardOf(page, 'Pattern Recognition')
  await expect(patterns).toBeVisible()
  await page.getByRole('button', { name: 'Focus', exact: true }).click()
  await expect(patterns).toBeHidden()
  await page.reload()
  await expect(cardOf(page, 'Support & Resistance')).toBeVisible()
  await expect(patterns).toBeHidden()
  const text = await page.locator('main').innerText()
  expect(text.split(/\s+/).filter((word) => /\w/.test(word)).length).toBeLessThanOrEqual(470)
  await page
    .getByRole('row', { name: /^Patterns/ })
    .getByRole('button')
    .first()
    .click()
  await expect(patterns.getByRole('button', { name: 'Pattern Recognition' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Everything' })).toHaveAttribute('aria-pressed', 'true')
  expect(consoleErrors).toEqual([])
})

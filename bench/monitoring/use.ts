import type { Page } from 'playwright'

/** Simulates a user for the given number of seconds: filters, types, scrolls and opens streams. */
export async function useScreen(page: Page, seconds: number): Promise<void> {
  const grid = page.getByRole('region', { name: 'Stream cards' })
  const filter = page.getByLabel('Filter by key')
  const until = Date.now() + seconds * 1_000
  const rest = () => page.waitForTimeout(120)
  for (let round = 0; Date.now() < until; round += 1) {
    for (const name of ['Analysis', 'Signals', 'All']) {
      await page.getByRole('button', { name, exact: true }).click()
      await rest()
    }
    await filter.pressSequentially(`p0${round % 10}`, { delay: 60 })
    await rest()
    await filter.press('Control+a')
    await filter.press('Backspace')
    await page.waitForTimeout(300)
    await grid.hover()
    for (let turn = 0; turn < 30; turn += 1) {
      await page.mouse.wheel(0, round % 2 === 0 ? 120 : -120)
      await page.waitForTimeout(16)
    }
    await page.locator('[data-stream] h3 button').nth(4).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('JSON path').pressSequentially('..timestamp', { delay: 40 })
    await rest()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await rest()
  }
}

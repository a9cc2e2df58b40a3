import type { Page } from '@playwright/test'
import { tabTo } from './accessibility.ts'
import { expect } from './fixtures.ts'

/** Goes through the wizard to step 5 by keyboard alone. */
export async function walkToReview(page: Page, name: string): Promise<void> {
  const heading = (title: string) => page.getByRole('heading', { level: 3, name: title })
  await page.getByRole('button', { name: 'New Strategy' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Custom Strategy' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type('By keyboard alone')
  await page.keyboard.press('Shift+Tab')
  // Enter in a field submits the step.
  await page.keyboard.press('Enter')
  await expect(heading('Signal Sources')).toBeFocused()
  for (const stream of ['Cross-Timeframe Analysis', 'Market Structure Analysis']) {
    await tabTo(page, `Add ${stream}`)
    await page.keyboard.press('Enter')
  }
  await tabTo(page, 'Next')
  await page.keyboard.press('Enter')
  await expect(heading('Confluence Rules')).toBeFocused()
  await tabTo(page, 'Add Rule')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Rule name')).toBeFocused()
  await page.keyboard.type('Agreement')
  for (const key of ['Tab', 'Tab', 'Space', 'Tab', 'Space']) await page.keyboard.press(key)
  await page.getByLabel('Rule name').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Edit Agreement' })).toBeVisible()
  await tabTo(page, 'Next')
  await page.keyboard.press('Enter')
  await expect(heading('Risk Parameters')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(heading('Review & Create')).toBeFocused()
}

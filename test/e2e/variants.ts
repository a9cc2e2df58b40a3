import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Both themes at the widths of a desktop and a phone, each by keyboard and by mouse once. */
export const VARIANTS = [
  { colorScheme: 'dark', width: 1440, isByKeyboard: true },
  { colorScheme: 'light', width: 1440, isByKeyboard: false },
  { colorScheme: 'dark', width: 390, isByKeyboard: false },
  { colorScheme: 'light', width: 390, isByKeyboard: true },
] as const
export type Variant = (typeof VARIANTS)[number]

/** Sets theme and width of the page. */
export async function applyVariant(page: Page, { colorScheme, width }: Variant): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 844 })
}

/** Presses a button by mouse, or by focus and Enter. */
export async function press(page: Page, { isByKeyboard }: Variant, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name, exact: true }).first()
  await (isByKeyboard ? button.press('Enter') : button.click())
}

/** Fails if the page scrolls sideways. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

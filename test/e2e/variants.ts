import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The widths of a desktop and a phone, both themes, by keyboard and by mouse. */
export const VARIANTS = [
  { colorScheme: 'dark', width: 1440, isByKeyboard: true },
  { colorScheme: 'light', width: 390, isByKeyboard: false },
] as const
export type Variant = (typeof VARIANTS)[number]

/** Sets theme and width of the page. */
export async function applyVariant(page: Page, { colorScheme, width }: Variant): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 844 })
}

/** Presses a control by mouse, or by focus and a key. */
export const use = ({ isByKeyboard }: Variant, control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> =>
  isByKeyboard ? control.press(key) : control.click()

/** Presses a button by mouse, or by focus and Enter. */
export const press = (page: Page, variant: Variant, name: string | RegExp): Promise<void> =>
  use(variant, page.getByRole('button', { name, exact: true }).first())

/** Chooses an option of a select. */
export async function choose(page: Page, variant: Variant, label: string, option: string): Promise<void> {
  await use(variant, page.getByRole('combobox', { name: label, exact: true }))
  await use(variant, page.getByRole('option', { name: option, exact: true }))
}

/** Fails if the page or a dialog scrolls sideways. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll('[role="dialog"], [role="dialog"] > div')]
    return Math.max(...boxes.map((box) => box.scrollWidth - box.clientWidth))
  })
  expect(overflow).toBeLessThanOrEqual(0)
}

import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** `rules` are those to look at, otherwise all. */
async function scan(page: Page, rules?: readonly string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).exclude('iframe').options({ resultTypes: ['violations'] })
  // The other mode opens an empty page for each scan, for the sake of frames from elsewhere.
  axe.setLegacyMode()
  if (rules) axe.withRules([...rules])
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/**
 * Serious and critical axe violations on the page.
 * Axe scans over several tasks and may mix two states of a page that rerenders, so a violation counts
 * only if a second scan reports it too.
 */
async function seriousViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const first = await scan(page, rules)
  if (first.length === 0) return first
  const second = new Set(await scan(page, rules))
  return first.filter((finding) => second.has(finding))
}

/** Violations in the theme that the page has, and those of contrast in the other. */
async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found = await seriousViolations(page)
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const [own, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  await page.emulateMedia({ colorScheme: other })
  for (const violation of await seriousViolations(page, ['color-contrast'])) found.push(`${other}: ${violation}`)
  await page.emulateMedia({ colorScheme: own })
  return found
}

/** Horizontal overflow of the page, px. */
const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

interface Widths {
  /** Viewport widths, px. */
  readonly widths: readonly number[]
  /** Overflow to look at instead of the page's, px. */
  readonly overflow?: (page: Page) => Promise<number>
  /** Runs at each width before the overflow is measured. */
  readonly atWidth?: (width: number) => Promise<unknown>
}

/** Horizontal overflow at each width, as lines that begin with the state that the page is in. */
async function overflowProblems(
  page: Page,
  state: string,
  { widths, overflow = horizontalOverflow, atWidth }: Widths,
): Promise<string[]> {
  const problems: string[] = []
  const size = page.viewportSize()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await atWidth?.(width)
    const px = await overflow(page)
    if (px > 0) problems.push(`${state} at ${width} px: ${px} px too wide`)
  }
  if (size) await page.setViewportSize(size)
  return problems
}

/** Serious axe violations of the page in both themes, then its horizontal overflow, as lines that begin with the state that it is in. */
export async function accessibilityProblems(
  page: Page,
  state: string,
  widths: Widths = { widths: [] },
): Promise<string[]> {
  const violations = (await violationsInBothThemes(page)).map((violation) => `${state}: ${violation}`)
  return [...violations, ...(await overflowProblems(page, state, widths))]
}

/** Presses Tab until the control with this label has the focus, and asserts that the focus is visible. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const visited: string[] = []
  for (let presses = 0; presses < 80; presses += 1) {
    const { label, isMarked } = await page.evaluate(() => {
      const element = document.activeElement
      const { outlineStyle } = element ? getComputedStyle(element) : { outlineStyle: 'none' }
      return {
        label: element?.getAttribute('aria-label') ?? (element instanceof HTMLElement ? element.innerText : ''),
        isMarked: outlineStyle !== 'none',
      }
    })
    visited.push(label)
    if (typeof name === 'string' ? name === label : name.test(label)) {
      expect(isMarked, `visible focus of ${label}`).toBe(true)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${name}: ${visited.join(' | ')}`)
}

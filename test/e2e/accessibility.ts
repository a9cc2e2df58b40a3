import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

async function scan(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/**
 * Serious and critical axe violations on the page.
 * Axe scans over several tasks and may mix two states of a page that rerenders, so a violation counts
 * only if a second scan reports it too.
 */
export async function seriousViolations(page: Page): Promise<string[]> {
  const first = await scan(page)
  if (first.length === 0) return first
  const second = new Set(await scan(page))
  return first.filter((finding) => second.has(finding))
}

/** Horizontal overflow of the page, px. */
export const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

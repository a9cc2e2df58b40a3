import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

async function scan(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/**
 * What axe finds serious or critical on the page.
 * Axe walks the page over several tasks: where the page redraws meanwhile, it may join two states that
 * never stood together. A finding counts when a second look finds it too.
 */
export async function seriousViolations(page: Page): Promise<string[]> {
  const first = await scan(page)
  if (first.length === 0) return first
  const second = new Set(await scan(page))
  return first.filter((finding) => second.has(finding))
}

/** By how many pixels the page scrolls sideways. */
export const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

import type { Page } from 'playwright'
import type { Feed } from './feed.ts'

const whole = (count: number): string => count.toLocaleString('en-US')

/** A value of the System Summary, and the small print below it. */
async function summaryOf(page: Page, label: string): Promise<string> {
  const figure = page.getByRole('region', { name: 'System Summary' }).locator('dl > div', { hasText: label })
  return (await figure.textContent()) ?? ''
}

/**
 * Compares the screen, after all messages have arrived, with what was sent: the totals, and every card while scrolling
 * down.
 */
export async function checkFigures(
  page: Page,
  feed: Feed,
): Promise<{ readonly checked: number; readonly wrong: string[] }> {
  await page.waitForTimeout(1_500)
  const wrong: string[] = []
  const seen = new Set<string>()
  const expect = (what: string, shown: string, wanted: string) => {
    if (!shown.includes(wanted)) wrong.push(`${what}: '${wanted}' wanted, '${shown}' shown`)
  }
  expect('total messages', await summaryOf(page, 'Total messages'), `${whole(feed.total())} exactly`)
  expect(
    'total streams',
    await summaryOf(page, 'Total streams'),
    feed.keys.length >= 1_000 ? '1K' : `${feed.keys.length}`,
  )
  const grid = page.getByRole('region', { name: 'Stream cards' })
  await grid.evaluate((element) => element.scrollTo(0, 0))
  for (let isOver = false; !isOver;) {
    await page.waitForTimeout(60)
    const cards = await page.locator('[data-stream]').evaluateAll((elements) =>
      elements.map((element) => ({
        key: element.getAttribute('data-stream') ?? '',
        text: element.textContent ?? '',
        count: element.querySelector('[title$=" messages"]')?.getAttribute('title') ?? '',
      })),
    )
    for (const { key, text, count } of cards) {
      if (seen.has(key)) continue
      seen.add(key)
      const sent = feed.sentOf(key)
      expect(key, count, `${whole(sent.count)} messages`)
      expect(key, text, sent.shown)
    }
    isOver = await grid.evaluate((element) => {
      const before = element.scrollTop
      element.scrollBy(0, element.clientHeight - 100)
      return element.scrollTop === before
    })
  }
  for (const key of feed.keys) if (!seen.has(key)) wrong.push(`${key}: not shown`)
  return { checked: seen.size * 2 + 2, wrong }
}

import type { Page } from '@playwright/test'
import { EXAMPLES } from '#test/support/data/monitoring.ts'
import { emptyProxy, interceptAnalysisSocket } from './analysis-socket.ts'
import { CARDS, cardOf } from './cards.ts'
import { expect, signIn, test } from './fixtures.ts'
import { walkToReview } from './wizard.ts'

test.use({ ownServer: true })

/** Texts with a word of certainty that neither say their kind nor show it on hover. */
const unexplained = (page: Page) =>
  page.evaluate(() => {
    const CLAIM = /\bsure\b|\bconfiden(?:ce|t)\b|\blikely\b/i
    const KIND = /\bprobability\b|\bevidence\b|\brecord\b|\bmeasurement\b/i
    /** A question to the user, and no figure. */
    const QUESTION = /^Are you sure you want to /
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      const element = node.parentElement
      if (element === null || !CLAIM.test(text) || KIND.test(text) || QUESTION.test(text)) continue
      if (element.closest('script, style') !== null || !element.checkVisibility()) continue
      const explained = element.closest('[title], [aria-description]')
      const words = `${explained?.getAttribute('title')} ${explained?.getAttribute('aria-description')}`
      if (!KIND.test(words)) found.push(text.slice(0, 80))
    }
    return found
  })

/** Number of texts with such a word, so that a screen without any is noticed. */
const claims = (page: Page) => page.evaluate(() => (document.body.textContent ?? '').match(/confidence/gi)?.length ?? 0)

const expectExplained = (page: Page) => expect.poll(() => unexplained(page)).toEqual([])

test('[FG-22] the check finds a confidence without a kind', { tag: '@long' }, async ({ page, server }) => {
  await page.goto(`${server.origin}/signin`)
  await page.evaluate(() => document.body.append('64 % confidence', 'We are sure'))
  expect(await unexplained(page)).toEqual(['64 % confidence', 'We are sure'])
})

test(
  '[FG-21] [FG-22] the cards of the dashboard, their provenance and their raw messages',
  { tag: '@long' },
  async ({ page, server }) => {
    const analysis = await interceptAnalysisSocket(page)
    await emptyProxy(page)
    await signIn(page, server.origin)
    await analysis.sendUntil((data) => data, cardOf(page, 'Pattern Recognition').getByTestId('headline'))
    await expect(page.getByTestId('headline')).toHaveCount(CARDS.length)
    await expect(cardOf(page, 'Cross-Timeframe Confluence').getByTestId('headline')).toContainText('of 100')
    expect(await claims(page)).toBeGreaterThan(5)
    await expectExplained(page)

    for (const [card, dialog] of CARDS) {
      await test.step(card, async () => {
        await cardOf(page, card).getByTestId('headline').focus()
        await page.keyboard.press('Shift+Tab')
        await page.keyboard.press('Tab')
        await expect(page.getByText(/(Evidence, not a probability|Probability|Measurement): /).last()).toBeVisible()
        await cardOf(page, card)
          .getByRole('button', { name: /show provenance/ })
          .click()
        await expect(page.getByRole('dialog', { name: /provenance/ })).toContainText(/Evidence|Probability|Measurement/)
        await expectExplained(page)
        await page.keyboard.press('Escape')
        await cardOf(page, card).getByRole('button', { name: card, exact: true }).press('Enter')
        await expect(page.getByRole('dialog', { name: dialog })).toContainText(/Evidence|Probability|Measurement/)
        await expectExplained(page)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })
    }
  },
)

test(
  '[FG-22] every kind of monitoring card, its details, and the connection dialog',
  { tag: '@long' },
  async ({ page, server }) => {
    const analysis = await interceptAnalysisSocket(page)
    await emptyProxy(page)
    await signIn(page, server.origin)
    await page.goto(`${server.origin}/monitoring`)
    const cardOfStream = (key: string) => page.locator(`[data-stream="${key}"]`)
    await analysis.sendUntil((data) => data, cardOfStream(EXAMPLES.levels.key))
    for (const [kind, { key }] of Object.entries(EXAMPLES)) {
      await test.step(kind, async () => {
        await page.goto(`${server.origin}/monitoring?q=${encodeURIComponent(key)}`)
        await analysis.sendUntil((data) => data, cardOfStream(key))
        await expectExplained(page)
        await cardOfStream(key).getByRole('button').first().click()
        await expect(page.getByRole('dialog').getByRole('table', { name: 'Values' })).toBeVisible()
        await expectExplained(page)
      })
    }
    await page.goto(`${server.origin}/monitoring`)
    await page
      .getByRole('button', { name: /Connection Status/ })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectExplained(page)
  },
)

test(
  '[FG-22] [FG-23] templates, the wizard, and a strategy with its decisions',
  { tag: '@long' },
  async ({ page, server }) => {
    await signIn(page, server.origin)
    await page.goto(`${server.origin}/trading`)
    await page.getByRole('button', { name: 'New Strategy' }).click()
    await page.getByRole('button', { name: /Pattern-Based Trading/ }).click()
    await expect(page.getByText(/Consolidated Patterns.*: right in \d+ of 100 .* chance/).first()).toBeVisible()
    await expectExplained(page)
    await page.getByRole('button', { name: 'Use This Template' }).click()
    await expectExplained(page)
    await page.getByRole('dialog').getByLabel('Name').fill('Patterns')
    await page.getByRole('dialog').getByRole('button', { name: 'Create Strategy' }).click()
    await page.getByRole('button', { name: 'View Patterns' }).click()
    const detail = page.getByRole('dialog', { name: 'Patterns' })
    await expect(detail.getByText(/Record: right in \d+ of 100/).first()).toBeVisible()
    await expectExplained(page)
    await detail.getByRole('button', { name: /^Why / }).first().click({ timeout: 90_000 })
    await expect(detail.getByRole('region', { name: 'Records of the sources' }).first()).toBeVisible()
    expect(await claims(page)).toBeGreaterThan(1)
    await expectExplained(page)
    await page.keyboard.press('Escape')
    await walkToReview(page, 'By hand')
    await expectExplained(page)
  },
)

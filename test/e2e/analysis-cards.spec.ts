import type { Page } from '@playwright/test'
import type { CrossTimeframe } from '#contract/payloads/cross-timeframe.ts'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { LevelSet } from '#contract/payloads/levels.ts'
import type { PatternAnalysis } from '#contract/payloads/patterns.ts'
import type { MarketStructure } from '#contract/payloads/structure.ts'
import { formatPercent, formatPrice } from '#src/ui/format/number.ts'
import { cardOf } from './cards.ts'
import { expect, signIn, test } from './fixtures.ts'

const MINUTE_MS = 90_000

const headlineOf = (page: Page, name: string) => cardOf(page, name).getByTestId('headline')

/** The payload of a card, from its raw message dialog. */
async function payloadOf<Payload>(page: Page, card: string, dialog = card): Promise<Payload> {
  await cardOf(page, card).getByRole('button', { name: card, exact: true }).press('Enter')
  await page.getByRole('tab', { name: 'JSON' }).click()
  const json = await page.getByRole('region', { name: 'Latest message as JSON' }).textContent()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: dialog, exact: true })).toHaveCount(0)
  const { Analysis, TechnicalIndicator } = JSON.parse(json ?? '') as Record<string, Payload>
  return (Analysis ?? TechnicalIndicator)!
}

const expectMeter = (page: Page, card: string, name: string, score: number) =>
  expect(cardOf(page, card).getByRole('meter', { name, exact: true })).toHaveAttribute(
    'aria-valuetext',
    formatPercent(score),
    { timeout: 1_000 },
  )

test.describe('the analysis cards', () => {
  test.beforeEach(async ({ page, server }) => {
    await signIn(page, server.origin)
    await expect(headlineOf(page, 'Market Structure')).toBeVisible({ timeout: MINUTE_MS })
  })

  test(
    '[MA-6] [MA-15] [MA-19] show the values of their messages',
    { tag: '@long' },
    async ({ page, consoleErrors }) => {
      await expect(async () => {
        const structure = await payloadOf<MarketStructure>(page, 'Market Structure')
        await expectMeter(page, 'Market Structure', 'Confidence', structure.market_regime.confidence)
        const levels = await payloadOf<LevelSet>(page, 'Support & Resistance', 'Support and Resistance')
        for (const side of ['support', 'resistance'] as const) {
          const sent = levels[`${side}_levels`]
          const rows = cardOf(page, 'Support & Resistance').getByRole('table', { name: new RegExp(side, 'i') })
          await expect(rows.getByRole('rowheader')).toHaveText(
            sent
              .slice(0, 5)
              .map(({ price }, at) => `${side.charAt(0).toUpperCase()}${at + 1} ${formatPrice(price, 'BTCUSD')}`),
            { timeout: 1_000 },
          )
        }
        await expect(page.getByRole('button', { name: /^S\/R: / })).toHaveText(`S/R: Zones (${levels.total_levels})`, {
          timeout: 1_000,
        })
        const patterns = await payloadOf<PatternAnalysis>(page, 'Pattern Recognition', 'Patterns')
        await expectMeter(page, 'Pattern Recognition', 'Confidence', patterns.summary.overall_confidence)
        const confluence = await payloadOf<CrossTimeframe>(page, 'Cross-Timeframe Confluence')
        await expectMeter(
          page,
          'Cross-Timeframe Confluence',
          'Overall Confidence',
          confluence.confidence_metrics.overall_confidence,
        )
        const snapshot = await payloadOf<IndicatorSnapshot>(page, 'Technical Indicators')
        expect(snapshot.timeframe).toBe('M1')
      }).toPass()
      expect(consoleErrors).toEqual([])
    },
  )

  test(
    '[MA-63] [MA-66] open on a click anywhere, close on one outside, and restore the focus',
    { tag: '@long' },
    async ({ page }) => {
      const card = cardOf(page, 'Market Structure')
      await card.getByText('Timeframe analysis').click()
      const dialog = page.getByRole('dialog', { name: 'Market Structure' })
      await expect(dialog).toBeVisible()
      await page.mouse.click(5, 300)
      await expect(dialog).toHaveCount(0)
      await expect(card.getByRole('button', { name: 'Market Structure', exact: true })).toBeFocused()
      await card.getByRole('button', { name: /show provenance/ }).click()
      await page.getByText('Market time').click()
      await expect(dialog).toHaveCount(0)
    },
  )

  test('[MA-60] show where their data comes from', { tag: '@long' }, async ({ page }) => {
    for (const name of ['Market Structure', 'Pattern Recognition', 'Support & Resistance', 'Technical Indicators']) {
      await expect(cardOf(page, name).getByRole('button', { name: /^Simulated · \d+ (s|min)/ })).toBeVisible()
    }
  })
})

import type { Locator, Page } from '@playwright/test'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { DEFINITION } from '#test/support/data/strategy-samples.ts'
import { cardOf } from './cards.ts'
import { chartOf } from './chart.ts'
import { expect, signIn, test } from './fixtures.ts'
import { createStrategy } from './strategy-calls.ts'

/** Buys or sells every minute in which a source leans to a side. */
const EVERY_MINUTE: CustomStrategy = {
  ...DEFINITION,
  signal_sources: DEFINITION.signal_sources.map((source) => ({
    ...source,
    threshold_buy: 0.01,
    threshold_sell: 0.01,
    weight_config: { ...source.weight_config, min_confidence: 0 },
  })),
  confluence_rules: DEFINITION.confluence_rules.map((rule) => ({
    ...rule,
    operator: 'or',
    minimum_sources: 1,
    minimum_total_weight: 0,
    consensus_threshold: 0,
  })),
  risk_parameters: { ...DEFINITION.risk_parameters, min_signal_strength: 0, signal_cooldown_minutes: null },
}

/** At any timeframe. */
const liveChart = (page: Page) => chartOf(page, /^BTC\/USD Live Chart/)

/** Presses a figure of a card, and expects it on the chart of the timeframe that it was found on. */
async function expectOnChart(page: Page, figure: Locator, press: () => Promise<void>): Promise<void> {
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  await expect(liveChart(page)).not.toBeInViewport()
  await press()
  await expect(figure).toBeFocused()
  await expect(liveChart(page)).toBeInViewport({ ratio: 0.9 })
}

test.describe('what the analysis found', () => {
  test('[DA-30] a break is shown on the chart of its timeframe, and a pattern on the chart, by mouse and by keys @long', async ({
    page,
    server,
    consoleErrors,
  }) => {
    await signIn(page, server.origin)
    const toggle = (name: string) => page.getByRole('button', { name, exact: true })
    // Not of the chart's own timeframe, so that it has to change.
    const timeframe = page.locator('span').filter({ hasText: /^(M5|M15|M30|H1|H4|D1)$/ })
    const row = cardOf(page, 'Market Structure')
      .getByRole('listitem')
      .filter({ has: page.locator('time') })
    const other = row.filter({ has: timeframe }).first()
    const foundBreak = other.getByTitle('Show on the chart')
    await expect(foundBreak).toBeVisible({ timeout: 60_000 })
    const found = await other.locator(timeframe).innerText()
    const foundPattern = cardOf(page, 'Pattern Recognition').getByTitle('Show on the chart').first()
    for (const figure of [foundBreak, foundPattern])
      for (const press of [() => figure.click(), () => figure.press('Enter')]) {
        await expectOnChart(page, figure, press)
        if (figure === foundBreak) await expect(toggle(found)).toHaveAttribute('aria-pressed', 'true')
        await toggle('M1').click()
        await expect(toggle('M1')).toHaveAttribute('aria-pressed', 'true')
      }
    expect(consoleErrors).toEqual([])
  })
})

test.describe('a decision', () => {
  test.use({ ownServer: true })

  test('[CH-63] [CH-72] is shown at its minute, where its mark opens its explanation @long', async ({
    page,
    server,
    consoleErrors,
  }) => {
    // The first decision needs a closed minute, after the history was analysed.
    test.setTimeout(300_000)
    await signIn(page, server.origin)
    await createStrategy(page, server.origin, 'Marked', EVERY_MINUTE)
    await page.goto(`${server.origin}/trading`)
    await page.getByRole('button', { name: 'View Marked' }).click()
    const detail = page.getByRole('dialog', { name: 'Marked', exact: true })
    const toChart = detail.getByRole('button', { name: /^(BUY|SELL) at .* on the chart$/ }).first()
    await expect(toChart).toBeVisible({ timeout: 160_000 })
    const decided = /^(BUY|SELL) at/.exec((await toChart.getAttribute('aria-label')) ?? '')?.[1]
    await toChart.click()
    await expect(page).toHaveURL(/\/dashboard\?.*at=/)
    const minute = (new URL(page.url()).searchParams.get('at') ?? '').replace('T', ' ').replace('Z', '')
    const chart = liveChart(page)
    await expect(chart).toBeVisible()

    await page
      .getByRole('button', { name: /^Indicators/ })
      .first()
      .press('Enter')
    await page.getByRole('menuitemcheckbox', { name: 'My decisions' }).press('Enter')
    await page.keyboard.press('Escape')
    await chart.focus()
    await expect(async () => {
      await page.keyboard.press('End')
      for (let step = 0; step < 10; step += 1) {
        if ((await chart.getAttribute('aria-valuetext'))?.startsWith(minute)) break
        await page.keyboard.press('ArrowLeft')
      }
      await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`^${minute}.*${decided} by Marked`), {
        timeout: 1_000,
      })
    }).toPass()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/trading\?.*decision=/)
    await expect(detail.getByRole('region', { name: 'Decision from the Chart' })).toContainText(`met for ${decided}`)
    expect(consoleErrors).toEqual([])
  })
})

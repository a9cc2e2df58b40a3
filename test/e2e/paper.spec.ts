import { referenceData } from '#test/support/data/reference.ts'
import { chartOf } from './chart.ts'
import { accessibilityProblems } from './accessibility.ts'
import { expect, signIn, test } from './fixtures.ts'

const FILE = referenceData('candles/BTCUSD-1m-2019-06.csv.gz')

test.describe('paper trading', () => {
  test.use({ ownServer: true })

  test('[PT-12] [PT-20] a strategy from a template trades on paper, and everything is stopped', async ({
    page,
    faults,
    consoleErrors,
  }) => {
    await signIn(page, faults.origin)
    await page.goto(`${faults.origin}/trading`)
    await page.getByRole('button', { name: 'New Strategy' }).click()
    await page.getByRole('button', { name: /Conservative Trend Following/ }).click()
    await page.getByRole('button', { name: 'Use This Template' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Slow and steady')
    await page.getByRole('button', { name: 'Create Strategy' }).click()
    await expect(page.getByText('Slow and steady').first()).toBeVisible()

    await page.getByRole('button', { name: 'Start Paper Trading' }).click()
    const starting = page.getByRole('dialog', { name: 'Start Paper Trading' })
    await starting.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page.getByText('$10,000.00').first()).toBeVisible()

    await page.getByRole('button', { name: 'Add Strategy' }).click()
    const allocating = page.getByRole('dialog', { name: 'Trade on Paper' })
    await expect(allocating.getByText('$10,000.00 of the account is free')).toBeVisible()
    await allocating.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('tab', { name: 'Strategies' }).click()
    const row = page.getByRole('region', { name: 'Strategies on paper' }).getByRole('row', { name: /Slow and steady/ })
    await expect(row).toContainText('$2,000.00')

    // [PT-21] Another page of the user is told, and asks for nothing.
    const other = await page.context().newPage()
    await other.goto(`${faults.origin}/trading`)
    await expect(other.getByRole('button', { name: 'Stop Everything' })).toBeVisible()
    await expect(other.getByRole('button', { name: /Connection Status: .*Analytics connected/ })).toBeVisible()

    await page.getByRole('button', { name: 'Stop Everything' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stop Everything' }).click()
    await expect(page.getByText('Paper trading is stopped')).toBeVisible()
    await expect(other.getByText('Paper trading is stopped')).toBeVisible()
    const asked: string[] = []
    other.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.getByRole('button', { name: 'Let It Go On' }).click()
    await expect(page.getByText('Paper trading is stopped')).toBeHidden()
    await expect(other.getByText('Paper trading is stopped')).toBeHidden()
    expect(asked.filter((path) => path.endsWith('/ensemble/paper'))).toEqual([])
    await other.close()

    await page.getByRole('tab', { name: 'Ledger' }).click()
    await expect(page.getByRole('region', { name: 'Ledger' })).toContainText('Paper trading goes on.')

    await page.getByRole('button', { name: 'View Slow and steady' }).click()
    await page.getByRole('button', { name: 'Open Page' }).click()
    await expect(page).toHaveURL(/\/trading\/strategies\/[\w-]+$/)
    const response = await page.reload()
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: 'Slow and steady' })).toBeVisible()
    const paper = page.getByRole('region', { name: 'On Paper' })
    await expect(paper.getByRole('row', { name: /Slow and steady/ })).toContainText('$2,000.00')
    expect(await accessibilityProblems(page, 'a strategy', { widths: [1440, 390] })).toEqual([])
    await page.screenshot({ path: 'test-results/strategy.png' })
    await page.getByRole('button', { name: 'All Strategies' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Trading Operations' })).toBeVisible()

    // [CH-78] [PT-22] From the chart, where nothing is traded by hand yet.
    await page.goto(`${faults.origin}/dashboard`)
    const chart = chartOf(page)
    await expect(page.getByText(/^500 one-minute candles/)).toBeAttached()
    await chart.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('o')
    await expect(page).toHaveURL(/\/trading\?order=BTCUSD/)
    const giving = page.getByRole('dialog', { name: 'Trade on Paper' })
    await expect(giving.getByRole('combobox', { name: 'Strategy' })).toContainText('None: by hand')
    await giving.getByRole('button', { name: 'Start', exact: true }).click()
    const ordering = page.getByRole('dialog', { name: 'New Order' })
    await expect(ordering.getByRole('textbox', { name: /^(Limit|Stop)$/ })).toHaveValue(/^[\d,.]+$/)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/trading$/)
    expect(consoleErrors).toEqual([])
  })
})

test.describe('trading by hand over a replayed month', () => {
  test.skip(!FILE, 'needs recorded candles: PAIRBOT_REFERENCE_DATA')
  test.use({ serverEnv: { PAIRBOT_MARKET: 'replay', PAIRBOT_REPLAY: FILE ?? '', PAIRBOT_REPLAY_SPEED: '300' } })

  test('[PT-14] [PT-16] [PT-3] [CH-63] an order fills, is guarded, closed in part, and marked on the chart @long', async ({
    page,
    server,
    consoleErrors,
  }) => {
    await signIn(page, server.origin)
    await page.goto(`${server.origin}/trading`)
    await page.getByRole('button', { name: 'Start Paper Trading' }).click()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.getByRole('button', { name: 'Add Strategy' }).click()
    const allocating = page.getByRole('dialog', { name: 'Trade on Paper' })
    await expect(allocating.getByRole('combobox', { name: 'Strategy' })).toContainText('None: by hand')
    await allocating.getByRole('button', { name: 'Start', exact: true }).click()

    const ordering = page.getByRole('dialog', { name: 'New Order' })
    await expect(async () => {
      await page.getByRole('button', { name: 'New Order' }).click()
      await ordering.getByRole('textbox', { name: 'Quantity' }).fill('0.01')
      await ordering.getByRole('button', { name: 'Place Order' }).click()
      // Before its first minute an allocation has no price.
      await expect(ordering).toBeHidden({ timeout: 2_000 })
    }).toPass()
    const row = page.getByRole('region', { name: 'Open positions' }).getByRole('row', { name: /BTC\/USD by hand/ })
    await expect(row).toContainText('0.010000', { timeout: 30_000 })

    await row.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: 'Stop and target' }).click()
    const protecting = page.getByRole('dialog', { name: 'Stop and target of BTC/USD' })
    await protecting.getByRole('textbox', { name: 'Stop' }).fill('1000')
    await protecting.getByRole('button', { name: 'Save' }).click()
    await expect(row).toContainText('1,000.0')

    await row.getByRole('button', { name: /^Close/ }).click()
    const closing = page.getByRole('dialog', { name: /^Close BTC\/USD/ })
    await closing.getByRole('textbox', { name: 'Part of the position' }).fill('50')
    await closing.getByRole('button', { name: 'Close Position' }).click()
    await expect(row).toContainText('0.005000', { timeout: 30_000 })
    await page.getByRole('tab', { name: 'Orders' }).click()
    await expect(page.getByRole('region', { name: 'Orders' })).toContainText('filled')
    expect(await accessibilityProblems(page, 'orders', { widths: [1440, 390] })).toEqual([])

    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${server.origin}/dashboard`)
    const chart = page.getByRole('slider', { name: 'BTC/USD Live Chart (1m)' })
    await expect(chart).toBeVisible()
    await page
      .getByRole('button', { name: /^Indicators/ })
      .first()
      .press('Enter')
    await page.getByRole('menuitemcheckbox', { name: 'My paper trades' }).press('Enter')
    await page.keyboard.press('Escape')
    await chart.focus()
    await expect(async () => {
      await page.keyboard.press('End')
      for (let step = 0; step < 90; step += 1) {
        if (/on paper/.test((await chart.getAttribute('aria-valuetext')) ?? '')) return
        await page.keyboard.press('ArrowLeft')
      }
      throw new Error('No fill on the chart')
    }).toPass()
    expect(consoleErrors).toEqual([])
  })
})

import { expect, signIn, test } from './fixtures.ts'

test('[DA-25] [DA-26] pair and timeframe are chosen, linked to, and gone back from @long', async ({ page, server }) => {
  await signIn(page, server.origin)
  const title = (name: string) => page.getByRole('heading', { name, exact: true })
  await expect(title('BTC/USD Live Chart (1m)')).toBeVisible()

  await page.getByRole('button', { name: 'Pair: BTC/USD' }).click()
  await page.getByRole('searchbox', { name: 'Search pairs' }).fill('eth')
  await page.keyboard.press('Enter')
  await expect(title('ETH/USD Live Chart (1m)')).toBeVisible()
  await page.getByRole('button', { name: 'H1', exact: true }).click()
  await expect(title('ETH/USD Live Chart (1h)')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\?pair=ETHUSD&tf=1h$/)
  await expect(page).toHaveTitle(/ETH\/USD · Dashboard$/)

  await page.goBack()
  await expect(title('ETH/USD Live Chart (1m)')).toBeVisible()
  await page.goBack()
  await expect(title('BTC/USD Live Chart (1m)')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard$/)

  await page.goto(`${server.origin}/dashboard?pair=SOLUSD&tf=7m`)
  const note = 'This server has no pair SOL/USD; this is BTC/USD. There is no timeframe 7m; this is 1m.'
  await expect(page.getByText(note)).toBeVisible()
  await expect(title('BTC/USD Live Chart (1m)')).toBeVisible()
})

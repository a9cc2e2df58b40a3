import { expect, signIn, test } from './fixtures.ts'

const N = 200
const AT = 1_560_340_800_000
const PAIRS = ['BTCUSD', 'ETHUSD', 'XRPUSD', 'SOLUSD']
const allocation = (index: number) => ({
  id: `a-${index}`,
  strategy_id: `s-${index}`,
  name: `Strategy ${index}`,
  pair: PAIRS[index % PAIRS.length],
  capital: 1000,
  max_drawdown_pct: null,
  started_at: AT,
  ended_at: null,
  end_reason: null,
  cash: 1000,
  equity: 1001 + index,
  max_drawdown: 0.01,
  trades: 3,
  fees: 2,
  holding: 0.02,
  position: {
    side: index % 3 ? 'long' : 'short',
    quantity: 0.01 + index / 1000,
    entry_price: 7900 + index,
    entry_fee: 0.4,
    decided_at: AT,
    opened_at: AT + index * 60000,
    stop: 7800,
    target: 8200,
  },
  order: null,
  orders: [],
  expected: null,
  cool_until: null,
})
const account = {
  id: 'p-1',
  revision: 1,
  settings: {
    capital: 200000,
    fee_pct: 0.4,
    slippage: { half_spread_pct: 0.01, range_share: 0.1 },
    allow_short: false,
  },
  limits: {
    max_daily_loss_pct: 5,
    max_drawdown_pct: 20,
    max_positions: null,
    max_exposure_pct: null,
    cool_down: null,
    on_hit: 'close',
  },
  started_at: AT,
  halted: null,
  free: 0,
  equity: 200100,
  day_equity: 200000,
  max_drawdown: 0.02,
  fees: 20,
  traded_until: Date.now(),
  allocations: Array.from({ length: N }, (_, index) => allocation(index)),
}

test.use({ ownServer: true })
test('inp', async ({ page, faults }) => {
  test.setTimeout(180_000)
  await page.addInitScript(() => {
    const w = window as unknown as { inps: number[] }
    w.inps = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.interactionId) w.inps.push(entry.duration)
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  })
  await signIn(page, faults.origin)
  await page.route('**/ensemble/paper', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: { account } }) : route.continue(),
  )
  await page.goto(`${faults.origin}/trading`)
  await expect(page.getByText(`Positions (${N})`)).toBeVisible()
  await page.screenshot({ path: 'test-results/zz-1440.png' })
  const region = page.getByRole('region', { name: 'Open positions' })
  for (let round = 0; round < 5; round += 1) {
    for (const name of ['Profit', 'Pair', 'Strategy', 'Opened']) {
      await region.getByRole('button', { name, exact: true }).click()
      await page.waitForTimeout(150)
    }
    for (const tab of ['Orders', 'Strategies', /Positions/]) {
      await page.getByRole('tab', { name: tab }).click()
      await page.waitForTimeout(150)
    }
  }
  await page.getByRole('button', { name: 'New Order' }).click()
  await page.keyboard.press('Escape')
  const inps = await page.evaluate(() => (window as unknown as { inps: number[] }).inps)
  const sorted = inps.toSorted((a, b) => a - b)
  console.log(
    'interactions',
    sorted.length,
    'p50',
    sorted[Math.floor(sorted.length / 2)],
    'p98',
    sorted[Math.floor(sorted.length * 0.98)],
    'max',
    sorted.at(-1),
  )
  await region.getByRole('button', { name: 'Profit', exact: true }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await region.scrollIntoViewIfNeeded()
  await page.screenshot({ path: 'test-results/zz-390.png' })
})

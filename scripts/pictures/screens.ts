import type { Page } from 'playwright'

/** A picture to take: an address, and what is opened there. */
export interface Screen {
  readonly name: string
  readonly path: string
  readonly isSignedOut?: boolean
  /** The whole page rather than what is seen of it first. */
  readonly isWhole?: boolean
  /** Waits for what is drawn after the screen is there. */
  readonly ready?: (page: Page) => Promise<void>
  readonly open?: (page: Page) => Promise<void>
}

const chartDrawn = (page: Page) => page.locator('canvas').first().waitFor()
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

async function openWizard(page: Page): Promise<void> {
  await press('New Strategy')(page)
  await press('Custom Strategy')(page)
}

async function openSources(page: Page): Promise<void> {
  await openWizard(page)
  await page.getByLabel('Name', { exact: true }).fill('Momentum and structure')
  await page.getByLabel('Description').fill('Buys where both agree')
  await press('Next')(page)
  await press(/^Add Cross-Timeframe/)(page)
  await press(/^Add Market Structure/)(page)
}

/** The screens of backtests, with the ids of two that are done. */
const backtestScreens = ([first, second]: readonly string[]): readonly Screen[] =>
  first === undefined || second === undefined
    ? []
    : [
        { name: 'backtests', path: '/trading/backtests', isWhole: true },
        { name: 'backtest', path: `/trading/backtests?backtest=${second}`, isWhole: true, ready: chartDrawn },
        { name: 'backtests-compared', path: `/trading/backtests?compare=${first},${second}`, isWhole: true },
        { name: 'backtest-new', path: '/trading/backtests', open: press('New Backtest') },
      ]

/** All screens and main dialogs, as an administrator sees them: with a code of an invitation and the ids of backtests. */
export const screens = (invitation: string, backtests: readonly string[]): readonly Screen[] => [
  { name: 'sign-in', path: '/signin', isSignedOut: true },
  { name: 'register', path: `/register?code=${invitation}`, isSignedOut: true },
  { name: 'dashboard', path: '/dashboard' },
  { name: 'dashboard-whole', path: '/dashboard', isWhole: true },
  { name: 'charts', path: '/charts?charts=BTCUSD-1m.BTCUSD-1h.ETHUSD-5m.XRPUSD-15m', ready: chartDrawn },
  { name: 'card-details', path: '/dashboard?card=structure' },
  { name: 'provenance', path: '/dashboard', open: press(/show provenance$/) },
  { name: 'connection-status', path: '/dashboard', open: press(/^Connection Status/) },
  { name: 'shortcuts', path: '/dashboard', open: (page) => page.keyboard.press('?') },
  { name: 'palette', path: '/dashboard', open: (page) => page.keyboard.press('Control+k') },
  { name: 'chart-tools', path: '/dashboard', open: press('Chart tools') },
  { name: 'model-upload', path: '/dashboard', open: press('Bulk Upload') },
  { name: 'model-details', path: '/dashboard', open: press('momentum-v3') },
  { name: 'trading', path: '/trading', isWhole: true },
  { name: 'strategy', path: '/trading', open: press(/^View /) },
  { name: 'templates', path: '/trading', isWhole: true, open: press('New Strategy') },
  { name: 'wizard', path: '/trading', open: openWizard },
  { name: 'wizard-sources', path: '/trading', open: openSources },
  { name: 'strategies-table', path: '/trading?view=table', isWhole: true },
  ...backtestScreens(backtests),
  { name: 'score-card', path: '/score', isWhole: true },
  { name: 'monitoring', path: '/monitoring' },
  { name: 'monitoring-whole', path: '/monitoring', isWhole: true },
  { name: 'stream', path: '/monitoring?stream=tdp:kraken:BTCUSD:technical_indicators:m1' },
  { name: 'profile', path: '/profile', isWhole: true },
  { name: 'account-security', path: '/profile/security', isWhole: true },
  { name: 'admin-dashboard', path: '/admin/dashboard', isWhole: true },
  { name: 'admin-users', path: '/admin/users', isWhole: true },
  { name: 'admin-user', path: '/admin/users', open: press(/^Manage /) },
  { name: 'admin-invitations', path: '/admin/invitations', isWhole: true },
  { name: 'admin-invitation', path: '/admin/invitations', open: press('Create Invitation') },
  { name: 'admin-sessions', path: '/admin/sessions', isWhole: true },
  { name: 'admin-attempts', path: '/admin/security', isWhole: true },
  { name: 'admin-audit', path: '/admin/security?tab=audit', isWhole: true },
  { name: 'admin-alerts', path: '/admin/security?tab=alerts', isWhole: true },
  { name: 'machines', path: '/dev/machines' },
  { name: 'not-found', path: '/nowhere' },
]

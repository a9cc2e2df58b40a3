import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import type { Task } from './task.ts'

const dockOf = (page: Page) => page.getByRole('complementary', { name: 'Inspector' })

const STREAM = 'tdp:kraken:BTCUSD:analysis:support_resistance'

export const DEVELOPER: readonly Task[] = [
  {
    name: 'Find a stream and see its last message',
    from: '/dashboard',
    async run({ page, hand }) {
      await hand.find('support btc', 'Support and resistance, BTC/USD')
      await expect(page.getByRole('dialog', { name: /support_resistance/ })).toContainText(STREAM)
    },
  },
  {
    name: 'Read one value of a message',
    from: `/monitoring?stream=${STREAM}`,
    async run({ page, hand }) {
      const dialog = page.getByRole('dialog', { name: /support_resistance/ })
      await hand.fill(dialog.getByRole('searchbox', { name: 'Search values' }), 'overall confidence')
      await expect(dialog.getByText(/^1 of \d+ values$/)).toBeVisible()
    },
  },
  {
    name: 'Run the health test',
    from: '/monitoring',
    async run({ page, hand }) {
      await hand.use(page.getByRole('button', { name: 'Health Test' }))
      await expect(page.getByText(/^Health test passed: \d+ tests$/)).toBeVisible()
    },
  },
  {
    name: 'Watch the machines beside a page',
    from: '/dashboard',
    async run({ page, hand }) {
      await hand.find('inspector', 'Open the inspector')
      await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeVisible()
    },
  },
  {
    name: 'See why the socket was lost',
    from: '/dashboard?inspector=machines',
    async before(page) {
      await page.evaluate(() => globalThis.dispatchEvent(new Event('offline')))
      await expect(dockOf(page).getByRole('button', { name: /^tdp connection.*offline/ })).toBeVisible()
    },
    async run({ page, hand }) {
      const dock = dockOf(page)
      await expect(dockOf(page).getByRole('heading', { name: 'Now' })).toBeVisible()
      await hand.dock('what happened')
      await hand.fill(dock.getByLabel('Filter'), 'page.offline')
      await hand.use(dock.locator('[data-log]'))
      await expect(dock.getByRole('heading', { name: 'Earlier' })).toBeVisible()
      await expect(dock.getByText(/connected.* → .*offline/).last()).toBeVisible()
    },
  },
  {
    name: 'See which guard refused an event',
    from: '/dashboard?inspector=machines',
    async run({ page, hand }) {
      const dock = dockOf(page)
      await expect(dockOf(page).getByRole('heading', { name: 'Now' })).toBeVisible()
      await hand.dock('what happened')
      await hand.fill(dock.getByLabel('Filter'), 'refused')
      await hand.use(dock.locator('[data-log]'))
      await expect(dock.getByText(/^guard of .* refused$/).first()).toBeVisible()
    },
  },
  {
    name: 'See the context before a step',
    from: '/dashboard?inspector=machines',
    async run({ page, hand }) {
      const dock = dockOf(page)
      await expect(dockOf(page).getByRole('heading', { name: 'Now' })).toBeVisible()
      await hand.dock('what happened')
      await hand.use(dock.getByRole('button', { name: 'Step back' }))
      await expect(dock.getByRole('heading', { name: 'Earlier' })).toBeVisible()
      await expect(dock.getByText(/^Context (un)?changed/)).toBeVisible()
    },
  },
  {
    name: 'Compare two moments of a machine',
    from: '/dashboard?inspector=machines',
    async run({ page, hand }) {
      const dock = dockOf(page)
      await expect(dockOf(page).getByRole('heading', { name: 'Now' })).toBeVisible()
      await hand.dock('what happened')
      await hand.use(dock.getByRole('button', { name: 'Pin', exact: true }))
      await hand.fill(dock.getByLabel('Filter'), 'session user.known')
      await hand.use(dock.locator('[data-log]'))
      await expect(dock.getByText(/^Context (un)?changed since/)).toBeVisible()
    },
  },
  {
    name: 'See which message changed a value',
    from: '/dashboard?inspector=streams',
    async run({ page, hand }) {
      const dock = dockOf(page)
      await expect(dock.getByText('analytics socket', { exact: true })).toBeVisible()
      await expect(dockOf(page).getByRole('tablist')).toBeVisible()
      await hand.dock()
      await hand.use(dock.getByRole('button', { name: 'Previous message' }))
      const listed = dock.getByRole('list', { name: 'What happened at the moment' })
      await expect(listed).toContainText(/socket: \w+/)
    },
  },
  {
    name: 'Find where an event leads',
    from: '/dashboard?inspector=machines',
    async run({ page, hand }) {
      const dock = dockOf(page)
      await expect(dockOf(page).getByRole('tablist')).toBeVisible()
      await hand.dock()
      await hand.fill(dock.getByLabel('Find a state or event'), 'user.signOut')
      await expect(dock.getByText(/^[1-9]\d* found$/)).toBeVisible()
    },
  },
  {
    name: 'Copy what happened as a test',
    from: '/dashboard?inspector=machines',
    async run({ page, hand }) {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await expect(dockOf(page).getByRole('heading', { name: 'Now' })).toBeVisible()
      await hand.dock('what happened')
      await hand.use(dockOf(page).getByRole('button', { name: 'Copy as test' }))
      await expect(page.getByText('Copied as a test')).toBeVisible()
    },
  },
  {
    name: 'Save the last minutes as a recording',
    from: '/dashboard?inspector=recording',
    async run({ page, hand }) {
      const download = page.waitForEvent('download')
      await expect(dockOf(page).getByRole('tablist')).toBeVisible()
      await hand.dock()
      await hand.use(dockOf(page).getByRole('button', { name: 'Save recording' }))
      expect((await download).suggestedFilename()).toMatch(/^pairbot-recording-/)
    },
  },
]

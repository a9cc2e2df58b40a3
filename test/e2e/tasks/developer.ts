import { expect } from '../fixtures.ts'
import type { Task } from './task.ts'

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
]

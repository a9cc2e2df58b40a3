import { cardOf } from '../cards.ts'
import { expect } from '../fixtures.ts'
import type { Task } from './task.ts'

export const TRADER: readonly Task[] = [
  {
    name: 'Read the values behind a card',
    from: '/dashboard',
    async run({ page, hand }) {
      if (hand.way === 'keyboard') await hand.find('card market', 'Market Structure')
      else {
        await hand.use(page.getByRole('group', { name: 'Cards' }).getByRole('button', { name: 'Structure' }))
        await hand.use(cardOf(page, 'Market Structure').getByRole('button', { name: 'Market Structure', exact: true }))
      }
      await expect(page.getByRole('dialog', { name: 'Market Structure' })).toBeVisible()
    },
  },
  {
    name: 'See where a figure comes from, and how old it is',
    from: '/dashboard',
    async run({ page, hand }) {
      await hand.use(page.getByRole('button', { name: /show provenance$/ }))
      await expect(page.getByText('Market time')).toBeVisible()
    },
  },
  {
    name: 'Take the levels off the chart',
    from: '/dashboard',
    async run({ page, hand }) {
      await hand.use(page.getByRole('button', { name: /^S\/R: / }))
      await hand.choose(page.getByRole('menuitemradio', { name: 'Off' }))
      await expect(page.getByRole('button', { name: /^S\/R: Off/ })).toBeVisible()
    },
  },
  {
    name: 'Go from a timeframe to its card',
    from: '/dashboard',
    async run({ page, hand }) {
      await hand.use(page.getByRole('table', { name: /by timeframe$/ }).getByRole('button'))
      await expect(
        page.getByRole('region').getByRole('heading', { level: 3 }).getByRole('button').and(page.locator(':focus')),
      ).toHaveCount(1)
    },
  },
  {
    name: 'Create a strategy from a template',
    from: '/dashboard',
    async run({ page, hand }) {
      await hand.go('Trading', 't')
      await hand.use(page.getByRole('button', { name: 'New Strategy' }))
      await hand.use(page.getByRole('button', { name: /Aggressive Scalping/ }))
      await hand.use(page.getByRole('button', { name: 'Use This Template' }))
      await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused()
      await hand.submit(page.getByRole('dialog').getByRole('button', { name: 'Create Strategy' }))
      await expect(page.getByText(/^Strategy ".*" created$/)).toBeVisible()
    },
  },
  {
    name: 'See the last decision of a strategy',
    from: '/dashboard',
    needs: 'strategy',
    async run({ page, hand, subject }) {
      if (hand.way === 'keyboard') await hand.find(subject, subject)
      else {
        await hand.go('Trading', 't')
        await hand.use(page.getByRole('button', { name: `View ${subject}` }))
      }
      const detail = page.getByRole('dialog', { name: subject })
      await expect(detail.getByRole('heading', { name: 'Latest Decision' })).toBeVisible()
    },
  },
  {
    name: 'Pause a strategy',
    from: '/trading',
    needs: 'strategy',
    async run({ page, hand, subject }) {
      await hand.use(page.getByRole('button', { name: `Pause ${subject}` }))
      await expect(page.getByRole('button', { name: `Resume ${subject}` })).toBeVisible()
    },
  },
  {
    name: 'Rename a strategy',
    from: '/trading',
    needs: 'strategy',
    async run({ page, hand, subject }) {
      await hand.use(page.getByRole('button', { name: `More for ${subject}` }))
      await hand.choose(page.getByRole('menuitem', { name: 'Rename' }))
      const dialog = page.getByRole('dialog', { name: 'Rename Strategy' })
      await hand.fill(dialog.getByRole('textbox'), `${subject} again`)
      await hand.submit(dialog.getByRole('button', { name: 'Rename' }))
      await expect(page.getByRole('button', { name: `View ${subject} again` })).toBeVisible()
    },
  },
  {
    name: 'Delete a strategy',
    from: '/trading',
    needs: 'strategy',
    async run({ page, hand, subject }) {
      await hand.use(page.getByRole('button', { name: `Delete ${subject}` }))
      await hand.use(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }))
      await expect(page.getByRole('button', { name: `View ${subject}` })).toHaveCount(0)
    },
  },
  {
    name: 'Change to the light theme',
    from: '/dashboard',
    async run({ page, hand }) {
      if (hand.way === 'keyboard') await hand.find('light', 'Light theme')
      else {
        await hand.use(page.getByRole('button', { name: /^Account: / }))
        await hand.use(page.getByRole('button', { name: 'Light', exact: true }))
      }
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    },
  },
]

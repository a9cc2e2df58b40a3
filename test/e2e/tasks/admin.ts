import { expect } from '../fixtures.ts'
import type { Task, TaskContext } from './task.ts'

async function openPerson({ page, hand, subject }: TaskContext): Promise<void> {
  if (hand.way === 'keyboard') await hand.find(subject, subject)
  else {
    await hand.search(page.getByRole('searchbox', { name: /^Search/ }), subject)
    await hand.use(page.getByRole('button', { name: `Manage ${subject}` }))
  }
  await expect(page.getByRole('dialog', { name: 'User Details' })).toContainText(subject)
}

const confirm = ({ page, hand }: TaskContext, name: string) =>
  hand.use(page.getByRole('alertdialog').getByRole('button', { name, exact: true }))

export const ADMIN_TASKS: readonly Task[] = [
  {
    name: 'Invite a trader',
    from: '/admin/dashboard',
    needs: 'person',
    async run({ page, hand, subject }) {
      await hand.use(page.getByRole('link', { name: 'Create Invitation' }))
      const dialog = page.getByRole('dialog', { name: 'Create Invitation' })
      await hand.fill(dialog.getByLabel('Email'), `guest-of-${subject}`)
      await hand.submit(dialog.getByRole('button', { name: 'Create Invitation' }))
      await expect(dialog.getByLabel('Invitation code')).toBeVisible()
    },
  },
  { name: 'Find a person', from: '/admin/users', needs: 'person', run: openPerson },
  {
    name: 'Deactivate a person',
    from: '/admin/users',
    needs: 'person',
    async run(context) {
      const { page, hand } = context
      await openPerson(context)
      await hand.use(page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }))
      await confirm(context, 'Deactivate')
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Activate', exact: true })).toBeVisible()
    },
  },
  {
    name: 'Make a person an administrator',
    from: '/admin/users',
    needs: 'person',
    async run(context) {
      const { page, hand } = context
      await openPerson(context)
      await hand.use(page.getByRole('dialog').getByRole('button', { name: 'Promote to Admin' }))
      await confirm(context, 'Promote to Admin')
      await expect(page.getByText('User role updated')).toBeVisible()
    },
  },
  {
    name: 'End the sessions of a person',
    from: '/admin/sessions',
    needs: 'person',
    async run(context) {
      const { page, hand, subject } = context
      await hand.search(page.getByRole('searchbox', { name: /^Search/ }), subject)
      const end = page.getByRole('button', { name: `Force Logout All sessions of ${subject}` })
      await hand.use(end)
      await confirm(context, 'Force Logout All')
      await expect(end).toHaveCount(0)
    },
  },
  {
    name: 'See who failed to sign in',
    from: '/admin/dashboard',
    async run({ page, hand }) {
      await hand.use(page.getByRole('link', { name: 'View failed logins' }))
      await expect(page.getByRole('tab', { name: 'Login Attempts' })).toHaveAttribute('aria-selected', 'true')
    },
  },
]

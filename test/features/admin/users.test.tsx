import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { AdminUser } from '#contract/admin.ts'
import { aSession, aUser, chooseOption, ME, openAdmin, optionsOf, users } from '#test/support/client/admin.tsx'
import { json, deferredResponse, ok } from '#test/support/client/identity-service.ts'

const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
const rows = () => screen.getAllByRole('row').slice(1)
const listOf = (list: readonly AdminUser[], total?: number) => ({ 'GET /admin/users': () => users(list, total) })

describe('[AS-10] the list of users', () => {
  it('has a row per user, with Never for users who have not signed in', async () => {
    const { calls } = await openAdmin(
      '/admin/users',
      listOf([
        aUser(1, {
          role: 'Admin',
          last_login: new Date(Date.now() - 3 * 3_600_000).toISOString(),
          has_totp: true,
          passkeys: 2,
        }),
        aUser(2, { role: 'Viewer', is_active: false }),
      ]),
    )
    await screen.findByRole('table', { name: 'Users' })
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '',
      'Email',
      'Username',
      'Role',
      'Status',
      'Second Factor',
      'Last Login',
      'Manage',
    ])
    expect(rows().map(cells)).toEqual([
      [
        '',
        'user1@pairbot.test',
        'user1',
        'Admin',
        'Active',
        'Authenticator app, 2 passkeys',
        '3 hours ago',
        'Manage user1@pairbot.test',
      ],
      ['', 'user2@pairbot.test', 'user2', 'Viewer', 'Inactive', 'None', 'Never', 'Manage user2@pairbot.test'],
    ])
    expect(within(rows()[0]!).getByText('3 hours ago').getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\d .* UTC$/)
    expect(calls()).toEqual(['GET /users?page=1&page_size=20'])
    expect(document.title).toBe('Pairbot · User Management')
  })

  it('[AS-9] marks the own account', async () => {
    const own = aUser(3, { email: ME.email.toUpperCase() })
    await openAdmin('/admin/users', listOf([aUser(1), own]))
    await screen.findByRole('table', { name: 'Users' })
    expect(rows().map((row) => within(row).queryByText('You') !== null)).toEqual([false, true])
  })

  it('shows the loading and empty states', async () => {
    const late = deferredResponse()
    const { page } = await openAdmin('/admin/users?search=nobody', { 'GET /admin/users': late.answer })
    await screen.findByText('Loading users...')
    late.respond(users([]))
    await screen.findByText('No users found')
    expect(page.location()).toBe('/admin/users?search=nobody')
  })

  it('[AS-4] a failure shows message, cause and Retry', async () => {
    const { backend, user } = await openAdmin('/admin/users', {
      'GET /admin/users': () => json(400, { success: false, error: 'page must be a whole number' }),
    })
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load userspage must be a whole numberRetry')
    backend.on('GET /admin/users', () => users([aUser(1)]))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('cell', { name: 'user1@pairbot.test' })
  })
})

describe('[AS-71] the table of users', () => {
  const header = (name: string) => screen.getByRole('columnheader', { name })

  it('is sorted by the server, with the order in the address, and Back takes it back', async () => {
    const { user, page, calls } = await openAdmin('/admin/users?page=2', listOf([aUser(1)], 60))
    await screen.findByText('Page 2 of 3 (60 total users)')
    await user.click(within(header('Email')).getByRole('button'))
    await waitFor(() => expect(header('Email')).toHaveAttribute('aria-sort', 'ascending'))
    await user.click(within(header('Email')).getByRole('button'))
    await waitFor(() => expect(page.location()).toBe('/admin/users?sort=-email'))
    expect(calls().slice(1)).toEqual([
      'GET /users?page=1&page_size=20&sort=email',
      'GET /users?page=1&page_size=20&sort=-email',
    ])
    page.back()
    await waitFor(() => expect(header('Email')).toHaveAttribute('aria-sort', 'ascending'))
  })

  it('[AS-44] goes to a page by its number, which the browser refuses beyond the last', async () => {
    const { user, page } = await openAdmin('/admin/users', listOf([aUser(1)], 60))
    const field = await screen.findByRole('spinbutton', { name: 'Go to page, 1 to 3' })
    await user.type(field, '4{Enter}')
    expect(field).toBeInvalid()
    expect(page.location()).toBe('/admin/users')
    await user.clear(field)
    await user.type(field, '3')
    await user.click(screen.getByRole('button', { name: 'Go' }))
    await screen.findByText('Page 3 of 3 (60 total users)')
    expect(page.location()).toBe('/admin/users?page=3')
  })

  it('[AS-74] shows the chosen columns, also from the address', async () => {
    const { user, page } = await openAdmin('/admin/users?hide=role.is_active', listOf([aUser(1)]))
    const table = within(await screen.findByRole('table', { name: 'Users' }))
    const headers = () => table.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(headers()).toEqual(['', 'Email', 'Username', 'Second Factor', 'Last Login', 'Manage'])
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    const items = within(await screen.findByRole('menu')).getAllByRole('menuitemcheckbox')
    expect(items.map((item) => [item.textContent, item.getAttribute('aria-checked')])).toEqual([
      ['Username', 'true'],
      ['Role', 'false'],
      ['Status', 'false'],
      ['Second Factor', 'true'],
      ['Last Login', 'true'],
    ])
    await user.click(items[1]!)
    await waitFor(() => expect(page.location()).toBe('/admin/users?hide=is_active'))
  })

  it('[AS-72] several users are deactivated after one confirmation, with a result for each', async () => {
    const list = [aUser(1), aUser(2), aUser(3, { email: ME.email }), aUser(4, { is_active: false })]
    const { user, calls, bodies } = await openAdmin('/admin/users', {
      ...listOf(list),
      [`PATCH /admin/users/${list[0]!.id}/status`]: () => ok({}),
      [`PATCH /admin/users/${list[1]!.id}/status`]: () => json(409, { success: false, error: 'Not this one' }),
    })
    await user.click(await screen.findByLabelText('Select all rows of this page'))
    const bar = within(screen.getByRole('region', { name: 'Selected rows' }))
    expect(bar.getByText('4 selected')).toBeInTheDocument()
    await user.click(bar.getByRole('button', { name: 'Deactivate' }))
    const question = await screen.findByRole('alertdialog', { name: 'Deactivate 2 users?' })
    expect(question).toHaveTextContent(/user1@pairbot\.test\s*user2@pairbot\.test/)
    expect(calls()).toHaveLength(1)
    await user.click(within(question).getByRole('button', { name: 'Deactivate' }))
    const results = await screen.findByRole('dialog', { name: 'Deactivate' })
    await within(results).findByText('1 of 4 done, 1 failed, 2 left out')
    expect(
      within(results)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'user1@pairbot.test Done',
      'user2@pairbot.test FailedNot this one',
      `${ME.email} Left outYou cannot deactivate your own account`,
      'user4@pairbot.test Left outAlready inactive',
    ])
    expect(bodies(`PATCH /users/${list[0]!.id}/status`)).toEqual([{ is_active: false }])
    const before = calls().length
    await user.click(await within(results).findByText('Close'))
    await waitFor(() => expect(calls().length).toBe(before + 1))
    expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
  })
})

describe('[AS-11] filters and pagination', () => {
  it('offers all roles and statuses', async () => {
    const { user } = await openAdmin('/admin/users', listOf([]))
    expect(await optionsOf(user, 'Role')).toEqual(['All', 'Admin', 'Trader', 'Viewer'])
    expect(await optionsOf(user, 'Status')).toEqual(['All', 'Active', 'Inactive'])
  })

  it('requests the filtered users, keeps the filters in the address, and resets to the first page', async () => {
    const { user, page, calls } = await openAdmin('/admin/users?page=3', listOf([aUser(1)], 60))
    await screen.findByText('Page 3 of 3 (60 total users)')
    await user.type(screen.getByLabelText('Search (email or username)'), ' Eve ')
    await waitFor(() => expect(page.location()).toBe('/admin/users?search=Eve'))
    await chooseOption(user, 'Role', 'Viewer')
    await chooseOption(user, 'Status', 'Inactive')
    expect(page.location()).toBe('/admin/users?search=Eve&role=Viewer&status=inactive')
    await waitFor(() =>
      expect(calls()).toEqual([
        'GET /users?page=3&page_size=20',
        'GET /users?page=1&page_size=20&search=Eve',
        'GET /users?page=1&page_size=20&role=Viewer&search=Eve',
        'GET /users?page=1&page_size=20&role=Viewer&is_active=false&search=Eve',
      ]),
    )
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
    await waitFor(() => expect(page.location()).toBe('/admin/users'))
    expect(screen.getByLabelText('Search (email or username)')).toHaveProperty('value', '')
    expect(screen.getByRole('button', { name: 'Clear Filters' }).hasAttribute('disabled')).toBe(true)
  })

  it('debounces the search', async () => {
    const { user, calls } = await openAdmin('/admin/users', listOf([]))
    await screen.findByText('No users found')
    await user.type(screen.getByLabelText('Search (email or username)'), 'eve')
    await waitFor(() => expect(calls()).toContain('GET /users?page=1&page_size=20&search=eve'))
    expect(calls()).toHaveLength(2)
  })

  it('ignores invalid search parameters', async () => {
    const { calls } = await openAdmin('/admin/users?page=-1&role=King&status=7&search=42', listOf([]))
    await screen.findByText('No users found')
    expect(calls()).toEqual(['GET /users?page=1&page_size=20&search=42'])
  })

  it('pages forwards and backwards, with the buttons disabled at the ends', async () => {
    const { user, page } = await openAdmin('/admin/users', listOf([aUser(1)], 41))
    await screen.findByText('Page 1 of 3 (41 total users)')
    const isDisabled = (name: string) => screen.getByRole('button', { name }).hasAttribute('disabled')
    expect([isDisabled('Previous'), isDisabled('Next')]).toEqual([true, false])
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('Page 2 of 3 (41 total users)')
    expect(page.location()).toBe('/admin/users?page=2')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await screen.findByText('Page 3 of 3 (41 total users)')
    expect([isDisabled('Previous'), isDisabled('Next')]).toEqual([false, true])
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    await user.click(screen.getByRole('button', { name: 'Previous' }))
    await waitFor(() => expect(page.location()).toBe('/admin/users'))
  })

  it('a page that does not exist links to the last one', async () => {
    const { user, page } = await openAdmin('/admin/users?page=9', listOf([], 21))
    await user.click(await screen.findByRole('button', { name: 'Last Page' }))
    await waitFor(() => expect(page.location()).toBe('/admin/users?page=2'))
  })
})

/** Opens the dialog of a user; the backend stores changes to this user. */
async function openUser(over: Partial<AdminUser> = {}) {
  let stored = aUser(1, over)
  const path = `/admin/users/${stored.id}`
  const world = await openAdmin(`/admin/users?user=${stored.id}`, {
    'GET /admin/users': () => users([stored]),
    [`GET ${path}`]: () => ok({ user: stored }),
    [`GET ${path}/sessions`]: () => ok({ sessions: [aSession(1), aSession(2, { is_revoked: true })], total: 2 }),
    [`PATCH ${path}/role`]: ({ body }) => {
      stored = { ...stored, ...(body as Pick<AdminUser, 'role'>) }
      return ok({})
    },
    [`PATCH ${path}/status`]: ({ body }) => {
      stored = { ...stored, ...(body as Pick<AdminUser, 'is_active'>) }
      return ok({})
    },
    [`DELETE ${path}`]: () => ok({}),
  })
  const dialog = await screen.findByRole('dialog', { name: 'User Details' })
  await within(dialog).findByRole('region', { name: 'Status' })
  return { ...world, dialog, path }
}
const answer = async (user: Awaited<ReturnType<typeof openUser>>['user'], question: string, button: string) => {
  const dialog = await screen.findByRole('alertdialog', { name: question })
  await user.click(within(dialog).getByRole('button', { name: button }))
}
/** A rejection and the text shown for it; those without a message have their tests in the transport. */
const REFUSALS: readonly [how: string, answer: () => Response, shown: string][] = [
  ['a message', () => json(409, { success: false, error: 'It cannot be' }), 'It cannot be'],
]

describe('[AS-12] user details', () => {
  it('shows the account data with links to sessions and audit log', async () => {
    const { dialog, page } = await openUser({ last_login: '2026-01-03T03:04:05.000Z' })
    const facts = await waitFor(() => {
      const found = [...dialog.querySelectorAll('dt')].map((name) => [name.textContent, name.nextSibling?.textContent])
      expect(Object.fromEntries(found)).toMatchObject({ Sessions: '1 active, 2 total' })
      return Object.fromEntries(found) as Record<string, string>
    })
    expect(Object.keys(facts)).toEqual([
      'User ID',
      'Email',
      'Username',
      'Created',
      'Last Login',
      'Sessions',
      'Sign-ins',
      'Activity',
    ])
    expect(facts).toMatchObject({
      'User ID': aUser(1).id,
      Email: 'user1@pairbot.test',
      Username: 'user1',
      Created: expect.stringContaining('2026-01-02 03:04:05 UTC'),
      'Last Login': expect.stringContaining('2026-01-03 03:04:05 UTC'),
    })
    expect(within(dialog).getByRole('link', { name: '1 active, 2 total' })).toHaveAttribute(
      'href',
      '/admin/sessions?search=user1%40pairbot.test',
    )
    expect(within(dialog).getByRole('link', { name: 'View login attempts' })).toHaveAttribute(
      'href',
      '/admin/security?email=user1%40pairbot.test&hours=168',
    )
    expect(within(dialog).getByRole('link', { name: 'View in the audit log' })).toHaveAttribute(
      'href',
      `/admin/security?tab=audit&user=${aUser(1).id}`,
    )
    expect(page.location()).toBe(`/admin/users?user=${aUser(1).id}`)
  })

  it('a change reloads everything that the details show', async () => {
    const { user, dialog, backend, path } = await openUser()
    await within(dialog).findByText('1 active, 2 total')
    backend.on(`GET ${path}/sessions`, () => ok({ sessions: [aSession(1, { is_revoked: true })], total: 1 }))
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }))
    await answer(user, 'Deactivate this user?', 'Deactivate')
    expect(await within(dialog).findByText('0 active, 1 total')).toBeInTheDocument()
  })

  it('Escape closes the dialog and restores the focus', async () => {
    const { user, page } = await openAdmin('/admin/users', {
      ...listOf([aUser(1)]),
      [`GET /admin/users/${aUser(1).id}`]: () => ok({ user: aUser(1) }),
    })
    await user.click(await screen.findByRole('button', { name: /^Manage/ }))
    await screen.findByRole('dialog', { name: 'User Details' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(page.location()).toBe('/admin/users')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Manage user1@pairbot.test'))
  })

  it('opens from its address and reports an unknown user', async () => {
    await openAdmin('/admin/users?user=gone', {
      'GET /admin/users': () => users([]),
      'GET /admin/users/gone': () => json(404, { success: false, error: 'User not found' }),
    })
    const dialog = await screen.findByRole('dialog', { name: 'User Details' })
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Failed to load userUser not foundRetry')
  })

  it.each([
    ['Trader', 'Promote to Admin', 'Demote to Trader'],
    ['Trader', 'Demote to Viewer', 'Promote to Trader'],
    ['Viewer', 'Promote to Trader', 'Demote to Viewer'],
    ['Viewer', 'Promote to Admin', 'Demote to Trader'],
    ['Admin', 'Demote to Viewer', 'Promote to Trader'],
    ['Admin', 'Demote to Trader', 'Promote to Admin'],
  ] as const)('[AS-13] a %s has "%s"', async (role, there, absent) => {
    const { dialog } = await openUser({ role })
    expect(within(dialog).getByRole('button', { name: there })).toBeInTheDocument()
    expect(within(dialog).queryByRole('button', { name: absent })).toBeNull()
    expect(within(within(dialog).getByRole('region', { name: 'Current role' })).getByText(role)).toBeInTheDocument()
  })

  it('[AS-13] confirms a role change, reports it, and shows the new role everywhere', async () => {
    const { user, dialog, bodies, path } = await openUser()
    await user.click(within(dialog).getByRole('button', { name: 'Promote to Admin' }))
    await answer(user, 'Promote to Admin?', 'Cancel')
    expect(bodies(`PATCH ${path.replace('/admin', '')}/role`)).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Promote to Admin' }))
    await answer(user, 'Promote to Admin?', 'Promote to Admin')
    await screen.findByText('User role updated')
    await within(dialog).findByRole('button', { name: 'Demote to Trader' })
    expect(bodies(`PATCH ${path.replace('/admin', '')}/role`)).toEqual([{ role: 'Admin' }])
    await waitFor(() => expect(within(document.querySelector('table')!).getByText('Admin')).toBeInTheDocument())
  })

  it('[AS-13] Escape closes only the confirmation', async () => {
    const { user, dialog } = await openUser({ role: 'Admin' })
    await user.click(within(dialog).getByRole('button', { name: 'Demote to Trader' }))
    await screen.findByRole('alertdialog', { name: 'Demote to Trader?' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByRole('dialog', { name: 'User Details' })).toBe(dialog)
  })

  it('[AS-14] deactivates and activates after confirmation', async () => {
    const { user, dialog, bodies, path } = await openUser()
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }))
    await answer(user, 'Deactivate this user?', 'Deactivate')
    await screen.findByText('User deactivated')
    await user.click(await within(dialog).findByRole('button', { name: 'Activate' }))
    await answer(user, 'Activate this user?', 'Activate')
    await screen.findByText('User activated')
    expect(bodies(`PATCH ${path.replace('/admin', '')}/status`)).toEqual([{ is_active: false }, { is_active: true }])
  })

  it('[ID-78] resets the second factors after confirmation', async () => {
    const { user, dialog, backend, path } = await openUser({ passkeys: 1, recovery_codes_left: 9 })
    expect(within(dialog).getByRole('region', { name: 'Second factors' }).textContent).toContain(
      '1 passkey · 9 recovery codes left',
    )
    const answers = [() => json(409, { success: false, error: 'The user has no second factor' }), () => ok({})]
    backend.on(`DELETE ${path}/factors`, () => answers.shift()?.() ?? json(500, {}))
    for (const shown of ['Failed to reset the second factorsThe user has no second factor', undefined]) {
      await user.click(within(dialog).getByRole('button', { name: 'Reset Second Factors' }))
      await answer(user, 'Reset the second factors of this user?', 'Reset Second Factors')
      if (shown !== undefined) expect((await within(dialog).findByRole('alert')).textContent).toBe(shown)
    }
    await screen.findByText('Second factors reset')
    expect(within(dialog).queryByRole('alert')).toBeNull()
  })

  it('[ID-78] resets nothing where there is no second factor', async () => {
    const { dialog } = await openUser()
    expect(within(dialog).getByRole('region', { name: 'Second factors' }).textContent).toBe('Second factorsNone')
  })

  it('[AS-11] filters by the second factor, in the address', async () => {
    const { user, page, calls } = await openAdmin('/admin/users?factor=missing', listOf([aUser(1)]))
    await screen.findByRole('table', { name: 'Users' })
    expect(calls()).toEqual(['GET /users?page=1&page_size=20&has_factor=false'])
    await chooseOption(user, 'Second factor', 'Set up')
    await waitFor(() => expect(page.location()).toBe('/admin/users?factor=set'))
  })

  it('[AS-15] deletes after an optional reason and a second confirmation', async () => {
    const { user, dialog, bodies, path } = await openUser()
    const zone = within(dialog).getByRole('region', { name: 'Danger Zone' })
    await user.click(within(zone).getByRole('button', { name: 'Delete User' }))
    const first = await screen.findByRole('dialog', { name: 'Delete User' })
    await user.type(within(first).getByLabelText('Reason (optional)'), ' left the desk ')
    await user.click(within(first).getByRole('button', { name: 'Continue' }))
    expect(bodies(`DELETE ${path.replace('/admin', '')}`)).toEqual([])
    await answer(user, 'Are you sure you want to delete this user?', 'Delete User')
    await screen.findByText('User deleted successfully')
    expect(bodies(`DELETE ${path.replace('/admin', '')}`)).toEqual([{ reason: 'left the desk' }])
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'User Details' })).toBeNull())
  })

  it('[AS-15] cancelling either confirmation keeps the user', async () => {
    const { user, dialog, bodies, path } = await openUser()
    const remove = within(dialog).getByRole('button', { name: 'Delete User' })
    await user.click(remove)
    await user.click(within(await screen.findByRole('dialog', { name: 'Delete User' })).getByText('Cancel'))
    await user.click(remove)
    const first = await screen.findByRole('dialog', { name: 'Delete User' })
    await user.click(within(first).getByRole('button', { name: 'Continue' }))
    await answer(user, 'Are you sure you want to delete this user?', 'Cancel')
    expect(bodies(`DELETE ${path.replace('/admin', '')}`)).toEqual([])
  })

  describe.each(REFUSALS)('[AS-16] HA-44 rejected with %s', (_, refusal, why) => {
    it.each([
      ['role', 'Promote to Admin', 'Promote to Admin?', 'Failed to update role', {}],
      ['status', 'Deactivate', 'Deactivate this user?', 'Failed to deactivate user', {}],
      ['status', 'Activate', 'Activate this user?', 'Failed to activate user', { is_active: false }],
    ])(
      'a failed change of %s by "%s" shows its error next to the control',
      async (part, button, question, text, over) => {
        const { user, dialog, backend, path } = await openUser(over)
        backend.on(`PATCH ${path}/${part}`, refusal)
        await user.click(within(dialog).getByRole('button', { name: button }))
        await answer(user, question, button)
        expect((await within(dialog).findByRole('alert')).textContent).toBe(text + why)
      },
    )

    it('a failed deletion shows its cause', async () => {
      const { user, dialog, backend, path } = await openUser()
      backend.on(`DELETE ${path}`, refusal)
      await user.click(within(dialog).getByRole('button', { name: 'Delete User' }))
      await user.click(within(await screen.findByRole('dialog', { name: 'Delete User' })).getByText('Continue'))
      await answer(user, 'Are you sure you want to delete this user?', 'Delete User')
      expect((await within(dialog).findByRole('alert')).textContent).toBe(`Failed to delete user${why}`)
    })
  })

  it('[AS-16] BC-26 a failed role change shows its error and keeps the role', async () => {
    const { user, dialog, backend, path } = await openUser()
    backend.on(`PATCH ${path}/role`, () => json(500, { success: false, error: 'Internal server error' }))
    await user.click(within(dialog).getByRole('button', { name: 'Promote to Admin' }))
    await answer(user, 'Promote to Admin?', 'Promote to Admin')
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Failed to update roleInternal server error')
    expect(within(dialog).getByRole('button', { name: 'Promote to Admin' })).toBeInTheDocument()
  })

  it("[AS-17] AB-43 shows explanations instead of buttons for one's own account", async () => {
    const { dialog } = await openUser({ email: ME.email, role: 'Admin' })
    await within(dialog).findByText('You cannot change your own role')
    expect(within(dialog).getByText('You cannot deactivate your own account')).toBeInTheDocument()
    expect(
      within(dialog)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Close'])
    expect(within(dialog).queryByText('Danger Zone')).toBeNull()
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Invitation } from '#contract/invitations.ts'
import { anInvitation, minutesAgo, openAdmin, optionsOf, chooseOption } from '#test/support/client/admin.tsx'
import { json, deferredResponse, ok } from '#test/support/client/identity-service.ts'

const PATH = '/admin/invitations'
const LIST = 'GET /invitations?page=1&page_size=50'
const SEEN: readonly Invitation[] = [
  anInvitation(1, { role: 'Admin', expires_at: minutesAgo(-90), invited_by: 'root@pairbot.test' }),
  anInvitation(2, { status: 'used', expires_at: '2026-02-03T00:00:00.000Z' }),
  anInvitation(3, { status: 'expired' }),
  anInvitation(4, { status: 'revoked' }),
  anInvitation(5),
]
const open = (list: readonly Invitation[] = SEEN, path = PATH) => openAdmin(path, { [`GET ${PATH}`]: () => ok(list) })
const rows = () => screen.getAllByRole('row').slice(1)
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
const clipboard = (writeText: (text: string) => Promise<void>) =>
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
const written = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())

afterEach(() => {
  written.mockClear()
  vi.unstubAllGlobals()
})

describe('[AS-20] the list of invitations', () => {
  it('counts by status and has a row per invitation; only pending ones can be revoked', async () => {
    await open()
    await screen.findByRole('table', { name: 'Invitations' })
    expect(
      within(screen.getByRole('list', { name: 'Invitations by status' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Pending 2', 'Used 1', 'Expired 1', 'Revoked 1'])
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '',
      'Email',
      'Role',
      'Code',
      'Status',
      'Invited By',
      'Created',
      'Expires',
      'Actions',
    ])
    expect(rows().map(cells)).toEqual([
      [
        '',
        'guest1@pairbot.test',
        'Admin',
        'Copy code c0de0001',
        'Pending',
        'root@pairbot.test',
        '5 minutes ago',
        'in 1h',
        expect.stringMatching(/Revoke the invitation of guest1@pairbot.test$/),
      ],
      ['', 'guest2@pairbot.test', 'Trader', 'Copy code c0de0002', 'Used', '–', '5 minutes ago', '2026-02-03', ''],
      [
        '',
        'guest3@pairbot.test',
        'Trader',
        'Copy code c0de0003',
        'Expired',
        '–',
        '5 minutes ago',
        expect.any(String),
        '',
      ],
      [
        '',
        'guest4@pairbot.test',
        'Trader',
        'Copy code c0de0004',
        'Revoked',
        '–',
        '5 minutes ago',
        expect.any(String),
        '',
      ],
      [
        '',
        'guest5@pairbot.test',
        'Trader',
        'Copy code c0de0005',
        'Pending',
        '–',
        '5 minutes ago',
        'in 6d',
        expect.stringMatching(/Revoke the invitation of guest5@pairbot.test$/),
      ],
    ])
  })

  it('[AS-21] a counter toggles the status filter, also in the address', async () => {
    const { user, page } = await open()
    const used = await screen.findByRole('button', { name: 'Used 1' })
    await user.click(used)
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(page.location()).toBe(`${PATH}?status=used`)
    expect(used).toHaveAttribute('aria-pressed', 'true')
    await user.click(used)
    await waitFor(() => expect([rows().length, page.location()]).toEqual([5, PATH]))
  })

  it('[AS-26] the server filters, sorts and pages the list', async () => {
    const counts = { pending: 40, used: 3, expired: 1_200, revoked: 1 }
    const { user, calls, page } = await openAdmin(PATH, {
      [`GET ${PATH}`]: () => json(200, { success: true, data: SEEN, counts, total: 1_244 }),
    })
    await screen.findByText('Page 1 of 25 (1244 total invitations)')
    await user.click(screen.getByRole('button', { name: 'Expired 1,200' }))
    await user.type(screen.getByLabelText('Search (email)'), 'guest{Enter}')
    await waitFor(() => expect(page.location()).toBe(`${PATH}?status=expired&search=guest`))
    await user.click(screen.getByText('Next'))
    await waitFor(() =>
      expect(calls()).toEqual([
        LIST,
        `${LIST}&status=expired`,
        `${LIST}&status=expired&search=guest`,
        `${LIST.replace('page=1', 'page=2')}&status=expired&search=guest`,
      ]),
    )
  })

  it('[AS-26] a server that lists everything is filtered here', async () => {
    await open(SEEN, `${PATH}?search=guest2`)
    await screen.findByText('Page 1 of 1 (1 total invitations)')
    expect(rows()).toHaveLength(1)
  })

  it('shows the empty state', async () => {
    const { user } = await open([])
    await screen.findByText('No invitations yet')
    expect(screen.getByRole('link', { name: 'Create Invitation' })).toHaveAttribute(
      'href',
      '/admin/invitations?create=true',
    )
    await user.click(screen.getByRole('button', { name: 'Revoked 0' }))
    expect(await screen.findByText('No invitation is revoked')).toBeInTheDocument()
  })

  it('[AS-4] shows the loading and failed states', async () => {
    const late = deferredResponse()
    await openAdmin(PATH, { [`GET ${PATH}`]: late.answer })
    await screen.findByText('Loading invitations...')
    late.respond(json(502, {}, 'Bad Gateway'))
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load invitationsHTTP 502: Bad GatewayRetry')
  })

  it('[AS-22] clicking the code copies it in full', async () => {
    const { user } = await open()
    clipboard(written)
    await user.click(await screen.findByRole('button', { name: 'Copy code c0de0001' }))
    await screen.findByText('Invitation code copied')
    expect(written.mock.calls).toEqual([[SEEN[0]?.code]])
  })

  it('[AS-22] HA-38 reports a failed copy and keeps the code', async () => {
    const { user } = await open()
    clipboard(() => Promise.reject(new DOMException('denied', 'NotAllowedError')))
    await user.click(await screen.findByRole('button', { name: 'Copy code c0de0001' }))
    expect(await screen.findByText('Failed to copy to clipboard')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Copy code c0de0001' })).toBeInTheDocument()
  })

  it('[AS-23] revokes by code after confirmation and reports it', async () => {
    const { user, calls, backend } = await open()
    const [first] = SEEN
    backend.on(`POST ${PATH}/${first?.code}/revoke`, () => ok({}))
    const revoke = await screen.findByRole('button', { name: 'Revoke the invitation of guest1@pairbot.test' })
    await user.click(revoke)
    await user.click(within(await screen.findByRole('alertdialog')).getByText('Cancel'))
    expect(calls()).toEqual([LIST])
    await user.click(revoke)
    const question = await screen.findByRole('alertdialog', { name: 'Revoke this invitation?' })
    await user.click(within(question).getByRole('button', { name: 'Revoke' }))
    await screen.findByText('Invitation revoked successfully')
    expect(calls()).toEqual([LIST, `POST /invitations/${first?.code}/revoke`, LIST])
  })

  it('[AS-23] revokes by id if the code cannot be decrypted', async () => {
    const lost = anInvitation(7, { code: '' })
    const { user, calls } = await open([lost])
    await screen.findByText('Unavailable')
    await user.click(screen.getByRole('button', { name: /^Revoke the/ }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(calls()).toContain(`POST /invitations/${lost.id}/revoke`))
  })

  it('[AS-23] HA-44 a rejected revocation shows its cause', async () => {
    const { user, backend } = await open()
    backend.on(`POST ${PATH}/${SEEN[0]?.code}/revoke`, () => json(409, { success: false, error: 'Only pending ones' }))
    await user.click(await screen.findByRole('button', { name: 'Revoke the invitation of guest1@pairbot.test' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
    await screen.findByText('Failed to revoke invitation')
    expect(screen.getByText('Only pending ones')).toBeInTheDocument()
  })

  it('[AS-27] copies the registration link of a pending invitation', async () => {
    const { user } = await open()
    clipboard(written)
    await user.click(await screen.findByRole('button', { name: 'Copy Link of guest1@pairbot.test' }))
    await screen.findByText('Registration link copied')
    expect(written.mock.calls).toEqual([[`${window.location.origin}/register?code=${SEEN[0]?.code}`]])
  })

  it.each([
    [{ email_sent: true }, 'Email sent to guest1@pairbot.test'],
    [{ email_sent: false, email_tried: true }, 'Failed to send email - share code manually'],
    [{ email_sent: false, email_tried: false }, 'Renewed for 7 days. Share the link: no email was sent'],
  ])('[AS-28] resends after confirmation and reports %o', async (sent, text) => {
    const { user, backend, calls } = await open()
    backend.on(`POST ${PATH}/${SEEN[0]?.code}/resend`, () => ok({ invitation: SEEN[0], ...sent }))
    await user.click(await screen.findByRole('button', { name: 'Resend the invitation of guest1@pairbot.test' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByText('Resend'))
    await screen.findByText(text)
    await waitFor(() => expect(calls()).toEqual([LIST, `POST /invitations/${SEEN[0]?.code}/resend`, LIST]))
  })
})

async function openForm() {
  const world = await open([], `${PATH}?create=true`)
  const dialog = await screen.findByRole('dialog', { name: 'Create Invitation' })
  const submit = () => world.user.click(within(dialog).getByRole('button', { name: 'Create Invitation' }))
  return { ...world, dialog, submit, email: within(dialog).getByLabelText('Email') }
}
const bodies = (world: Awaited<ReturnType<typeof openForm>>) => world.bodies('POST /invitations')

describe('[AS-24] the invitation dialog', () => {
  it('has its own address and focuses its first field', async () => {
    const { page, user } = await open([])
    await user.click(await screen.findByRole('button', { name: 'Create Invitation' }))
    const email = await screen.findByLabelText('Email')
    await waitFor(() => expect(email).toHaveFocus())
    expect(page.location()).toBe(`${PATH}?create=true`)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(page.location()).toBe(PATH))
  })

  it('requires a valid e-mail', async () => {
    const world = await openForm()
    await world.submit()
    await within(world.dialog).findByText('Email is required')
    await world.user.type(world.email, 'nobody')
    await within(world.dialog).findByText('Invalid email format')
    await world.submit()
    expect(bodies(world)).toEqual([])
    await world.user.type(world.email, '@pairbot.test')
    await waitFor(() => expect(within(world.dialog).queryByRole('alert')).toBeNull())
  })

  it('defaults to Trader and describes each role', async () => {
    const { user, dialog } = await openForm()
    expect(
      within(dialog).getByText(
        /^Trading access with executing trades and viewing analytics\. .*no order reaches an exchange$/,
      ),
    ).toBeInTheDocument()
    expect(await optionsOf(user, 'Role')).toEqual(['Viewer', 'Trader', 'Admin'])
    await chooseOption(user, 'Role', 'Admin')
    await within(dialog).findByText('Full admin access with user management and security monitoring')
    await chooseOption(user, 'Role', 'Viewer')
    await within(dialog).findByText('Viewing analytics, and the strategies that are shared with all Viewers')
  })

  it.each([
    [{ email_sent: true }, 'Email sent to new@pairbot.test'],
    [{ email_sent: false }, 'Failed to send email - share code manually'],
    [
      { email_sent: false, email_tried: false },
      'No email was sent: the server has no mail server. Share the code or the link.',
    ],
  ])('[AS-25] shows the code, and whether it was sent: %o', async (sent, text) => {
    const world = await openForm()
    const { user, dialog, email, backend, submit } = world
    clipboard(written)
    const made = anInvitation(9, { email: 'new@pairbot.test' })
    const late = deferredResponse()
    backend.on(`POST ${PATH}`, late.answer)
    await user.type(email, ' new@pairbot.test')
    await submit()
    const busy = await within(dialog).findByRole('button', { name: 'Creating...' })
    await user.click(busy)
    late.respond(ok({ invitation: made, ...sent }))
    await within(dialog).findByText(text)
    expect(bodies(world)).toEqual([{ email: 'new@pairbot.test', role: 'Trader' }])
    expect(within(dialog).getByLabelText('Invitation code').textContent).toBe(made.code)
    expect(within(dialog).getByText(new RegExp(`/register\\?code=${made.code}$`))).toBeInTheDocument()
    await user.click(within(dialog).getByRole('button', { name: 'Copy' }))
    await screen.findByText('Invitation code copied')
    expect(written.mock.calls).toEqual([[made.code]])
    expect(world.calls()).toEqual([LIST, 'POST /invitations', LIST])
    await user.click(within(dialog).getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(dialog.isConnected).toBe(false))
  })

  it.each([
    ['denied', () => clipboard(() => Promise.reject(new DOMException('denied', 'NotAllowedError')))],
    ['absent', () => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined })],
  ])('[AS-25] HA-38 with the clipboard %s the full code stays selectable', async (_, take) => {
    const { user, dialog, email, backend, submit } = await openForm()
    take()
    const made = anInvitation(9, { email: 'new@pairbot.test' })
    backend.on(`POST ${PATH}`, () => ok({ invitation: made, email_sent: false }))
    await user.type(email, 'new@pairbot.test')
    await submit()
    await user.click(await within(dialog).findByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Failed to copy to clipboard')).toBeInTheDocument()
    expect(within(dialog).getByLabelText('Invitation code').textContent).toBe(made.code)
    expect(screen.queryByText('Invitation code copied')).toBeNull()
  })

  it('[AS-25] HA-44 a refusal is shown, and nothing that was typed is lost', async () => {
    const { user, dialog, email, backend, submit } = await openForm()
    backend.on(`POST ${PATH}`, () => json(409, { success: false, error: 'A user has it' }))
    await user.type(email, 'eve@pairbot.test')
    await submit()
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Failed to create invitationA user has it')
    expect(email).toHaveProperty('value', 'eve@pairbot.test')
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Invitation } from '#contract/invitations.ts'
import { anInvitation, minutesAgo, openAdmin, optionsOf, chooseOption } from '#test/support/client/admin.tsx'
import { json, deferredResponse, ok } from '#test/support/client/identity-service.ts'
import { withLayout } from '#test/support/client/layout.ts'

const PATH = '/admin/invitations'
const SEEN: readonly Invitation[] = [
  anInvitation(1, { role: 'Admin', expires_at: minutesAgo(-90) }),
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
      'Email',
      'Role',
      'Code',
      'Status',
      'Created',
      'Expires',
      'Actions',
    ])
    expect(rows().map(cells)).toEqual([
      [
        'guest1@pairbot.test',
        'Admin',
        'Copy code c0de0001',
        'Pending',
        '5 minutes ago',
        'in 1h',
        'Revoke the invitation of guest1@pairbot.test',
      ],
      ['guest2@pairbot.test', 'Trader', 'Copy code c0de0002', 'Used', '5 minutes ago', '2026-02-03', ''],
      ['guest3@pairbot.test', 'Trader', 'Copy code c0de0003', 'Expired', '5 minutes ago', expect.any(String), ''],
      ['guest4@pairbot.test', 'Trader', 'Copy code c0de0004', 'Revoked', '5 minutes ago', expect.any(String), ''],
      [
        'guest5@pairbot.test',
        'Trader',
        'Copy code c0de0005',
        'Pending',
        '5 minutes ago',
        'in 6d',
        'Revoke the invitation of guest5@pairbot.test',
      ],
    ])
  })

  it('[AS-21] a counter toggles the status filter, also in the address', async () => {
    const { user, page } = await open()
    const used = await screen.findByRole('button', { name: 'Used 1' })
    await user.click(used)
    expect(rows()).toHaveLength(1)
    expect(page.location()).toBe(`${PATH}?status=used`)
    expect(used).toHaveAttribute('aria-pressed', 'true')
    await user.click(used)
    expect([rows().length, page.location()]).toEqual([5, PATH])
  })

  it('[AS-26] a truncated list says so and requests the chosen status', async () => {
    const counts = { pending: 40, used: 3, expired: 1_200, revoked: 1 }
    const { user, calls } = await openAdmin(PATH, {
      [`GET ${PATH}`]: ({ search }) => {
        const status = new URLSearchParams(search).get('status')
        const data = SEEN.filter((invitation) => status === null || invitation.status === status)
        return json(200, { success: true, data, counts })
      },
    })
    await screen.findByText('The 5 newest invitations of 1,244 are listed. Choose a status to see more.')
    await user.click(screen.getByRole('button', { name: 'Expired 1,200' }))
    await screen.findByText('The 1 newest invitations of 1,200 are listed. Choose a status to see more.')
    expect(rows()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Expired 1,200' }))
    await screen.findByText('The 5 newest invitations of 1,244 are listed. Choose a status to see more.')
    expect(calls()).toEqual(['GET /invitations', 'GET /invitations?status=expired', 'GET /invitations'])
  })

  it("[AS-26] a complete list is filtered without a request, regardless of the backend's counts", async () => {
    const { user, calls } = await open()
    await user.click(await screen.findByRole('button', { name: 'Pending 2' }))
    expect(rows()).toHaveLength(2)
    expect(calls()).toEqual(['GET /invitations'])
    expect(screen.queryByText(/are listed/)).toBeNull()
  })

  it('[AS-44] renders only visible rows of a long list', async () => {
    const undo = withLayout()
    await open(Array.from({ length: 1_000 }, (_, n) => anInvitation(n)))
    const table = await screen.findByRole('table', { name: 'Invitations' })
    expect(table).toHaveAttribute('aria-rowcount', '1001')
    expect(rows().length).toBeLessThan(60)
    undo()
  })

  it('shows the empty state', async () => {
    const { user } = await open([])
    await screen.findByText('No invitations yet')
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
    expect(calls()).toEqual(['GET /invitations'])
    await user.click(revoke)
    const question = await screen.findByRole('alertdialog', { name: 'Revoke this invitation?' })
    await user.click(within(question).getByRole('button', { name: 'Revoke' }))
    await screen.findByText('Invitation revoked successfully')
    expect(calls()).toEqual(['GET /invitations', `POST /invitations/${first?.code}/revoke`, 'GET /invitations'])
  })

  it('[AS-23] revokes by id if the code cannot be decrypted', async () => {
    const lost = anInvitation(7, { code: '' })
    const { user, calls } = await open([lost])
    await screen.findByText('Unavailable')
    await user.click(screen.getByRole('button', { name: /^Revoke the/ }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(calls()).toContain(`POST /invitations/${lost.id}/revoke`))
  })

  it.each([
    ['a message', json(409, { success: false, error: 'Only pending ones' }), 'Only pending ones'],
    ['no error', json(200, { success: false }), 'Request failed'],
    ['an empty error', json(200, { success: false, error: '' }), 'Request failed'],
  ])('[AS-23] HA-44 a revocation rejected with %s shows its cause', async (_, refusal, why) => {
    const { user, backend } = await open()
    backend.on(`POST ${PATH}/${SEEN[0]?.code}/revoke`, () => refusal)
    await user.click(await screen.findByRole('button', { name: 'Revoke the invitation of guest1@pairbot.test' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
    await screen.findByText('Failed to revoke invitation')
    expect(screen.getByText(why)).toBeInTheDocument()
  })
})

async function openForm() {
  const world = await open()
  await world.user.click(await screen.findByRole('button', { name: 'Create Invitation' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create Invitation' })
  const submit = () => world.user.click(within(dialog).getByRole('button', { name: 'Create Invitation' }))
  return { ...world, dialog, submit, email: within(dialog).getByLabelText('Email') }
}
const bodies = (world: Awaited<ReturnType<typeof openForm>>) => world.bodies('POST /invitations')

describe('[AS-24] the invitation dialog', () => {
  it('has its own address and focuses its first field', async () => {
    const { page, user, email } = await openForm()
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
    expect(within(dialog).getByText('Trading access with executing trades and viewing analytics')).toBeInTheDocument()
    expect(await optionsOf(user, 'Role')).toEqual(['Trader', 'Admin'])
    await chooseOption(user, 'Role', 'Admin')
    await within(dialog).findByText('Full admin access with user management and security monitoring')
  })

  it.each([
    [true, 'Email sent to new@pairbot.test'],
    [false, 'Failed to send email - share code manually'],
  ])('[AS-25] shows the code, and whether it was sent: %s', async (sent, text) => {
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
    late.respond(ok({ invitation: made, email_sent: sent }))
    await within(dialog).findByText(text)
    expect(bodies(world)).toEqual([{ email: 'new@pairbot.test', role: 'Trader' }])
    expect(within(dialog).getByLabelText('Invitation code').textContent).toBe(made.code)
    expect(within(dialog).getByText(new RegExp(`/register\\?code=${made.code}$`))).toBeInTheDocument()
    await user.click(within(dialog).getByRole('button', { name: 'Copy' }))
    await screen.findByText('Invitation code copied')
    expect(written.mock.calls).toEqual([[made.code]])
    expect(world.calls()).toEqual(['GET /invitations', 'POST /invitations', 'GET /invitations'])
    await user.click(within(dialog).getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
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

  it.each([
    ['a message', json(409, { success: false, error: 'A user has it' }), 'A user has it'],
    ['no error', json(200, { success: false }), 'Request failed'],
    ['an empty error', json(200, { success: false, error: '' }), 'Request failed'],
  ])('[AS-25] HA-44 a refusal with %s is shown, and nothing that was typed is lost', async (_, refusal, why) => {
    const { user, dialog, email, backend, submit } = await openForm()
    backend.on(`POST ${PATH}`, () => refusal)
    await user.type(email, 'eve@pairbot.test')
    await submit()
    expect((await within(dialog).findByRole('alert')).textContent).toBe(`Failed to create invitation${why}`)
    expect(email).toHaveProperty('value', 'eve@pairbot.test')
  })
})

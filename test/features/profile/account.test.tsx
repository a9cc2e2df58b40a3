import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OwnSession } from '#contract/admin.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { aSession } from '#test/support/client/admin.tsx'
import {
  json,
  deferredResponse,
  ok,
  SIGN_IN,
  USER,
  type ReceivedRequest,
} from '#test/support/client/identity-service.ts'
import { createClientWorld } from '#test/support/client/pages.tsx'

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Safari/604.1'
const SESSIONS: readonly OwnSession[] = [
  { ...aSession(1), is_current: true },
  { ...aSession(2, { user_agent: PHONE }), is_current: false },
]
const LIST = 'GET /auth/sessions'
const CHANGE = 'POST /auth/password'

async function openProfile(answers: Record<string, (arrival: ReceivedRequest) => Response | Promise<Response>> = {}) {
  vi.stubGlobal('scrollTo', () => undefined)
  const world = createClientWorld()
  world.backend.on(LIST, () => ok({ sessions: SESSIONS }))
  for (const [route, answer] of Object.entries(answers)) world.backend.on(route, answer)
  const page = world.open('/signin?redirect=/profile')
  await screen.findByLabelText('E-mail')
  page.services.sessionCommands.signIn(SIGN_IN)
  await screen.findByRole('button', { name: 'Update Profile' })
  const arrivals = (route: string) =>
    world.backend.arrivals.filter((arrival) => arrival.route.replace(DEFAULT_BASES.identity, '') === route)
  return { ...world, page, user: userEvent.setup(), arrivals }
}

afterEach(() => vi.unstubAllGlobals())

describe('[PR-1] the account', () => {
  const RENAME = 'PATCH /auth/me'

  it('saves the name, trimmed, and shows it in the head', async () => {
    const { user, backend, arrivals } = await openProfile()
    const name = screen.getByLabelText('Name')
    const save = screen.getByRole('button', { name: 'Update Profile' })
    expect(name).toHaveValue('ada')
    expect(save).toBeDisabled()
    backend.on(RENAME, () => {
      backend.on('GET /auth/me', () => ok({ ...USER, username: 'Ada Lovelace' }))
      return ok({})
    })
    await user.clear(name)
    await user.type(name, '  Ada Lovelace ')
    await user.click(save)
    expect(await screen.findByText('Your name is Ada Lovelace')).toBeInTheDocument()
    expect(arrivals(RENAME).map(({ body }) => body)).toEqual([{ username: 'Ada Lovelace' }])
    const account = await screen.findByTitle(`Account security of ${USER.email}`)
    await waitFor(() => expect(account.textContent).toBe(`Ada Lovelace${USER.email}`))
    expect([name, save].map((each) => (each instanceof HTMLInputElement ? each.value : each.ariaDisabled))).toEqual([
      'Ada Lovelace',
      null,
    ])
    expect(save).toBeDisabled()
  })

  it('says why a name is not saved, and keeps what was typed', async () => {
    const { user, arrivals } = await openProfile({
      [RENAME]: () => json(409, { success: false, error: 'Another user has this name' }),
    })
    const name = screen.getByLabelText('Name')
    await user.clear(name)
    await user.click(screen.getByRole('button', { name: 'Update Profile' }))
    expect(await screen.findByText('Enter a name')).toBeInTheDocument()
    expect(arrivals(RENAME)).toEqual([])
    await user.type(name, 'root')
    await user.click(screen.getByRole('button', { name: 'Update Profile' }))
    expect(await screen.findByText('Another user has this name')).toBeInTheDocument()
    expect(name).toHaveValue('root')
  })

  it('leads from the API key to the API tokens', async () => {
    await openProfile()
    expect(screen.getByText('API key')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'API tokens' })).toHaveAttribute('href', '/profile/security#api-tokens')
  })
})

describe('[AS-50] own sessions', () => {
  const rows = () =>
    within(screen.getByRole('table', { name: 'Own sessions' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      )

  it('lists the active sessions and marks the current one', async () => {
    await openProfile()
    await screen.findByRole('table', { name: 'Own sessions' })
    expect(rows()).toEqual([
      ['Chrome on Linux', '203.0.113.1', '2 hours ago', '1 minute ago', 'in 2h', 'This session'],
      [
        'Safari on iPhone',
        '203.0.113.2',
        '2 hours ago',
        '1 minute ago',
        'in 2h',
        'Revoke the session on Safari on iPhone',
      ],
    ])
  })

  it('revokes another session after confirmation', async () => {
    const { user, backend, arrivals } = await openProfile()
    backend.on(`DELETE /auth/sessions/${SESSIONS[1]?.id}`, () => {
      backend.on(LIST, () => ok({ sessions: SESSIONS.slice(0, 1) }))
      return ok({})
    })
    const revoke = await screen.findByRole('button', { name: /^Revoke/ })
    await user.click(revoke)
    await user.click(within(await screen.findByRole('alertdialog')).getByText('Cancel'))
    expect(arrivals(`DELETE /auth/sessions/${SESSIONS[1]?.id}`)).toHaveLength(0)
    await user.click(revoke)
    const question = await screen.findByRole('alertdialog', { name: 'Revoke this session?' })
    await user.click(within(question).getByRole('button', { name: 'Revoke' }))
    await screen.findByText('Session revoked')
    await waitFor(() => expect(rows()).toHaveLength(1))
  })

  it('shows a failure with its cause', async () => {
    const { user, backend } = await openProfile({ [LIST]: () => json(503, {}, 'Service Unavailable') })
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to load sessionsHTTP 503: Service UnavailableRetry',
    )
    backend.on(LIST, () => ok({ sessions: SESSIONS }))
    backend.on(`DELETE /auth/sessions/${SESSIONS[1]?.id}`, () =>
      json(404, { success: false, error: 'Session not found' }),
    )
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await user.click(await screen.findByRole('button', { name: /^Revoke/ }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
    await screen.findByText('Failed to revoke session')
    expect(screen.getByText('Session not found')).toBeInTheDocument()
  })
})

describe('[AS-51] password change', () => {
  it('[PR-2] names the account for password managers, in this form only', async () => {
    await openProfile()
    const names = document.querySelectorAll<HTMLInputElement>('input[autocomplete="username"]')
    expect([...names].map(({ value, form }) => [value, form?.getAttribute('aria-label')])).toEqual([
      [SIGN_IN.email, 'Change Password'],
    ])
    expect(document.querySelectorAll('form:has(input[type="password"]:enabled)')).toHaveLength(1)
  })

  const fields = ['Current password', 'New password', 'New password again'] as const
  async function fill(user: ReturnType<typeof userEvent.setup>, values: readonly string[]) {
    for (const [index, label] of fields.entries()) {
      const field = screen.getByLabelText(label)
      await user.clear(field)
      const value = values[index] ?? ''
      if (value !== '') await user.type(field, value)
    }
  }
  const submit = (user: ReturnType<typeof userEvent.setup>) =>
    user.click(screen.getByRole('button', { name: 'Change Password' }))

  it.each([
    [['', 'Correct-horse-8', 'Correct-horse-8'], 'Current password is required'],
    [['old', '', ''], 'Password is required'],
    [['old', 'Short-1', 'Short-1'], 'Password must be at least 8 characters'],
    [['old', 'correct-horse-8', 'correct-horse-8'], 'Password must contain at least one uppercase letter'],
    [['old', 'Correct-horse-8', 'Correct-horse-9'], 'Passwords do not match'],
  ])('%j: %s, and nothing is sent', async (values, text) => {
    const { user, arrivals } = await openProfile()
    await fill(user, values)
    await submit(user)
    await screen.findByText(text)
    expect(arrivals(CHANGE)).toEqual([])
  })

  it('sends once, reports how many sessions ended, and clears the fields', async () => {
    const late = deferredResponse()
    const { user, arrivals } = await openProfile({ [CHANGE]: late.answer })
    await fill(user, ['Correct-horse-7', 'Correct-horse-8', 'Correct-horse-8'])
    await submit(user)
    await user.click(await screen.findByRole('button', { name: 'Changing...' }))
    late.respond(ok({ sessions_revoked: 2 }))
    await screen.findByText('Password changed')
    expect(screen.getByText('Other sessions ended: 2')).toBeInTheDocument()
    expect(arrivals(CHANGE).map(({ body }) => body)).toEqual([
      { current_password: 'Correct-horse-7', new_password: 'Correct-horse-8' },
    ])
    expect(fields.map((label) => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual(['', '', ''])
  })

  it('shows the error and keeps the entered values', async () => {
    const { user } = await openProfile({
      [CHANGE]: () => json(400, { success: false, error: 'The current password is not correct' }),
    })
    await fill(user, ['wrong', 'Correct-horse-8', 'Correct-horse-8'])
    await submit(user)
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Failed to change passwordThe current password is not correct',
    )
    expect(screen.getByLabelText('New password')).toHaveProperty('value', 'Correct-horse-8')
  })
})

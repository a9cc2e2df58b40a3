import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { aSession } from '#test/support/client/admin.tsx'
import { json, ok, SIGN_IN } from '#test/support/client/identity-service.ts'
import { createClientWorld } from '#test/support/client/pages.tsx'

const TOKEN = {
  id: 't1',
  name: 'Report',
  scopes: ['market:read', 'strategies:write'],
  created_at: '2026-01-05T08:00:00.000Z',
  expires_at: '2099-01-05T08:00:00.000Z',
  last_used_at: null,
}
const ATTEMPT = { id: 'a1', ip_address: '192.168.1.4', success: true, failure_reason: null }
const ATTEMPTS = [
  { ...ATTEMPT, attempted_at: '2026-01-05T08:00:00.000Z' },
  { ...ATTEMPT, id: 'a2', success: false, failure_reason: 'wrong password', attempted_at: '2026-01-04T08:00:00.000Z' },
]

async function openSecurity() {
  vi.stubGlobal('scrollTo', () => undefined)
  const world = createClientWorld()
  let tokens: readonly object[] = []
  world.backend.on('GET /auth/factors', () => ok({ totp_since: null, recovery_codes_left: 0, required: false }))
  world.backend.on('GET /auth/sessions', () =>
    ok({ sessions: [1, 2].map((n) => ({ ...aSession(n), is_current: n === 1 })) }),
  )
  world.backend.on('GET /auth/sign-ins', () => ok({ attempts: ATTEMPTS }))
  world.backend.on('GET /auth/tokens', () => ok({ tokens }))
  const page = world.open('/signin?redirect=/profile/security')
  await screen.findByLabelText('E-mail')
  page.services.sessionCommands.signIn(SIGN_IN)
  await screen.findByRole('heading', { level: 1, name: 'Account security' })
  const user = userEvent.setup({ delay: null })
  return { ...world, user, setTokens: (next: readonly object[]) => (tokens = next) }
}
const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )

afterEach(() => vi.unstubAllGlobals())

it('[PR-6] lists who tried to sign in, and [AS-50] ends all other sessions after a question', async () => {
  const { user, backend } = await openSecurity()
  const table = await screen.findByRole('table', { name: 'Own sign-ins' })
  expect(cells(table)).toEqual([
    ['2026-01-05 08:00:00 UTC', '192.168.1.4 (local network)', 'Signed in', '–'],
    ['2026-01-04 08:00:00 UTC', '192.168.1.4 (local network)', 'Refused', 'wrong password'],
  ])
  backend.on('DELETE /auth/sessions', () => ok({ sessions_revoked: 1 }))
  await user.click(await screen.findByRole('button', { name: 'End All Others' }))
  expect(backend.count('DELETE /auth/sessions')).toBe(0)
  const question = await screen.findByRole('alertdialog', { name: 'End all other sessions?' })
  await user.click(within(question).getByRole('button', { name: 'End All Others' }))
  expect(await screen.findByText('Sessions ended: 1')).toBeInTheDocument()
})

it('[PR-7] creates an API token, shows it this once, and revokes it after a question', async () => {
  const { user, backend, setTokens } = await openSecurity()
  await screen.findByText('No API tokens')
  await user.click(screen.getByRole('button', { name: 'Create Token' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create API Token' })
  const create = within(dialog).getByRole('button', { name: 'Create' })
  expect(create).toBeDisabled()
  backend.on('POST /auth/tokens', () => json(409, { success: false, error: 'You have 20 API tokens.' }))
  await user.type(within(dialog).getByLabelText('Name'), 'Report')
  await user.click(within(dialog).getByLabelText('Change strategies'))
  await user.click(create)
  expect(await within(dialog).findByText('You have 20 API tokens.')).toBeInTheDocument()
  backend.on('POST /auth/tokens', () => ok({ token: TOKEN, secret: 'pairbot_secret' }))
  setTokens([TOKEN])
  await user.click(create)
  const shown = await screen.findByRole('dialog', { name: 'Your API Token' })
  expect(within(shown).getByText('pairbot_secret')).toBeInTheDocument()
  const sent = backend.arrivals.filter(({ route }) => route.endsWith('/auth/tokens')).findLast(({ body }) => body)
  expect(sent?.body).toEqual({ name: 'Report', scopes: ['market:read', 'strategies:write'], days: 90 })
  await user.click(within(shown).getByRole('button', { name: 'Done' }))
  expect(screen.queryByText('pairbot_secret')).toBeNull()
  const [row] = cells(await screen.findByRole('table', { name: 'API tokens' }))
  expect(row?.slice(0, 3)).toEqual(['Report', 'Read market data, Change strategies', 'Never'])

  backend.on('DELETE /auth/tokens/t1', () => ok({}))
  await user.click(screen.getByRole('button', { name: 'Revoke Report' }))
  setTokens([])
  const question = await screen.findByRole('alertdialog', { name: 'Revoke this API token?' })
  await user.click(within(question).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('No API tokens')).toBeInTheDocument()
})

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { json, ok, SIGN_IN } from '#test/support/client/identity-service.ts'
import { createClientWorld } from '#test/support/client/pages.tsx'

// Loaded beforehand, so that no test waits for the compiler.
await Promise.all([
  import('#src/features/proof/ProofDialog.tsx'),
  import('#src/features/profile/security/SecurityScreen.tsx'),
  import('#src/transport/api/account.ts'),
])

const BEGIN = 'POST /auth/proof/challenge'
const PROVE = 'POST /auth/proof'
const CREATE = 'POST /auth/tokens'
const REFUSED = 'Prove again who you are: for this, the last proof must not be older than ten minutes.'
const TOKEN = {
  id: 't1',
  name: 'Report',
  scopes: ['market:read'],
  created_at: '2026-01-05T08:00:00.000Z',
  expires_at: '2026-04-05T08:00:00.000Z',
  last_used_at: null,
}

/** Opens the dialog for a new API token and sends it; the server asks for a proof first. */
async function askedForProof(methods: readonly string[] = ['password']) {
  vi.stubGlobal('scrollTo', () => undefined)
  const world = createClientWorld()
  const { backend } = world
  let isProven = false
  backend.on('GET /auth/factors', () => json(503, {}))
  backend.on('GET /auth/sessions', () => ok({ sessions: [] }))
  backend.on('GET /auth/sign-ins', () => ok({ attempts: [] }))
  backend.on('GET /auth/tokens', () => ok({ tokens: [] }))
  backend.on(CREATE, () =>
    isProven
      ? ok({ token: TOKEN, secret: 'pairbot_secret' })
      : json(403, { success: false, error: REFUSED, reason: 'proof_required' }),
  )
  backend.on(BEGIN, () => ok({ challenge: 'challenge-1', expires_in: 300, methods }))
  backend.on(PROVE, () => {
    isProven = true
    return ok({ expires_in: 600 })
  })
  const page = world.open('/signin?redirect=/profile/security')
  await screen.findByLabelText('E-mail')
  page.services.sessionCommands.signIn(SIGN_IN)
  const user = userEvent.setup({ delay: null })
  await user.click(await screen.findByRole('button', { name: 'Create Token' }))
  await user.type(await screen.findByLabelText('Name'), 'Report')
  await user.click(button('Create'))
  const dialog = await screen.findByRole('dialog', { name: 'Confirm That It Is You' })
  return { ...world, page, user, dialog }
}
const button = (name: string) => screen.getByRole('button', { name })
const sentTo = ({ backend }: Pick<ReturnType<typeof createClientWorld>, 'backend'>, path: string) =>
  backend.arrivals.filter(({ route }) => route === `POST ${DEFAULT_BASES.identity}${path}`).map(({ body }) => body)

afterEach(() => vi.unstubAllGlobals())

describe('an action that needs a recent proof', () => {
  it('[SE-29] asks for the password above what is open, and is done when it is right', async () => {
    const { user, backend, dialog } = await askedForProof()
    const field = await within(dialog).findByLabelText('Password')
    expect(field).toHaveFocus()
    backend.on(PROVE, () => json(400, { success: false, error: 'The password is not correct' }))
    await user.type(field, 'Wrong-horse-7{Enter}')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('The password is not correct')
    expect(backend.count(CREATE)).toBe(1)
  })

  it('[SE-29] repeats the action once, with what was typed', async () => {
    const world = await askedForProof()
    const { user, backend, dialog } = world
    await user.type(await within(dialog).findByLabelText('Password'), 'Correct-horse-7{Enter}')
    expect(await screen.findByText('pairbot_secret')).toBeInTheDocument()
    expect(screen.queryByRole('dialog', { name: 'Confirm That It Is You' })).toBeNull()
    expect(sentTo(world, ACCOUNT.prove.path)).toEqual([
      { challenge: 'challenge-1', proof: { method: 'password', password: 'Correct-horse-7' } },
    ])
    expect(backend.count(CREATE)).toBe(2)
    const [first, second] = sentTo(world, ACCOUNT.apiTokens.path)
    expect(second).toEqual(first)
  })

  it('[SE-29] is refused when the user cancels, and what was open stays', async () => {
    const { user, backend } = await askedForProof()
    await user.keyboard('{Escape}')
    const form = await screen.findByRole('dialog', { name: 'Create API Token' })
    expect(await within(form).findByRole('alert')).toHaveTextContent(REFUSED)
    expect(within(form).getByLabelText('Name')).toHaveValue('Report')
    expect([backend.count(CREATE), backend.count(PROVE)]).toEqual([1, 0])
  })

  it('[SE-30] asks for a second factor where there is one, by any of its ways', async () => {
    const world = await askedForProof(['totp', 'recovery_code'])
    const { user, dialog } = world
    await user.type(await within(dialog).findByLabelText('Code'), '12345{Enter}')
    expect(sentTo(world, ACCOUNT.prove.path)).toEqual([])
    await user.click(button('Use a recovery code'))
    await user.type(within(dialog).getByLabelText('Recovery code'), 'abcd efgh{Enter}')
    expect(await screen.findByText('pairbot_secret')).toBeInTheDocument()
    expect(sentTo(world, ACCOUNT.prove.path)).toEqual([
      { challenge: 'challenge-1', proof: { method: 'recovery_code', code: 'abcdefgh' } },
    ])
  })

  it('[SE-30] says that no passkey was used, and offers the other ways', async () => {
    const { user, backend, dialog } = await askedForProof(['passkey', 'totp'])
    await user.click(await within(dialog).findByRole('button', { name: 'Confirm' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('No passkey was used.')
    await user.click(button('Use your authenticator app'))
    expect(within(dialog).getByLabelText('Code')).toHaveFocus()
    expect(backend.count(PROVE)).toBe(0)
  })

  it('[SE-31] loads the ways again after a failure', async () => {
    const { user, backend, dialog, page } = await askedForProof()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    backend.on(BEGIN, () => json(503, { success: false, error: 'Unavailable' }))
    await user.click(button('Create'))
    const again = await screen.findByRole('dialog', { name: 'Confirm That It Is You' })
    expect(await within(again).findByRole('alert')).toBeInTheDocument()
    expect(dialog).not.toBeInTheDocument()
    backend.on(BEGIN, () => ok({ challenge: 'challenge-2', expires_in: 300, methods: ['password'] }))
    await user.click(within(again).getByRole('button', { name: 'Try Again' }))
    await user.type(await within(again).findByLabelText('Password'), 'Correct-horse-7{Enter}')
    expect(await screen.findByText('pairbot_secret')).toBeInTheDocument()
    expect(page.location()).toBe('/profile/security')
  })

  it('[SE-31] is over when the session ends, and the next one is not asked', async () => {
    const { page, backend } = await askedForProof()
    page.services.sessionCommands.signOut()
    await screen.findByLabelText('E-mail')
    expect(screen.queryByRole('dialog', { name: 'Confirm That It Is You' })).toBeNull()
    page.services.sessionCommands.signIn(SIGN_IN)
    await screen.findByRole('button', { name: 'Logout' })
    expect(screen.queryByRole('dialog', { name: 'Confirm That It Is You' })).toBeNull()
    expect([backend.count(PROVE), backend.count(CREATE)]).toEqual([0, 1])
  })

  it('[SE-29] one proof serves all actions that wait for it', async () => {
    const { page, user, backend, dialog } = await askedForProof()
    const services = await page.services.loadSignedInServices()
    const api = await services.account()
    const other = api.createToken({ name: 'Other', scopes: ['market:read'], days: 7 })
    await vi.waitFor(() => expect(backend.count(CREATE)).toBe(2))
    await user.type(await within(dialog).findByLabelText('Password'), 'Correct-horse-7{Enter}')
    expect((await other).ok).toBe(true)
    expect([backend.count(PROVE), backend.count(CREATE)]).toEqual([1, 4])
  })
})

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Factors } from '#contract/factors.ts'
import { json, ok, SIGN_IN } from '#test/support/client/identity-service.ts'
import { createClientWorld } from '#test/support/client/pages.tsx'

const NONE: Factors = {
  totp_since: null,
  passkeys: [],
  passkeys_available: true,
  recovery_codes_left: 0,
  required: false,
}
const SET_UP: Factors = { ...NONE, totp_since: '2026-01-05T08:00:00.000Z', recovery_codes_left: 3 }
const CODES = ['AAAA-BBBB-CCCC-DDDD-EEEE-FFFF', 'GGGG-HHHH-JJJJ-KKKK-MMMM-NNNN']
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const LIST = 'GET /auth/factors'
const CONFIRM = 'POST /auth/factors/totp/confirm'

async function openSection(factors: Factors) {
  vi.stubGlobal('scrollTo', () => undefined)
  const world = createClientWorld()
  let shown = factors
  world.backend.on(LIST, () => ok(shown))
  world.backend.on('GET /auth/sessions', () => ok({ sessions: [] }))
  world.backend.on('GET /auth/sign-ins', () => ok({ attempts: [] }))
  world.backend.on('GET /auth/tokens', () => ok({ tokens: [] }))
  const page = world.open('/signin?redirect=/profile/security')
  await screen.findByLabelText('E-mail')
  page.services.sessionCommands.signIn(SIGN_IN)
  const section = await screen.findByRole('region', { name: 'Second factor' })
  await within(section).findByRole('region', { name: 'Authenticator app' })
  return { ...world, section, user: userEvent.setup({ delay: null }), show: (next: Factors) => (shown = next) }
}
const button = (name: string) => screen.getByRole('button', { name })

afterEach(() => vi.unstubAllGlobals())

describe('the second factors of the profile', () => {
  it('[ID-75] sets up an authenticator app by QR code or key, and shows the recovery codes once', async () => {
    const { user, backend, show } = await openSection(NONE)
    backend.on('POST /auth/factors/totp', () => ok({ secret: SECRET, uri: `otpauth://totp/Pairbot?secret=${SECRET}` }))
    backend.on(CONFIRM, () => json(400, { success: false, error: 'The code is not correct' }))
    await user.click(button('Set Up'))
    expect(await screen.findByRole('figure', { name: 'QR code for the authenticator app' })).toBeInTheDocument()
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeInTheDocument()
    await user.type(screen.getByLabelText('Code'), '000000{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('The code is not correct')

    backend.on(CONFIRM, () => ok({ recovery_codes: CODES }))
    show(SET_UP)
    await user.click(button('Turn On'))
    const list = await screen.findByRole('list', { name: 'Recovery codes' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(CODES)
    await user.click(button('I Saved Them'))
    expect(screen.queryByText(CODES[0] ?? '')).toBeNull()
    expect(await screen.findByText('3 of 10 left, for when you do not have your device')).toBeInTheDocument()
    expect(screen.getByText('Few left')).toBeInTheDocument()
  })

  it('[ID-77] removes the app after a confirmation', async () => {
    const { user, backend, show } = await openSection(SET_UP)
    backend.on('DELETE /auth/factors/totp', () => ok({}))
    await user.click(button('Remove'))
    show(NONE)
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByRole('button', { name: 'Set Up' })).toBeInTheDocument()
  })

  it('[ID-83] lists passkeys, and renames and removes one', async () => {
    const laptop = { id: 'p1', name: 'Laptop', created_at: '2026-01-05T08:00:00.000Z', last_used_at: null }
    const { user, backend, section, show } = await openSection({ ...SET_UP, passkeys: [laptop] })
    expect(within(section).getByRole('region', { name: 'Laptop' })).toHaveTextContent('not used yet')
    backend.on('PATCH /auth/factors/passkeys/p1', () => ok({ ...laptop, name: 'Work' }))
    await user.click(button('Rename Laptop'))
    const name = await screen.findByLabelText('Name')
    await user.clear(name)
    expect(button('Rename')).toBeDisabled()
    show({ ...SET_UP, passkeys: [{ ...laptop, name: 'Work' }] })
    await user.type(name, ' Work {Enter}')
    await user.click(await screen.findByRole('button', { name: 'Remove Work' }))
    const sent = backend.arrivals.find(({ route }) => route.startsWith('PATCH '))
    expect(sent?.body).toEqual({ name: 'Work' })
    backend.on('DELETE /auth/factors/passkeys/p1', () => ok({}))
    show(SET_UP)
    // The authenticator app is left, so that the recovery codes stay.
    expect(screen.queryByText(/The recovery codes are void/)).toBeNull()
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Work' })).toBeNull())
  })

  it('[ID-84] adds none where passkeys cannot be used', async () => {
    await openSection({ ...NONE, passkeys_available: false })
    expect(button('Add Passkey')).toBeDisabled()
  })

  it('[ID-79] tells an Admin that one is required', async () => {
    const { section } = await openSection({ ...NONE, required: true })
    expect(within(section).getByRole('alert')).toHaveTextContent('the admin area is closed to you')
  })
})

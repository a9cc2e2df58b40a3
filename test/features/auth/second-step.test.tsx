import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { SIGN_IN, USER, json, ok } from '#test/support/client/identity-service.ts'
import { createClientWorld } from '#test/support/client/pages.tsx'

const CHALLENGE = { challenge: 'challenge-1', expires_in: 300 }
const FACTOR = 'POST /auth/login/factor'

async function openStep(methods: readonly string[] = ['totp', 'recovery_code']) {
  const world = createClientWorld()
  world.backend.on('POST /auth/login', () => ok({ second_factor: { ...CHALLENGE, methods } }))
  const page = world.open('/signin')
  await screen.findByLabelText('E-mail')
  page.services.sessionCommands.signIn(SIGN_IN)
  await screen.findByRole('form', { name: 'Second step' })
  return { ...world, page, user: userEvent.setup({ delay: null }) }
}
const button = (name: string) => screen.getByRole('button', { name })

describe('the second step on the sign-in screen', () => {
  it('[SE-25] asks for the six digits of the app, spaces allowed, and signs in', async () => {
    const { user, backend, page } = await openStep()
    const field = screen.getByLabelText('Code')
    expect([field.getAttribute('autocomplete'), field.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric'])
    expect(field).toHaveFocus()
    await user.type(field, '12345')
    expect(button('Sign In')).toBeDisabled()
    await user.type(field, ' 6')
    backend.resume('x')
    backend.on(FACTOR, () => ok({ access_token: 'x', expires_in: 900, user: USER }))
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('button', { name: 'Logout' })).toBeInTheDocument()
    const sent = backend.arrivals.find(({ route }) => route.endsWith('/auth/login/factor'))
    expect(sent?.body).toEqual({ challenge: 'challenge-1', proof: { method: 'totp', code: '123456' } })
    expect(page.location()).toBe('/dashboard')
  })

  it('[SE-26] a refused recovery code is shown and can be typed again; Back leads to the password', async () => {
    const { user, backend } = await openStep()
    backend.on(FACTOR, () => json(401, { success: false, error: 'The code is not correct, or was used before.' }))
    await user.click(button('Use a recovery code'))
    await user.type(screen.getByLabelText('Recovery code'), 'abcd-efgh{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('The code is not correct, or was used before.')
    expect(screen.getByLabelText('Recovery code')).toHaveValue('abcd-efgh')
    expect(button('Use your authenticator app')).toBeEnabled()
    await user.click(button('Back'))
    expect(screen.getByLabelText('E-mail')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('[SE-28] begins with a passkey, beside the other ways', async () => {
    const { user } = await openStep(['passkey', 'totp', 'recovery_code'])
    expect(button('Continue')).toHaveFocus()
    await user.click(button('Continue'))
    expect(await screen.findByRole('alert')).toHaveTextContent('No passkey was used. Try again, or use another way.')
    await user.click(button('Use your authenticator app'))
    expect(screen.getByLabelText('Code')).toHaveFocus()
    expect(button('Use a passkey')).toBeEnabled()
  })

  it('[SE-25] offers only what the user has', async () => {
    await openStep(['totp'])
    expect(screen.queryByRole('button', { name: 'Use a recovery code' })).toBeNull()
  })
})

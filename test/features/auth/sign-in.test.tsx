import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { SIGN_IN, USER, json, deferredResponse, ok, silent } from '#test/support/client/identity-service.ts'
import { createClientWorld } from '#test/support/client/pages.tsx'

const email = () => screen.getByLabelText('E-mail')
const password = () => screen.getByLabelText('Password')
const button = (name = 'Sign In') => screen.getByRole('button', { name })

async function openForm(path = '/signin') {
  const world = createClientWorld()
  const page = world.open(path)
  await screen.findByLabelText('E-mail')
  return { ...world, page, user: userEvent.setup() }
}
async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(email(), SIGN_IN.email)
  await user.type(password(), SIGN_IN.password)
}

describe('the sign-in screen', () => {
  it('has e-mail, password, remember-me and a title', async () => {
    await openForm()
    expect(screen.getByRole('heading', { level: 1, name: 'Pairbot' })).toBeInTheDocument()
    expect(screen.getByRole('checkbox', { name: 'Remember me' })).toHaveProperty('checked', false)
    expect(email()).toHaveAttribute('autocomplete', 'username')
    expect(password()).toHaveAttribute('autocomplete', 'current-password')
    expect(password()).toHaveAttribute('type', 'password')
    expect(document.title).toBe('Pairbot · Sign In')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('[SE-2] the button is disabled while e-mail or password is empty', async () => {
    const { user } = await openForm()
    const states = [button().hasAttribute('disabled')]
    await user.type(email(), 'a')
    states.push(button().hasAttribute('disabled'))
    await user.type(password(), 'b')
    states.push(button().hasAttribute('disabled'))
    await user.clear(email())
    states.push(button().hasAttribute('disabled'))
    expect(states).toEqual([true, true, false, true])
  })

  it('[SE-2] an incomplete form is not sent, not even by Enter', async () => {
    const { user, backend } = await openForm()
    await user.type(email(), 'a{Enter}')
    expect(backend.arrivals).toEqual([])
  })

  it('HA-17 [SE-2] Enter and five clicks send one request while the button reads "Signing In..."', async () => {
    const { user, backend, page } = await openForm()
    const late = deferredResponse()
    backend.on('POST /auth/login', late.answer)
    await fill(user)
    await user.keyboard('{Enter}')
    const busy = await screen.findByRole('button', { name: 'Signing In...' })
    expect(busy).toHaveAttribute('aria-busy', 'true')
    for (let click = 0; click < 5; click += 1) await user.click(busy)
    await user.type(password(), '{Enter}')
    expect(backend.count('POST /auth/login')).toBe(1)
    backend.resume('x')
    late.respond(ok({ access_token: 'x', expires_in: 900, user: USER }))
    expect(await screen.findByRole('button', { name: 'Logout' })).toBeInTheDocument()
    expect([page.location(), backend.count('POST /auth/login')]).toEqual(['/dashboard', 1])
  })

  it('sends remember_me and the trimmed e-mail', async () => {
    const { user, backend } = await openForm()
    await user.type(email(), `  ${SIGN_IN.email} `)
    await user.type(password(), ' spaces count ')
    await user.click(screen.getByRole('checkbox', { name: 'Remember me' }))
    await user.click(button())
    expect(backend.arrivals[0]?.body).toEqual({
      email: SIGN_IN.email,
      password: ' spaces count ',
      remember_me: true,
    })
  })

  it('[SE-2] shows a failure and keeps the form usable', async () => {
    const { user, backend } = await openForm()
    backend.on('POST /auth/login', () => json(401, { success: false, error: 'Invalid e-mail or password' }))
    await fill(user)
    await user.click(button())
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid e-mail or password')
    expect([email(), password()].map((field) => field.getAttribute('value'))).toEqual([SIGN_IN.email, SIGN_IN.password])
    expect(button().hasAttribute('disabled')).toBe(false)
    backend.on('POST /auth/login', silent)
    await user.click(button())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['1', 'Too many attempts. Please wait 1 second, then try again.'],
    ['45', 'Too many attempts. Please wait 45 seconds, then try again.'],
    ['60', 'Too many attempts. Please wait 1 minute, then try again.'],
    ['61', 'Too many attempts. Please wait 2 minutes, then try again.'],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'Invalid email or password'],
  ])('[SE-24] a refusal with Retry-After %s: %s', async (retryAfter, shown) => {
    const { user, backend } = await openForm()
    backend.on('POST /auth/login', () => {
      const refusal = json(401, { success: false, error: 'Invalid email or password' })
      refusal.headers.set('retry-after', retryAfter)
      return refusal
    })
    await fill(user)
    await user.click(button())
    expect((await screen.findByRole('alert')).textContent).toBe(shown)
  })

  it('HA-47 never renders markup from the server', async () => {
    const { user, backend } = await openForm()
    backend.on('POST /auth/login', () => json(500, { error: '<img src=x onerror=alert(1)>' }))
    await fill(user)
    await user.click(button())
    expect((await screen.findByRole('alert')).textContent).toBe('Login failed')
  })

  it('[SE-20] shows why the session ended in words, with the exact failure folded away', async () => {
    const { page, backend } = await openForm()
    page.services.sessionCommands.signIn(SIGN_IN)
    await screen.findByRole('button', { name: 'Logout' })
    backend.endSession()
    page.services.session.send({ type: 'token.rejected', generation: 1, caller: 'data' })
    // The dashboard shows an alert of its own (jsdom has no canvas): wait until it has been left.
    await screen.findByLabelText('E-mail')
    expect(await screen.findByRole('alert')).toHaveTextContent('Authentication required. Please log in again.')
    const details = screen.getByText('Details').closest('details')
    expect([details?.open, details?.textContent]).toEqual([false, 'DetailsToken refresh failed: 401'])
    expect(page.location()).toBe('/signin?redirect=%2Fdashboard')
  })
})

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { inspect } from 'node:util'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  INVITED,
  SIGN_IN,
  USER,
  html,
  json,
  deferredResponse,
  ok,
  silent,
  unreachable,
} from '#test/support/client/identity-service.ts'
import { createClientWorld } from '#test/support/client/pages.tsx'

afterEach(() => vi.restoreAllMocks())

const VALIDATE = 'GET /auth/invitations/validate'
const REGISTER = 'POST /auth/register'
const LINK = `/register?code=${INVITED.code}`

const email = () => screen.getByLabelText('E-mail')
const password = () => screen.getByLabelText('Password')
const confirmation = () => screen.getByLabelText('Confirm password')
/** Current value of a field; React Hook Form inputs are uncontrolled. */
const valueOf = (field: HTMLElement): unknown => Reflect.get(field, 'value')
const submit = () => screen.getByRole('button', { name: 'Create Account' })
const heading = () => screen.getByRole('heading', { level: 1 }).textContent
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
/** Each listed rule, and whether it is marked as met. */
const rules = () =>
  within(screen.getByRole('list', { name: 'Password rules' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.split(', '))

function openLink(path = LINK, prepare: (backend: ReturnType<typeof createClientWorld>['backend']) => void = () => {}) {
  const world = createClientWorld()
  prepare(world.backend)
  const page = world.open(path)
  return { ...world, page, user: userEvent.setup() }
}
async function openForm(offer: Partial<typeof INVITED.offer> = {}) {
  const opened = openLink(LINK, (backend) => backend.on(VALIDATE, () => ok({ ...INVITED.offer, ...offer })))
  await screen.findByLabelText('Confirm password')
  return opened
}
async function fill(user: ReturnType<typeof userEvent.setup>, first = SIGN_IN.password, second = first) {
  await user.type(password(), first)
  await user.type(confirmation(), second)
}

describe('the invitation code', () => {
  it('[RG-1] [RG-4] is validated first and removed from the address', async () => {
    const late = deferredResponse()
    const { page, backend } = openLink(LINK, (service) => service.on(VALIDATE, late.answer))

    expect((await screen.findByRole('status')).textContent).toBe('Validating invitation code...')
    expect(page.location()).toBe('/register')
    expect(document.title).toBe('Pairbot · Invitation')
    late.respond(ok(INVITED.offer))
    expect(await screen.findByRole('heading', { level: 1, name: 'Create Your Account' })).toBeInTheDocument()
    expect(screen.queryByText('Validating invitation code...')).toBeNull()
    expect(backend.arrivals.map(({ route, search }) => `${route.slice(-20)}${search}`)).toEqual([
      `invitations/validate?code=${INVITED.code}`,
    ])
  })

  it('HA-21 [RG-2] reports a missing code without a request', async () => {
    const { page, backend, user } = openLink('/register')
    expect(await screen.findByText('No invitation code provided')).toBeInTheDocument()
    expect([heading(), alerts(), document.title]).toEqual([
      'Invalid Invitation',
      ['No invitation code provided'],
      'Pairbot · Invalid Invitation',
    ])
    expect(screen.getByText('Open your invitation link again.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back to Sign In' }))
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeInTheDocument()
    expect([page.location(), backend.arrivals]).toEqual(['/signin', []])
  })

  it.each([
    ['the server’s text', () => json(404, { success: false, error: 'Used already' }), 'Used already'],
    ['no text', () => json(200, { success: false }), 'Invalid or expired invitation code'],
    ['no data', () => json(200, { success: true }), 'Failed to validate invitation'],
    [
      'nothing to show',
      () => json(200, { success: false, error: '' }),
      'This invitation code is invalid or has expired.',
    ],
  ])('HA-39 [RG-3] refused with %s', async (_, answer, text) => {
    openLink(LINK, (backend) => backend.on(VALIDATE, answer))
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(heading()).toBe('Invalid Invitation')
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(screen.getByRole('button', { name: 'Back to Sign In' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  })

  it('HA-21 [RG-3] without a response the check can be retried with the same code', async () => {
    const { user, backend } = openLink(LINK, (service) => service.on(VALIDATE, unreachable))
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to validate invitation code')
    expect(heading()).toBe('Invalid Invitation')
    backend.on(VALIDATE)
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    expect(await screen.findByLabelText('Confirm password')).toBeInTheDocument()
    expect(backend.count(VALIDATE)).toBe(2)
  })

  it('HA-21 [RG-3] without a response Back to Sign In opens the sign-in screen', async () => {
    const { user, page } = openLink(LINK, (service) => service.on(VALIDATE, unreachable))
    await screen.findByText('Failed to validate invitation code')
    expect(heading()).toBe('Invalid Invitation')
    await user.click(screen.getByRole('button', { name: 'Back to Sign In' }))
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeInTheDocument()
    expect(page.location()).toBe('/signin')
  })

  it('[RG-9] redirects a signed-in user to the dashboard', async () => {
    const { page } = openLink('/signin')
    await screen.findByLabelText('E-mail')
    page.services.sessionCommands.signIn(SIGN_IN)
    await screen.findByRole('button', { name: 'Logout' })
    await page.pages.navigate({ to: '/register' })
    expect(page.location()).toBe('/dashboard')
  })
})

describe('the registration form', () => {
  it('[RG-1] shows role, expiry, the read-only e-mail and two hidden passwords', async () => {
    await openForm()
    const terms = screen.getAllByRole('term').map(({ textContent }) => textContent)
    const values = screen.getAllByRole('definition').map(({ textContent }) => textContent)
    expect([terms, values]).toEqual([
      ['Role', 'Invitation expires'],
      ['Trader', '2030-02-01 12:00:00 UTC'],
    ])
    expect(valueOf(email())).toEqual(USER.email)
    expect(email()).toHaveAttribute('readonly')
    expect(
      [password(), confirmation()].map((field) => [field.getAttribute('type'), field.getAttribute('autocomplete')]),
    ).toEqual([
      ['password', 'new-password'],
      ['password', 'new-password'],
    ])
    expect([document.title, alerts()]).toEqual(['Pairbot · Create Your Account', []])
  })

  it('each password field has its own show/hide toggle', async () => {
    const { user } = await openForm()
    const types = () => [password(), confirmation()].map((field) => field.getAttribute('type'))
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(types()).toEqual(['text', 'password'])
    await user.click(screen.getByRole('button', { name: 'Show confirm password' }))
    expect(types()).toEqual(['text', 'text'])
    await user.click(screen.getByRole('button', { name: 'Hide password' }))
    await user.click(screen.getByRole('button', { name: 'Hide confirm password' }))
    expect(types()).toEqual(['password', 'password'])
  })

  it('marks password rules as they are met', async () => {
    const { user } = await openForm()
    const metRules = () => rules().flatMap(([requirement, state]) => (state === 'done' ? [requirement] : []))
    expect(rules()).toEqual([
      ['At least 8 characters', 'still missing'],
      ['One uppercase letter', 'still missing'],
      ['One lowercase letter', 'still missing'],
      ['One number', 'still missing'],
    ])
    await user.type(password(), 'Ab')
    expect(metRules()).toEqual(['One uppercase letter', 'One lowercase letter'])
    await user.type(password(), 'cdef7')
    expect(metRules()).toEqual(['One uppercase letter', 'One lowercase letter', 'One number'])
    await user.type(password(), 'h')
    expect(metRules()).toHaveLength(4)
    expect(password()).toHaveAttribute(
      'aria-describedby',
      screen.getByRole('list', { name: 'Password rules' }).getAttribute('id'),
    )
  })

  it('[RG-5] an incomplete form is not sent, and each field shows its error', async () => {
    const { user, backend } = await openForm()
    await user.click(submit())
    expect(alerts()).toEqual(['Password is required', 'Please confirm your password'])
    expect(backend.count(REGISTER)).toBe(0)
    expect([password(), confirmation()].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', 'true'])
  })

  it.each([
    ['Ab3defg', 'Password must be at least 8 characters'],
    ['abcdefg1', 'Password must contain at least one uppercase letter'],
    ['ABCDEFG1', 'Password must contain at least one lowercase letter'],
    ['Abcdefgh', 'Password must contain at least one number'],
  ])('[RG-5] %s: %s', async (given, text) => {
    const { user, backend } = await openForm()
    await fill(user, given)
    await user.keyboard('{Enter}')
    expect([alerts(), backend.count(REGISTER)]).toEqual([[text], 0])
  })

  it('[RG-5] rejects passwords that differ', async () => {
    const { user, backend } = await openForm()
    await fill(user, SIGN_IN.password, `${SIGN_IN.password}x`)
    await user.click(submit())
    expect([alerts(), backend.count(REGISTER)]).toEqual([['Passwords do not match'], 0])
  })

  it.each([
    ['', 'Email is required'],
    ['grace', 'Invalid email format'],
  ])('[RG-5] an invitation whose e-mail is "%s"', async (given, text) => {
    const { user, backend } = await openForm({ email: given })
    await fill(user)
    await user.click(submit())
    expect([alerts(), backend.count(REGISTER)]).toEqual([[text], 0])
  })

  it('editing a field clears only its own error', async () => {
    const { user } = await openForm()
    await user.click(submit())
    await user.type(password(), 'a')
    expect(alerts()).toEqual(['Please confirm your password'])
    await user.type(confirmation(), 'b')
    expect(alerts()).toEqual([])
    await user.click(submit())
    expect(alerts()).toEqual(['Password must be at least 8 characters', 'Passwords do not match'])
  })
})

describe('account creation', () => {
  it('[RG-5] [RG-6] sends once, reads "Creating Account...", and ends signed in on the dashboard', async () => {
    const { user, backend, page, browser } = await openForm()
    const late = deferredResponse()
    backend.on(REGISTER, late.answer)
    await fill(user)
    await user.keyboard('{Enter}')
    const busy = await screen.findByRole('button', { name: 'Creating Account...' })
    expect(busy).toHaveAttribute('aria-busy', 'true')
    for (let click = 0; click < 5; click += 1) await user.click(busy)
    late.respond(ok({ access_token: 'token-of-registration', expires_in: 900, user: { email: USER.email } }))

    expect(await screen.findByRole('button', { name: 'Logout' })).toBeInTheDocument()
    expect([page.location(), backend.count(REGISTER), backend.count('POST /auth/login')]).toEqual(['/dashboard', 1, 1])
    expect(browser.items.get('pairbot.access_token')).toBe('token-1')
    expect(backend.arrivals.find(({ route }) => route.endsWith('register'))?.body).toEqual({
      invitation_code: INVITED.code,
      email: USER.email,
      password: SIGN_IN.password,
    })
  })

  it('[RG-8] shows a failure and keeps the form usable', async () => {
    const { user, backend } = await openForm()
    backend.on(REGISTER, () => json(400, { success: false, error: 'This password is too common' }))
    await fill(user)
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toBe('This password is too common')
    expect([password(), confirmation()].map(valueOf)).toEqual([SIGN_IN.password, SIGN_IN.password])
    backend.on(REGISTER, silent)
    await user.click(submit())
    expect(alerts()).toEqual([])
  })

  it.each([
    ['no message', () => json(500, { success: false }), 'Registration failed'],
    ['success=false only', () => json(200, { success: false }), 'Registration failed'],
    ['an empty body', () => new Response(''), 'Registration failed'],
    ['an HTML page', () => html(500, 'Internal Server Error'), 'HTTP 500: Internal Server Error'],
    ['a proxy error', () => json(502, undefined), 'HTTP 502: Bad Gateway'],
    ['not answered', unreachable, 'Registration failed. Please try again.'],
  ])('HA-39 [RG-8] a failure with %s keeps the form and logs none of its values', async (_, answer, text) => {
    const logged = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation(() => undefined),
    )
    const { user, backend, page } = await openForm()
    backend.on(REGISTER, answer)
    await fill(user)
    await user.click(submit())
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect([page.location(), ...[email(), password(), confirmation()].map(valueOf)]).toEqual([
      '/register',
      USER.email,
      SIGN_IN.password,
      SIGN_IN.password,
    ])
    expect(
      inspect(
        logged.map(({ mock }) => mock.calls),
        { depth: 8 },
      ),
    ).not.toContain(SIGN_IN.password)
  })

  it('[RG-7] the user is signed in even if the following sign-in fails', async () => {
    const { user, backend, page } = await openForm()
    backend.on('POST /auth/login', () => json(429, { success: false, error: 'Too many requests.' }))
    await fill(user)
    await user.click(submit())
    expect(await screen.findByRole('button', { name: 'Logout' })).toBeInTheDocument()
    expect(page.location()).toBe('/dashboard')
    expect(screen.getByText(USER.email).textContent).toBe(USER.email)
  })

  it('links to the sign-in screen for users with an account', async () => {
    const { user, page } = await openForm()
    await user.click(screen.getByRole('link', { name: 'Already have an account? Sign In' }))
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeInTheDocument()
    expect(page.location()).toBe('/signin')
  })
})

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { json, ok } from '#test/support/client/identity-service.ts'
import { createClientWorld } from '#test/support/client/pages.tsx'

const REQUEST = 'POST /auth/password/forgotten'
const RESET = 'POST /auth/password/reset'
const setup = () => userEvent.setup({ delay: null })

it.each([
  ['mail', /If there is an account with this address, we sent it a link/],
  ['admin', /Ask an Admin for a link/],
] as const)(
  '[RS-8] a forgotten password, with links from %s, is reached from the sign-in screen',
  async (from, text) => {
    const world = createClientWorld()
    const { backend } = world
    backend.on(REQUEST, () => ok({ link_from: from }))
    const user = setup()
    world.open('/signin')
    await user.click(await screen.findByRole('link', { name: 'Forgot your password?' }))
    await screen.findByRole('heading', { name: 'Reset Your Password' })
    await user.type(screen.getByLabelText('E-mail'), 'ada@pairbot.test{Enter}')
    expect(await screen.findByText(text)).toBeInTheDocument()
  },
)

it('[RS-9] the link sets a password that follows the rules, and leads to the sign-in screen', async () => {
  const world = createClientWorld()
  const { backend } = world
  backend.on(RESET, () => json(400, { success: false, error: 'This link is invalid or has expired.' }))
  const user = setup()
  const page = world.open('/reset-password#the-secret')
  await user.type(await screen.findByLabelText('New password'), 'Correct-horse-8')
  await user.type(screen.getByLabelText('New password again'), 'Correct-horse-9{Enter}')
  expect(await screen.findByText('Passwords do not match')).toBeInTheDocument()
  expect(backend.count(RESET)).toBe(0)
  await user.clear(screen.getByLabelText('New password again'))
  await user.type(screen.getByLabelText('New password again'), 'Correct-horse-8{Enter}')
  expect(await screen.findByText('This link is invalid or has expired.')).toBeInTheDocument()
  backend.on(RESET, () => ok({}))
  await user.click(screen.getByRole('button', { name: 'Set Password' }))
  await user.click(await screen.findByRole('link', { name: 'Sign In' }))
  await screen.findByLabelText('Password')
  expect(page.location()).toBe('/signin')
  expect(backend.arrivals.at(-1)?.body).toEqual({ token: 'the-secret', password: 'Correct-horse-8' })
})

it('[RS-10] the secret leaves the address when the page opens, and another link in the same tab takes its place', async () => {
  const world = createClientWorld()
  world.backend.on(RESET, () => ok({}))
  const user = setup()
  const page = world.open('/reset-password#the-secret')
  const fill = async () => {
    await user.type(await screen.findByLabelText('New password'), 'Correct-horse-8')
    await user.type(screen.getByLabelText('New password again'), 'Correct-horse-8{Enter}')
    await screen.findByText(/Your password is set/)
  }
  await screen.findByLabelText('New password')
  await vi.waitFor(() => expect(page.location()).toBe('/reset-password'))
  await fill()
  await page.pages.navigate({ to: '/reset-password', hash: 'another' })
  await fill()
  expect(page.location()).toBe('/reset-password')
  const sent = world.backend.arrivals.filter(({ route }) => route.endsWith('/auth/password/reset'))
  expect(sent.map(({ body }) => body)).toMatchObject([{ token: 'the-secret' }, { token: 'another' }])
})

it('[RS-9] a link without its secret says so', async () => {
  createClientWorld().open('/reset-password')
  expect(await screen.findByText(/This link is incomplete/)).toBeInTheDocument()
})

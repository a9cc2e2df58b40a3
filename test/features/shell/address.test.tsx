import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { SIGN_IN } from '#test/support/client/identity-service.ts'
import { createClientWorld } from '#test/support/client/pages.tsx'

afterEach(() => vi.unstubAllGlobals())

it('[SH-22] a dialog of the shell opens by a link, is added to the address, and closes with Back', async () => {
  vi.stubGlobal('scrollTo', () => undefined)
  const page = createClientWorld().open('/signin?redirect=%2Fprofile%3Fdialog%3Dshortcuts%26inspector%3Dnone')
  await screen.findByLabelText('E-mail', undefined, { timeout: 10_000 })
  page.services.sessionCommands.signIn(SIGN_IN)
  const list = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })
  await waitFor(() => expect(list()).not.toBeNull(), { timeout: 10_000 })

  const user = userEvent.setup({ delay: null })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(list()).toBeNull())
  expect(page.location()).toBe('/profile')

  await user.keyboard('?')
  await waitFor(() => expect(page.location()).toBe('/profile?dialog=shortcuts'))
  act(() => page.pages.history.back())
  await waitFor(() => expect(list()).toBeNull())
  expect(page.location()).toBe('/profile')
})

it('[SH-8] what is typed right after Ctrl+K, before the palette is loaded, finds and runs a command', async () => {
  vi.stubGlobal('scrollTo', () => undefined)
  const page = createClientWorld().open('/signin?redirect=%2Fprofile')
  await screen.findByLabelText('E-mail', undefined, { timeout: 10_000 })
  page.services.sessionCommands.signIn(SIGN_IN)
  await screen.findByRole('heading', { level: 1, name: 'Profile' }, { timeout: 10_000 })

  act(() => {
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  })
  // The next keys are there before the palette's code is.
  const field = document.activeElement ?? document.body
  fireEvent.change(field, { target: { value: 'monit' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(page.location()).toBe('/monitoring'))
  expect(screen.queryByRole('dialog', { name: 'Commands' })).toBeNull()
})

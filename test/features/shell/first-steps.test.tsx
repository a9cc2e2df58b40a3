import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { stepsDoneBy, stepsFor } from '#src/features/shell/first-steps/steps.ts'
import { SIGN_IN, USER } from '#test/support/client/identity-service.ts'
import { createClientWorld } from '#test/support/client/pages.tsx'

// Loaded beforehand, so that no test waits for the compiler.
await import('#src/features/shell/first-steps/FirstStepsList.tsx')

/** The whole client starts first, which takes its time on a busy machine. */
const SOON = { timeout: 10_000 }

afterEach(() => vi.unstubAllGlobals())

describe('[SH-23] the first steps', () => {
  it.each<[Role, readonly string[]]>([
    ['Viewer', ['message', 'streams', 'format']],
    ['Trader', ['message', 'streams', 'strategy', 'format']],
    ['Admin', ['message', 'streams', 'strategy', 'invitation', 'security', 'format']],
  ])('of a %s', (role, ids) => expect(stepsFor(role).map(({ id }) => id)).toEqual(ids))

  it.each([
    ['/dashboard', true, false, ['message']],
    ['/dashboard', false, false, []],
    ['/trading', true, false, []],
    ['/monitoring', false, true, ['streams', 'format']],
    ['/admin/security', false, false, ['security']],
  ] as const)('on %s with a card %s and an own format %s are done: %j', (path, hasCard, hasOwnFormat, done) =>
    expect(stepsDoneBy({ path, hasCard, hasOwnFormat })).toEqual(done),
  )

  it('tick themselves, lead to their page, and can be dismissed and offered again', async () => {
    vi.stubGlobal('scrollTo', () => undefined)
    const page = createClientWorld({ ...USER, role: 'Viewer' }).open('/signin?redirect=%2Fprofile')
    await screen.findByLabelText('E-mail', undefined, SOON)
    page.services.sessionCommands.signIn(SIGN_IN)
    const user = userEvent.setup({ delay: null })
    const offers = () => screen.queryAllByRole('button', { name: /^First steps / })
    await waitFor(() => expect(offers()[0]).toHaveTextContent('First steps 0/3'), SOON)

    act(() => page.services.preferences.set({ timeZone: 'Europe/Berlin' }))
    await waitFor(() => expect(offers()[0]).toHaveTextContent('First steps 1/3'), SOON)
    await user.click(offers()[0] ?? document.body)
    const list = within(await screen.findByRole('dialog', { name: 'First steps' }, SOON))
    expect(await list.findAllByRole('listitem', undefined, SOON)).toHaveLength(3)
    expect(list.getByText('Choose your time zone').parentElement).toHaveTextContent(', done')
    expect(list.getByRole('link', { name: 'Open a card' })).toHaveAttribute('href', '/dashboard')

    await user.click(list.getByRole('button', { name: 'Do not offer these again' }))
    await waitFor(() => expect(offers()).toEqual([]), SOON)
    expect(page.services.preferences.get()).toMatchObject({ doneSteps: ['format'], hidesFirstSteps: true })
  })
})

import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HEALTH } from '#contract/limits.ts'
import { html, json, unreachable } from '#test/support/client/identity-service.ts'
import { createClientWorld } from '#test/support/client/pages.tsx'

// Lazy: loaded beforehand, so that no test waits for the compiler.
await import('#src/features/shell/ReadOnlyBanner.tsx')

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

const FULL = 'The server is read-only: its disk is full.'
const refused = () => json(200, { status: 'degraded', writes: { status: 'refused', reason: FULL } })
const accepted = () => json(200, { status: 'healthy', writes: { status: 'accepted' } })

const nextPoll = () => act(() => vi.advanceTimersByTimeAsync(HEALTH.readOnlyPollMs))
const shown = () => screen.queryByText(FULL) !== null

it('[SH-20] says on the sign-in screen that the server is read-only, until it is not', async () => {
  const world = createClientWorld()
  world.backend.on('GET /health', refused)
  world.open('/signin')
  expect(await screen.findByText(FULL)).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent(FULL)

  world.backend.on('GET /health', unreachable)
  await nextPoll()
  expect(shown()).toBe(true)
  world.backend.on('GET /health', accepted)
  await nextPoll()
  expect(shown()).toBe(false)
})

it('[SH-20] shows nothing with a backend that has no health', async () => {
  const world = createClientWorld()
  world.backend.on('GET /health', () => html(200, 'OK'))
  world.open('/signin')
  await nextPoll()
  expect(shown()).toBe(false)
})

it('[SH-20] asks again when the page is shown, and not while it is hidden', async () => {
  const world = createClientWorld()
  world.backend.on('GET /health', accepted)
  const { tab } = world.open('/signin')
  const asked = () => world.backend.count('GET /health')
  await vi.waitFor(() => expect(asked()).toBe(1))
  const setVisibility = (state: DocumentVisibilityState) =>
    act(async () => {
      tab.events.visibilityState = state
      tab.events.dispatchEvent(new Event('visibilitychange'))
      await vi.advanceTimersByTimeAsync(0)
    })
  await setVisibility('hidden')
  await nextPoll()
  expect(asked()).toBe(1)
  await setVisibility('visible')
  expect(asked()).toBe(2)
})

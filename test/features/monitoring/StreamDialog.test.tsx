import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { EXAMPLES } from '#test/support/data/monitoring.ts'
import {
  cardOf,
  failed,
  found,
  messageOf,
  showMonitoring,
  updateOf,
  valueOf,
} from '#test/support/client/monitoring-screen.tsx'
import { status } from '#test/support/client/record-samples.ts'
import { aMarket } from '#test/support/data/messages.ts'
import { AT } from '#test/support/data/payloads.ts'

const { key, data } = EXAMPLES.divergence
const UNREACHABLE = 'HTTP 503: Service Unavailable'
const METADATA = found({ length: 40, last_generated_id: `${AT * 1000}-9`, timestamp: null })

const FAKED = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
beforeEach(() => vi.useFakeTimers({ now: AT * 1000, toFake: [...FAKED] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const dialog = () => screen.getByRole('dialog', { name: 'BTC/USD · divergence' })
const json = () => within(dialog()).getByRole('region', { name: 'Parsed JSON' }).textContent
const tail = () => within(dialog()).getByRole('region', { name: 'Latest messages' })
const lines = () =>
  [...tail().querySelectorAll('li')].map((line) => line.lastElementChild?.textContent ?? line.textContent)

async function open() {
  const world = await showMonitoring({ search: { view: 'json' } })
  await world.receive(updateOf(key, data, 1))
  await act(async () => fireEvent.click(within(cardOf(key)).getByRole('button')))
  return world
}
/** Lets a frame be painted, and then what is slower than frames. */
async function settle(world: Awaited<ReturnType<typeof open>>) {
  await world.pass(1)
  await world.pass(600)
}

// Loaded beforehand, so that no test waits for the compiler.
await import('#src/features/monitoring/detail/RawMessage.tsx')

describe('[MO-40] a stream in detail', () => {
  it('opens on a click on its card and fetches the latest message', async () => {
    const world = await open()
    expect(world.searches).toEqual([{ stream: key }])
    expect(within(dialog()).getByText('Fetching the latest message…')).toBeInTheDocument()
    world.proxy.respond(`latest ${key}`, found(messageOf({ Analysis: { strength: 0.9 } }, 9)))
    world.proxy.respond(`metadata ${key}`, METADATA)
    await settle(world)
    const fields = ['Key', 'Category', 'Status', 'Message count', 'Last message id', 'Last update']
    expect(fields.map((label) => valueOf(dialog(), label))).toEqual([
      key,
      'Analysis',
      'active',
      '40',
      `${AT * 1000}-9`,
      'Just now · 2019-06-30 22:00:00 UTC',
    ])
    expect(within(dialog()).getByRole('heading', { name: 'Parsed JSON' })).toBeInTheDocument()
    expect(JSON.parse(json())).toEqual({ Analysis: { strength: 0.9 } })
    expect(within(dialog()).queryByText('Fetching the latest message…')).toBeNull()
  })

  it('[MO-40] names the source of a simulated market, beside a key that says kraken', async () => {
    const world = await open()
    const market = aMarket({ kind: 'simulated', label: 'Simulated', now: AT * 1000 })
    act(() => world.live.emitAnalytics(status({ market })))
    await settle(world)
    expect(['Source', 'Key'].map((label) => valueOf(dialog(), label))).toEqual(['Simulated', key])
  })

  it('[MO-41] shows null for a stream without messages', async () => {
    const world = await showMonitoring({ search: { stream: key, view: 'json' } })
    world.proxy.respond(`latest ${key}`, found(null))
    world.proxy.respond(`metadata ${key}`, found({ length: 0, last_generated_id: null, timestamp: null }))
    await settle(world)
    expect(within(dialog()).getByText('The stream has no message.')).toBeInTheDocument()
    expect(json()).toBe('null')
    expect(
      ['Status', 'Message count', 'Last message id', 'Last update'].map((label) => valueOf(dialog(), label)),
    ).toEqual(['error', '0', 'N/A', 'N/A · nothing received yet'])
  })

  it('[MO-42] shows the error of a failed fetch together with the previous data', async () => {
    const world = await open()
    world.proxy.respond(`latest ${key}`, failed(UNREACHABLE))
    world.proxy.respond(`metadata ${key}`, failed(UNREACHABLE))
    await settle(world)
    expect(within(dialog()).getByRole('alert').textContent).toBe(
      `Failed to fetch stream data: ${UNREACHABLE} Showing the data received before.`,
    )
    expect(JSON.parse(json())).toEqual(data)
    expect(valueOf(dialog(), 'Status')).toBe('error')
  })

  it('closes by its button and on Escape', async () => {
    const world = await open()
    await act(async () => fireEvent.click(within(dialog()).getByRole('button', { name: 'Close' })))
    expect(world.searches.at(-1)).toEqual({ stream: undefined, view: undefined, path: undefined })
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('[MO-43] the live tail', () => {
  it('follows the stream and freezes when switched off', async () => {
    const world = await open()
    await world.receive(updateOf(key, { Analysis: { strength: 0.2 } }, 2))
    await world.receive(updateOf(key, { Analysis: { strength: 0.5 } }, 5))
    await settle(world)
    expect(lines()).toEqual(['{"Analysis":{"strength":0.5}}', '2 messages not loaded', '{"Analysis":{"strength":0.2}}'])
    expect(JSON.parse(json())).toEqual({ Analysis: { strength: 0.5 } })
    fireEvent.click(within(dialog()).getByRole('switch', { name: 'Live tail' }))
    await world.receive(updateOf(key, { Analysis: { strength: 0.6 } }, 6))
    await settle(world)
    expect(JSON.parse(json())).toEqual({ Analysis: { strength: 0.5 } })
    expect(lines()).toHaveLength(3)
    fireEvent.click(within(dialog()).getByRole('switch', { name: 'Live tail' }))
    await settle(world)
    expect(lines()[0]).toBe('{"Analysis":{"strength":0.6}}')
  })

  it('[MO-12] is filled by Refresh with the last fifteen', async () => {
    const world = await open()
    world.proxy.respond(`latest ${key}`, found(messageOf(data, 1)))
    world.proxy.respond(`metadata ${key}`, METADATA)
    await settle(world)
    await world.press('Refresh')
    const many = Array.from({ length: 15 }, (_, index) =>
      messageOf({ Analysis: { strength: index / 100 } }, 15 - index),
    )
    world.proxy.respond(`recent ${key} 15`, found(many))
    world.proxy.respond(`latest ${key}`, found(many[0]))
    world.proxy.respond(`metadata ${key}`, METADATA)
    await settle(world)
    expect(lines()).toHaveLength(15)
    expect(valueOf(dialog(), 'Last message id')).toBe(`${AT * 1000}-15`)
  })
})

describe('[MO-45] the JSON path', () => {
  it('filters the message and the tail and is stored in the URL', async () => {
    const world = await open()
    await world.receive(updateOf(key, { Analysis: { strength: 0.2, indicator: 'RSI' } }, 2))
    await world.type('JSON path', '..strength')
    await settle(world)
    expect(json()).toBe('Analysis.strength: 0.2')
    expect(lines()).toEqual(['0.2'])
    expect(world.searches.at(-1)).toEqual({ path: '..strength', view: 'json' })
    await world.type('JSON path', 'nothing')
    expect(json()).toBe('Nothing at this path')
    await world.type('JSON path', 'Analysis.')
    expect(within(dialog()).getByRole('alert').textContent).toBe('A name is missing at the end of the path')
    expect(JSON.parse(json())).toEqual({ Analysis: { strength: 0.2, indicator: 'RSI' } })
  })

  it('is applied from the URL initially', async () => {
    const world = await showMonitoring({ search: { stream: key, path: '..strength' } })
    world.proxy.respond(`latest ${key}`, found(messageOf({ Analysis: { strength: 0.4 } }, 1)))
    await settle(world)
    expect(json()).toBe('Analysis.strength: 0.4')
  })
})

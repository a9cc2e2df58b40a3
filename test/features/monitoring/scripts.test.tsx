import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SCRIPT_TEXTS, INJECTED_ELEMENTS, poisoned } from '#test/support/data/script-texts.ts'
import { EXAMPLES } from '#test/support/data/monitoring.ts'
import { cardOf, failed, showMonitoring, updateOf } from '#test/support/client/monitoring-screen.tsx'
import { AT } from '#test/support/data/payloads.ts'

const FAKED = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
beforeEach(() => vi.useFakeTimers({ now: AT * 1000, toFake: [...FAKED] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const made = () => [...document.body.querySelectorAll(INJECTED_ELEMENTS)].map(({ outerHTML }) => outerHTML)

// Loaded beforehand, so that no test waits for the compiler.
await import('#src/features/monitoring/detail/RawMessage.tsx')

describe('[UI-17] AB-21 the monitoring screen', () => {
  it('shows texts of any field of any kind of stream literally', async () => {
    const world = await showMonitoring()
    let id = 0
    for (let round = 0; round < 2 * SCRIPT_TEXTS.length; round += 1) {
      id += 1
      const isEverywhere = round >= SCRIPT_TEXTS.length
      await world.receive(
        ...Object.values(EXAMPLES).map(({ key, data }) => updateOf(key, poisoned(data, round, isEverywhere), id)),
      )
      expect(made()).toEqual([])
    }
    expect(document.body).toHaveTextContent('__ran')
  })

  it("shows texts in a stream's key literally", async () => {
    const world = await showMonitoring()
    for (const text of SCRIPT_TEXTS) {
      const key = `tdp:kraken:BTCUSD:news:${text}`
      await world.receive(updateOf(key, { Unknown: { timestamp: AT, text } }))
      expect(cardOf(key).textContent).toContain(text.split(':')[0])
    }
    expect(made()).toEqual([])
  })

  it.each(SCRIPT_TEXTS)('shows %j literally in the raw message and among the errors', async (text) => {
    const world = await showMonitoring({ search: { view: 'json' } })
    const { key } = EXAMPLES.raw
    world.proxy.respond('list', failed(text))
    await world.pass(1_000)
    await world.receive(updateOf(key, { Unknown: { timestamp: AT, text } }))
    const errors = screen.getByRole('region', { name: 'System Errors' })
    expect(errors.textContent).toContain(`Failed to fetch stream data: ${text}`)
    await act(async () => fireEvent.click(within(cardOf(key)).getByRole('button')))
    const raw = within(screen.getByRole('dialog')).getByRole('region', { name: 'Parsed JSON' })
    expect(raw.textContent).toContain(JSON.stringify(text))
    expect(made()).toEqual([])
  })
})

import * as fc from 'fast-check'
import { firstValueFrom } from 'rxjs'
import { definitionOf } from '#src/machines/wizard/definition.ts'
import { anyAcceptedStrategy } from '#test/support/data/any-strategy.ts'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StrategyStatus } from '#contract/strategies/names.ts'
import type { TradingSearch } from '#src/features/trading/search.ts'
import { json, deferredResponse } from '#test/support/client/identity-service.ts'
import { DEFINITION, MARKET, NO_PERFORMANCE, summary, WALL } from '#test/support/data/strategy-samples.ts'
import { createStrategyBackend, renderTrading } from '#test/support/client/trading.tsx'

const LIST = 'GET /api/ensemble/strategies'
const STATUS = 'PATCH /api/ensemble/strategies/s-1/status'
const REMOVE = 'DELETE /api/ensemble/strategies/s-1'
const PERFORMANCE = 'GET /api/ensemble/strategies/s-1/performance'

beforeEach(() => {
  vi.useFakeTimers({ now: WALL })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Flushes pending work, then advances the time by `ms`. */
const pass = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))

async function openList(
  backend = createStrategyBackend(),
  options: { readonly canEdit?: boolean; readonly search?: TradingSearch } = {},
) {
  const opened = renderTrading({ backend, ...options })
  await pass()
  // The cards fetch when mounted.
  await pass()
  return opened
}
type Backend = ReturnType<typeof createStrategyBackend>
const card = (name = 'Alpha') => within(screen.getByRole('region', { name }))
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await pass()
}
const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)

describe('[TG-13] the list of strategies', () => {
  it('HA-35 shows loading, then the failure with its reason and Retry', async () => {
    const backend = createStrategyBackend()
    const late = deferredResponse()
    backend.on(LIST, late.answer)
    await openList(backend)
    expect(screen.getByText('Loading strategies...')).toBeInTheDocument()
    late.respond(json(500, {}, 'Internal Server Error'))
    await pass()
    const alert = screen.getByRole('alert')
    expect(alert).toHaveTextContent('Failed to load strategies')
    expect(alert).toHaveTextContent('HTTP 500: Internal Server Error')
    backend.off(LIST)
    await press('Retry')
    expect(screen.getByText('Active Strategies (1)')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('shows an empty state', async () => {
    const backend = createStrategyBackend()
    backend.data.strategies = []
    await openList(backend)
    expect(screen.getByText('Active Strategies (0)')).toBeInTheDocument()
    expect(screen.getByText('No strategies created yet')).toBeInTheDocument()
  })

  it('has a card for each status with its data and performance', async () => {
    const backend = createStrategyBackend()
    backend.data.strategies = [
      summary(),
      summary({
        id: 's-2',
        name: 'Beta',
        description: ' ',
        status: 'stopped',
        symbols: ['ETHUSD'],
        signal_sources: 1,
        confluence_rules: 3,
      }),
    ]
    backend.on('GET /api/ensemble/strategies/s-2/performance', () => json(200, { performance: NO_PERFORMANCE }))
    await openList(backend)
    expect(screen.getByText('Active Strategies (2)')).toBeInTheDocument()
    const alpha = [
      'active',
      'Both',
      'kraken · BTC/USD',
      '2 signal sources · 1 confluence rule',
      '1.2K signals',
      '7 in 5 min',
    ]
    for (const text of alpha) expect(card().getByText(text)).toBeInTheDocument()
    expect(card().getByText('2026-05-03')).toHaveAttribute('title', '2026-05-03 10:00:00 UTC')
    // In market time: wall time is seven years ahead of this replay.
    expect(card().getByText('2 minutes ago')).toBeInTheDocument()
    const beta = [
      'stopped',
      'No description provided',
      'kraken · ETH/USD',
      '1 signal source · 3 confluence rules',
      '0 signals',
      'No decision yet',
    ]
    for (const text of beta) expect(card('Beta').getByText(text)).toBeInTheDocument()
  })

  it('[TG-23] shows why the server paused a strategy', async () => {
    const backend = createStrategyBackend()
    backend.data.strategies = [
      summary({ status: 'paused', paused_because: 'account' }),
      summary({ id: 's-2', name: 'Beta', status: 'paused', paused_because: 'role' }),
      summary({ id: 's-3', name: 'Gamma', status: 'paused' }),
    ]
    await openList(backend)
    expect(card().getByText('Paused when your account was deactivated.')).toBeInTheDocument()
    expect(card('Beta').getByText('Paused when your role no longer allowed trading.')).toBeInTheDocument()
    expect(card('Gamma').queryByText(/^Paused when/)).toBeNull()
  })

  it('[TG-37] shows the last decision with its reason, and the shares of all', async () => {
    await openList()
    for (const text of ['HOLD', '2 minutes ago', 'Agreement: too few sources on this side'])
      expect(card().getByText(text)).toBeInTheDocument()
    expect(card().getByText('BUY 12.5% · SELL 7.5% · HOLD 80.0% of 200 decisions')).toBeInTheDocument()
  })

  it('[TG-37] shows the time alone if the service reports no more, and no shares without decisions', async () => {
    const backend = createStrategyBackend()
    const last_decision = { timestamp: MARKET - 120_000 }
    backend.on(PERFORMANCE, () => json(200, { performance: { ...NO_PERFORMANCE, last_decision } }))
    await openList(backend)
    expect(card().getByText('Decided')).toBeInTheDocument()
    expect(card().getByText('2 minutes ago')).toBeInTheDocument()
    expect(card().queryByText(/BUY|%/)).toBeNull()
  })

  describe('[TG-38] search, status and order', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        summary({ id: `s-${index}`, name: `S${index}`, description: '', status: index === 3 ? 'paused' : 'active' }),
      )
    const open = async (count: number) => {
      const backend = createStrategyBackend()
      backend.data.strategies = many(count)
      return openList(backend)
    }
    const names = () => titles().slice(1)

    it('are offered from ten strategies on', async () => {
      const { backend } = await open(9)
      expect(screen.queryByRole('searchbox')).toBeNull()
      backend.data.strategies = many(10)
      await press('Refresh strategies')
      expect(screen.getByRole('searchbox')).toBeInTheDocument()
    })

    it('find, and say so if nothing does', async () => {
      await open(12)
      const find = async (text: string) => {
        fireEvent.change(screen.getByRole('searchbox'), { target: { value: text } })
        await pass(300)
      }
      await find('s1 btc/usd')
      expect(names()).toEqual(['S1', 'S10', 'S11'])
      expect(screen.getByText('3 of 12')).toBeInTheDocument()
      await find('nothing')
      expect(screen.getByText('No strategy matches')).toBeInTheDocument()
      expect(screen.getByText('Active Strategies (12)')).toBeInTheDocument()
      await press('Clear Filters')
      expect(names()).toHaveLength(12)
    })
  })

  describe('[TG-45] the archive', () => {
    const ARCHIVE = 'PATCH /api/ensemble/strategies/s-2/archive'
    const old = (archived_at?: number) => summary({ id: 's-2', name: 'Old', status: 'stopped', archived_at })
    const open = async (archived_at?: number, search: TradingSearch = {}) => {
      const backend = createStrategyBackend()
      backend.data.strategies = [summary(), old(archived_at)]
      backend.on(ARCHIVE, ({ body }) => {
        const { archived } = body as { archived: boolean }
        backend.data.strategies = [summary(), old(archived ? WALL : undefined)]
        return json(200, { success: true, strategy_id: 's-2', archived })
      })
      return openList(backend, { search })
    }
    const choose = async (name: string, item: string) => {
      await press(`More for ${name}`)
      fireEvent.click(screen.getByRole('menuitem', { name: item }))
      await pass()
    }
    it('takes a stopped strategy out of the list, which can be undone', async () => {
      const { backend } = await open()
      await choose('Old', 'Archive')
      expect(titles()).toEqual(['Active Strategies (1)', 'Alpha'])
      await press('Undo')
      expect(backend.of(ARCHIVE).map(({ body }) => body)).toEqual([{ archived: true }, { archived: false }])
      expect(titles()).toEqual(['Active Strategies (2)', 'Alpha', 'Old'])
    })

    it('is listed by its status, and gives a strategy back', async () => {
      await open(WALL, { status: 'archived' })
      expect(titles()).toEqual(['Active Strategies (1)', 'Old'])
      expect(card('Old').getByText('archived')).toBeInTheDocument()
      await choose('Old', 'Unarchive')
      expect(screen.getByText('No strategy matches')).toBeInTheDocument()
      await press('Clear Filters')
      expect(titles()).toEqual(['Active Strategies (2)', 'Alpha', 'Old'])
    })

    it('is not offered to a strategy that runs', async () => {
      await open()
      await press('More for Alpha')
      expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
        'Edit',
        'Rename',
        'Duplicate',
      ])
    })
  })

  it('[TG-47] offers no control of a strategy that is shared with the user', async () => {
    const backend = createStrategyBackend()
    backend.data.strategies = [summary({ is_shared: true }), summary({ id: 's-2', name: 'Theirs', shared_by: 'ann' })]
    await openList(backend)
    const buttons = card('Theirs')
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
    expect(buttons).toEqual(['Theirs', 'View'])
    expect(card('Theirs').getByText('Shared by ann, to read')).toBeInTheDocument()
    expect(card().getByText('Others can read it')).toBeInTheDocument()
  })

  it('is not affected by a failed performance request', async () => {
    const backend = createStrategyBackend()
    backend.on(PERFORMANCE, () => json(503, { detail: 'Later.' }))
    await openList(backend)
    expect(card().getByText('No performance data')).toBeInTheDocument()
    expect(card().getByText('Both')).toBeInTheDocument()
  })

  it('renders long lists in pages', async () => {
    const backend = createStrategyBackend()
    backend.data.strategies = Array.from({ length: 30 }, (_, index) => summary({ id: `s-${index}`, name: `S${index}` }))
    await openList(backend)
    expect(screen.getByText('Active Strategies (30)')).toBeInTheDocument()
    const cards = () => within(screen.getByRole('list', { name: 'Strategies' })).getAllByRole('listitem').length
    expect(cards()).toBe(24)
    await press('Show 6 more')
    expect(cards()).toBe(30)
  })
})

describe('[TG-14] the list stays live', () => {
  it('polls every minute, performance too, and shows new data', async () => {
    const { backend } = await openList()
    const counts = () => [backend.of(LIST).length, backend.of(PERFORMANCE).length]
    await pass(59_999)
    expect(counts()).toEqual([1, 1])
    backend.data.strategies = [summary({ name: 'Renamed' })]
    await pass(1)
    expect(counts()).toEqual([2, 2])
    expect(titles()).toEqual(['Active Strategies (1)', 'Renamed'])
  })

  it('fetches immediately on Refresh', async () => {
    const { backend } = await openList()
    await press('Refresh strategies')
    expect(backend.of(LIST).length).toBe(2)
  })

  it('keeps the last data with its age after a failed poll', async () => {
    const backend = createStrategyBackend()
    await openList(backend)
    backend.on(LIST, () => Promise.reject(new TypeError('fetch failed')))
    await pass(60_000)
    expect(titles()).toEqual(['Active Strategies (1)', 'Alpha'])
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load strategies')
    expect(screen.getByRole('alert')).toHaveTextContent('No answer from the server')
    expect(screen.getByText('1 min ago')).toBeInTheDocument()
    backend.off(LIST)
    await press('Retry')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByText('0 s ago')).toBeInTheDocument()
  })

  it('pauses while the page is hidden and fetches when it is shown', async () => {
    const { backend } = await openList()
    const turn = (visibilityState: string) => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibilityState as DocumentVisibilityState)
      document.dispatchEvent(new Event('visibilitychange'))
    }
    turn('hidden')
    await pass(300_000)
    expect(backend.of(LIST).length).toBe(1)
    turn('visible')
    await pass()
    expect(backend.of(LIST).length).toBe(2)
    vi.restoreAllMocks()
  })
})

describe('[TG-15] strategy actions', () => {
  it.each<[StrategyStatus, readonly string[]]>([
    ['active', ['View', 'Pause', 'Stop', 'More', 'Delete']],
    ['paused', ['View', 'Resume', 'Stop', 'More', 'Delete']],
    ['stopped', ['View', 'More', 'Delete']],
    ['testing', ['View', 'More', 'Delete']],
  ])('offer a strategy that is %s %j', async (status, buttons) => {
    const backend = createStrategyBackend()
    backend.data.strategies = [summary({ status })]
    await openList(backend)
    const [, ...offered] = card()
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
    expect(offered).toEqual(buttons)
  })

  it.each<[StrategyStatus, string, StrategyStatus, string]>([
    ['active', 'Pause', 'paused', 'paused'],
    ['paused', 'Resume', 'active', 'resumed'],
  ])('%s: %s requests %s, shows a toast for 3 s and updates immediately', async (status, button, to, said) => {
    const backend = createStrategyBackend()
    backend.data.strategies = [summary({ status })]
    await openList(backend)
    backend.on(STATUS, ({ query }) => {
      backend.data.strategies = [summary({ status: query['status'] as StrategyStatus })]
      return json(200, { success: true, status: to, strategy_id: 's-1' })
    })
    await press(`${button} Alpha`)
    expect(backend.of(STATUS)).toEqual([{ route: STATUS, query: { status: to }, key: null, body: undefined }])
    expect(screen.getByText(`Strategy "Alpha" ${said}`)).toBeInTheDocument()
    expect(card().getByText(to)).toBeInTheDocument()
    await pass(3_500)
    expect(screen.queryByText(`Strategy "Alpha" ${said}`)).toBeNull()
  })

  describe('[TG-35] stopping', () => {
    const answerStop = async (button: string) => {
      const question = within(screen.getByRole('alertdialog', { name: 'Stop strategy "Alpha"?' }))
      expect(question.getByText(/a stopped strategy cannot be resumed/)).toBeInTheDocument()
      fireEvent.click(question.getByRole('button', { name: button }))
      await pass()
    }
    const asked = (backend: Backend) => backend.of(STATUS).map(({ query }) => query['status'])

    it('asks first', async () => {
      const { backend } = await openList()
      await press('Stop Alpha')
      await answerStop('Cancel')
      expect(asked(backend)).toEqual([])
      await press('Stop Alpha')
      await answerStop('Stop')
      expect(asked(backend)).toEqual(['stopped'])
    })

    it.each<StrategyStatus>(['active', 'paused'])('can be undone for a minute: %s again', async (status) => {
      const backend = createStrategyBackend()
      backend.data.strategies = [summary({ status })]
      await openList(backend)
      await press('Stop Alpha')
      backend.data.strategies = [summary({ status: 'stopped' })]
      await answerStop('Stop')
      await pass(59_000)
      expect(screen.getByText('Strategy "Alpha" stopped')).toBeInTheDocument()
      backend.data.strategies = [summary({ status })]
      await press('Undo')
      expect(asked(backend)).toEqual(['stopped', status])
      expect(screen.getByText(`Strategy "Alpha" is ${status} again`)).toBeInTheDocument()
      expect(card().getByText(status)).toBeInTheDocument()
    })

    it('cannot be undone after a minute', async () => {
      await openList()
      await press('Stop Alpha')
      await answerStop('Stop')
      await pass(61_000)
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    })

    it('HA-35 says why it could not be undone', async () => {
      const { backend } = await openList()
      await press('Stop Alpha')
      await answerStop('Stop')
      backend.on(STATUS, () => json(409, { detail: 'A stopped strategy cannot become active.' }))
      await press('Undo')
      const name = 'Failed to update strategy: A stopped strategy cannot become active.'
      expect(screen.getByRole('alertdialog', { name })).toBeInTheDocument()
    })
  })

  it('HA-35 show the server’s message of a rejected change', async () => {
    const backend = createStrategyBackend()
    backend.on(STATUS, () => json(403, { detail: 'Needs the Trader role.' }))
    await openList(backend)
    await press('Pause Alpha')
    expect(
      screen.getByRole('alertdialog', { name: 'Failed to update strategy: Needs the Trader role.' }),
    ).toBeInTheDocument()
    await press('OK')
    expect(card().getByText('active')).toBeInTheDocument()
  })

  describe('[TG-36] More', () => {
    const RENAME = 'PATCH /api/ensemble/strategies/s-1'
    const EXPORT = 'GET /api/ensemble/strategies/s-1/export'
    const choose = async (item: string) => {
      await press('More for Alpha')
      fireEvent.click(screen.getByRole('menuitem', { name: item }))
      await pass()
    }
    const submit = async (name: string) => {
      fireEvent.change(screen.getByRole('textbox', { name: /^Name/ }), { target: { value: name } })
      await press('Rename')
    }

    it('renames, and the list follows at once', async () => {
      const { backend } = await openList()
      await choose('Rename')
      expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('Alpha')
      await submit('  ')
      expect(screen.getByText('Strategy name is required')).toBeInTheDocument()
      backend.data.strategies = [summary({ name: 'Beta' })]
      await submit(' Beta ')
      expect(backend.of(RENAME).map(({ body }) => body)).toEqual([{ name: 'Beta' }])
      expect(screen.getByText('Strategy "Alpha" renamed to "Beta"')).toBeInTheDocument()
      expect(screen.queryByRole('dialog', { name: 'Rename Strategy' })).toBeNull()
      expect(card('Beta')).toBeDefined()
    })

    it('HA-35 keeps the input and says why a rename failed', async () => {
      const { backend } = await openList()
      backend.on(RENAME, () => json(503, { detail: 'Later.' }))
      await choose('Rename')
      await submit('Beta')
      expect(screen.getByRole('alert')).toHaveTextContent('Failed to rename strategy')
      expect(screen.getByRole('alert')).toHaveTextContent('Later.')
      expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('Beta')
    })

    it('opens a copy in the wizard', async () => {
      const { strategies } = await openList()
      await choose('Duplicate')
      expect(screen.getByRole('dialog')).toBeInTheDocument()
      expect(strategies.wizard.getSnapshot().context.draft).toMatchObject({ name: 'Alpha (copy)' })
    })

    it('a copy of any strategy is the same, also when its draft is continued after a reload', async () => {
      const { backend, strategies } = await openList()
      const [strategy] = fc.sample(anyAcceptedStrategy, { numRuns: 1, seed: 11 })
      const [cross] = DEFINITION.signal_sources
      const twice = ['a', 'b'].map((id) => ({ ...cross!, id }))
      const given = { ...strategy!, signal_sources: [...strategy!.signal_sources, ...twice] }
      backend.on(EXPORT, () => json(200, given))
      await choose('Duplicate')
      expect(screen.queryByRole('alertdialog')).toBeNull()
      strategies.drafts.reload()
      const [saved] = await firstValueFrom(strategies.drafts.list$)
      expect(definitionOf(saved!.draft, 7)).toEqual({
        ...given,
        id: 'custom_7',
        name: `${given.name} (copy)`,
        status: 'active',
        risk_parameters: { max_position_unit: 'usd', ...given.risk_parameters },
      })
    })

    it('HA-35 says why a strategy could not be duplicated', async () => {
      const { backend } = await openList()
      backend.on(EXPORT, () => json(404, { detail: 'Strategy not found' }))
      await choose('Duplicate')
      const name = 'Failed to duplicate strategy: Strategy not found'
      expect(screen.getByRole('alertdialog', { name })).toBeInTheDocument()
    })
  })

  it('delete only after the exact confirm', async () => {
    const { backend } = await openList()
    const question = { name: 'Are you sure you want to delete strategy "Alpha"?' }
    await press('Delete Alpha')
    const ask = () => within(screen.getByRole('alertdialog', question))
    fireEvent.click(ask().getByRole('button', { name: 'Cancel' }))
    await pass()
    expect(backend.of(REMOVE)).toEqual([])
    await press('Delete Alpha')
    backend.data.strategies = []
    fireEvent.click(ask().getByRole('button', { name: 'Delete' }))
    await pass()
    expect(backend.of(REMOVE).length).toBe(1)
    expect(screen.getByText('Strategy "Alpha" deleted')).toBeInTheDocument()
    expect(screen.getByText('No strategies created yet')).toBeInTheDocument()
  })

  it.each([
    ['Pause Alpha', undefined, STATUS, 'Failed to update strategy'],
    ['Stop Alpha', 'Stop', STATUS, 'Failed to update strategy'],
    ['Delete Alpha', 'Delete', REMOVE, 'Failed to delete strategy'],
  ])('HA-35 show why "%s" failed and leave the list unchanged', async (button, yes, route, text) => {
    const backend = createStrategyBackend()
    backend.on(route, () => json(500, {}, 'Internal Server Error'))
    await openList(backend)
    const before = screen.getByRole('list', { name: 'Strategies' }).textContent
    await press(button)
    if (yes !== undefined) {
      fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: yes }))
      await pass()
    }
    expect(screen.getByRole('alertdialog', { name: `${text}: HTTP 500: Internal Server Error` })).toBeInTheDocument()
    await press('OK')
    await pass(500)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.getByRole('list', { name: 'Strategies' }).textContent).toBe(before)
    expect(titles()).toEqual(['Active Strategies (1)', 'Alpha'])
  })

  it('disable other actions while one is pending', async () => {
    const backend = createStrategyBackend()
    const late = deferredResponse()
    backend.on(STATUS, late.answer)
    await openList(backend)
    await press('Pause Alpha')
    await press('Pause Alpha')
    expect(backend.of(STATUS).length).toBe(1)
    expect(screen.getByRole('button', { name: 'Stop Alpha' })).toHaveProperty('disabled', true)
    expect(screen.getByRole('button', { name: 'Delete Alpha' })).toHaveProperty('disabled', true)
  })
})

import type { PastDecision } from '#contract/strategies/decisions.ts'
import { decisionsCsv } from '#src/features/trading/detail/PastDecisions.tsx'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { json } from '#test/support/client/identity-service.ts'
import {
  decision,
  MARKET,
  NO_PERFORMANCE,
  performance,
  strategy,
  tracedRule,
  VERSIONS,
  WALL,
  why,
} from '#test/support/data/strategy-samples.ts'
import { createStrategyBackend, renderTrading } from '#test/support/client/trading.tsx'

const ONE = 'GET /api/ensemble/strategies/s-1'
const PERFORMANCE = `${ONE}/performance`
const DECISION = `${ONE}/decision`
const WHY = `${ONE}/decisions/d-2/why`
const NO_DECISIONS = 'No decisions generated yet. Waiting for market conditions to meet strategy criteria.'

beforeEach(() => {
  vi.useFakeTimers({ now: WALL })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const pass = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))
type Backend = ReturnType<typeof createStrategyBackend>

async function openDetail(prepare: (backend: Backend) => void = () => undefined) {
  const backend = createStrategyBackend()
  const opened = renderTrading({ backend })
  await pass()
  prepare(backend)
  fireEvent.click(screen.getByRole('button', { name: 'View Alpha' }))
  await pass()
  await pass()
  return opened
}
const dialog = () => within(screen.getByRole('dialog'))
const section = (name: string) => within(dialog().getByRole('region', { name }))
/** A key-value list as pairs. */
const pairs = (name: string, at = 0) => {
  const list = dialog().getByRole('region', { name }).querySelectorAll('dl')[at]
  return [...(list?.children ?? [])].map((row) => [...row.children].map(({ textContent }) => textContent))
}
const press = async (name: string | RegExp) => {
  fireEvent.click(dialog().getByRole('button', { name }))
  await pass()
}

describe('[TG-16] the details of a strategy', () => {
  it('also open from the card, and close on a press outside', async () => {
    await openDetail()
    expect(screen.getByRole('dialog', { name: 'Alpha' })).toBeInTheDocument()
    const backdrop = document.querySelector('[role="presentation"][data-open]')
    fireEvent.pointerDown(backdrop ?? document.body)
    fireEvent.click(backdrop ?? document.body)
    await pass(500)
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Alpha' }))
    await pass()
    expect(screen.getByRole('dialog', { name: 'Alpha' })).toBeInTheDocument()
  })

  it('show a loading state', async () => {
    await openDetail((backend) => backend.on(ONE, () => new Promise(() => {})))
    expect(dialog().getByText('Loading strategy...')).toBeInTheDocument()
  })

  it('HA-45 show that a strategy does not exist, with Retry', async () => {
    const { backend } = await openDetail((b) => b.on(ONE, () => json(404, { detail: 'There is no such strategy.' })))
    expect(dialog().getByText('Strategy not found')).toBeInTheDocument()
    backend.off(ONE)
    await press('Retry')
    expect(dialog().queryByText('Strategy not found')).toBeNull()
    expect(section('Basic Information')).toBeTruthy()
  })

  it.each([
    ['the status', {}, 'HTTP 503: Service Unavailable'],
    ['the server’s detail', { detail: 'The database does not answer.' }, 'The database does not answer.'],
  ])('HA-45 show why they cannot be loaded by %s, with Retry', async (_, body, why) => {
    const { backend } = await openDetail((b) => b.on(ONE, () => json(503, body, 'Service Unavailable')))
    expect(dialog().getByText('Failed to load strategy')).toBeInTheDocument()
    expect(dialog().getByText(why)).toBeInTheDocument()
    backend.off(ONE)
    await press('Retry')
    expect(dialog().queryByText('Failed to load strategy')).toBeNull()
    expect(section('Basic Information')).toBeTruthy()
  })

  it('HA-45 show that a strategy was deleted in another tab, with Retry', async () => {
    const { backend } = await openDetail()
    expect(section('Basic Information')).toBeTruthy()
    backend.on(ONE, () => json(404, { detail: 'There is no such strategy.' }))
    await pass(5_000)
    expect(dialog().getByText('Strategy not found')).toBeInTheDocument()
    expect(dialog().queryByRole('region', { name: 'Basic Information' })).toBeNull()
    const asked = backend.of(ONE).length
    await press('Retry')
    expect(backend.of(ONE)).toHaveLength(asked + 1)
    expect(dialog().getByText('Strategy not found').textContent).toBe('Strategy not found')
  })

  it('[TG-43] have every section: what it decided first, ids and dates last', async () => {
    await openDetail()
    expect(
      dialog()
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Latest Decision',
      'Live Performance Metrics',
      'Decision Distribution',
      'Past Decisions',
      'Confluence Rules',
      'Signal Sources',
      'Risk Parameters',
      'Basic Information',
    ])
  })

  it('[TG-23] show why the server paused it', async () => {
    const paused = strategy({ status: 'paused', paused_because: 'account' })
    await openDetail((backend) => backend.on(ONE, () => json(200, { strategy: paused })))
    expect(dialog().getByText('Paused when your account was deactivated.')).toBeInTheDocument()
  })

  it('show the basic information', async () => {
    await openDetail()
    expect(pairs('Basic Information')).toEqual([
      ['Version', '1.0'],
      ['Exchanges', 'kraken'],
      ['Symbols', 'BTC/USD'],
      ['ID', 's-1'],
      ['Created', '2026-05-03 10:00:00 UTC'],
      ['Updated', '2026-05-04 09:00:00 UTC'],
    ])
    expect(section('Basic Information').getByText('Both')).toBeInTheDocument()
  })

  it('[FG-23] show the live metrics, with what the confidence is worth', async () => {
    await openDetail()
    expect(pairs('Live Performance Metrics')).toEqual([
      ['Total signals', '1,234'],
      ['Recent signals (last 5 minutes)', '7'],
      ['Signals per minute', '1.40'],
      ['Average confidence', '72.6%'],
    ])
    expect(section('Live Performance Metrics').getByText(/^Confidence is evidence, not a probability\./)).toBeVisible()
    const bars = section('Decision Distribution').getAllByRole('meter')
    expect(bars.map((bar) => [bar.getAttribute('aria-valuetext'), bar.getAttribute('aria-valuenow')])).toEqual([
      ['12.5%', '0.125'],
      ['7.5%', '0.075'],
      ['80.0%', '0.8'],
    ])
    for (const name of ['Buy', 'Sell', 'Hold'])
      expect(section('Decision Distribution').getByText(name)).toBeInTheDocument()
  })

  it('show placeholders before the first signal and decision', async () => {
    await openDetail((backend) => {
      backend.on(PERFORMANCE, () => json(200, { performance: NO_PERFORMANCE }))
      backend.on(DECISION, () => json(200, { decision: null }))
      backend.on(`${ONE}/decisions`, () => json(200, { decisions: [] }))
    })
    expect(pairs('Live Performance Metrics')).toEqual([
      ['Total signals', '0'],
      ['Recent signals (last 5 minutes)', '0'],
      ['Signals per minute', '0.00'],
      ['Average confidence', 'N/A'],
    ])
    expect(section('Decision Distribution').getByText(NO_DECISIONS)).toBeInTheDocument()
    expect(section('Decision Distribution').queryByRole('meter')).toBeNull()
    expect(section('Latest Decision').getByText(NO_DECISIONS)).toBeInTheDocument()
    expect(section('Past Decisions').getByText('No decisions yet.')).toBeInTheDocument()
  })

  it('[TG-26] list sources and rules in words', async () => {
    await openDetail()
    const [first] = section('Signal Sources').getAllByRole('listitem')
    for (const text of [
      'Cross-Timeframe Analysis',
      'Weight 1.00',
      'Advanced analysis · analysis/cross_timeframe_analysis',
      'Timeframes: M5, M15, M30, H1, H4',
    ])
      expect(within(first ?? document.body).getByText(text)).toBeInTheDocument()
    expect(section('Confluence Rules').getByText('Agreement')).toBeInTheDocument()
    expect(section('Confluence Rules').getByText('AND')).toBeInTheDocument()
    expect(pairs('Confluence Rules')).toEqual([
      ['Min sources', '2'],
      ['Min weight %', '60%'],
      ['Consensus %', '60%'],
    ])
    expect(
      section('Confluence Rules').getByText('Sources: Cross-Timeframe Analysis, Market Structure Analysis'),
    ).toBeInTheDocument()
  })

  it.each([
    [
      {
        max_position_size: 1_000,
        max_position_unit: 'usd',
        stop_loss_percentage: 2,
        take_profit_percentage: 3.5,
        min_signal_strength: 0.6,
      },
      ['$1,000', '2%', '3.50%', '60%'],
    ],
    [{ max_position_size: 2, max_position_unit: 'pct', stop_loss_percentage: 1 }, ['2%', '1%', 'N/A', 'N/A']],
    [{ max_position_size: null, stop_loss_percentage: null }, ['N/A', 'N/A', 'N/A', 'N/A']],
  ] as const)('[TG-26] show the risk %j as %j', async (risk_parameters, shown) => {
    await openDetail((backend) => backend.on(ONE, () => json(200, { strategy: strategy({ risk_parameters }) })))
    const position = shown[0].startsWith('$') ? 'Max position size' : 'Max position size %'
    const labels = [position, 'Stop loss %', 'Take profit %', 'Min signal strength %']
    expect(pairs('Risk Parameters')).toEqual(labels.map((label, index) => [label, shown[index]]))
  })
})

describe('[TG-17] [TG-40] the latest decision', () => {
  it.each([
    ['BUY', 30_000, 'Just now'],
    ['SELL', 60_000, '1 minute ago'],
    ['HOLD', 3 * 3_600_000, '3 hours ago'],
    ['HOLD', 2 * 86_400_000, '2 days ago'],
  ] as const)('is %s, with its age in market time and the exact time', async (type, ago, relative) => {
    const timestamp = MARKET - ago
    await openDetail((backend) =>
      backend.on(DECISION, () => json(200, { decision: decision({ decision_type: type, timestamp }) })),
    )
    const latest = section('Latest Decision')
    for (const text of [type, relative, `${new Date(timestamp).toISOString().slice(0, 19).replace('T', ' ')} UTC`])
      expect(latest.getByText(text)).toBeInTheDocument()
    const owner = type === 'HOLD' ? ' for the side held back' : ''
    expect(pairs('Latest Decision')).toEqual([
      ['Confidence', `42%${owner}`],
      ['Strength', `31%${owner}`],
    ])
  })

  it('explains itself: each rule with its signals, included or excluded, and the nearest miss', async () => {
    const { backend } = await openDetail()
    const latest = section('Latest Decision')
    expect(latest.getByText('No BUY or SELL: not every rule was met.')).toBeInTheDocument()
    expect(latest.getByText(/It would have been BUY had Market Structure Analysis said/)).toBeInTheDocument()
    expect(latest.queryByRole('table')).toBeNull()
    fireEvent.click(
      latest.getByRole('button', { name: 'Why HOLD at 2019-06-30 11:58:00 UTC, step by step', expanded: false }),
    )
    await pass()
    expect(backend.of(WHY).length).toBe(1)
    expect(latest.getByText('Not met: too few sources on this side, too little total weight.')).toBeInTheDocument()
    const rows = (name: string) =>
      [...(latest.getByRole<HTMLTableElement>('table', { name }).rows ?? [])].map((row) =>
        [...row.cells].map(({ textContent }) => textContent),
      )
    expect(rows('Requirements of Agreement')).toEqual([
      ['Criterion', 'Reached', 'Needed'],
      ['Sources on this side', '1', '2'],
      ['Weight', '50%', '60%'],
      ['Consensus', '81%', '60%'],
    ])
    expect(rows('Signals of Agreement')).toEqual([
      ['Source', 'Value', 'Confidence', 'Age', 'Weight', 'Vote', 'Included?'],
      ['Cross-Timeframe Analysis', '+0.72', '81%', '30 s', '1.00', 'BUY', 'Included'],
      [
        'Market Structure Analysis',
        '-0.20',
        '81%',
        '8 min, 7 min overdue',
        '1.00',
        '–',
        'Excluded: the next was 7 min overdue, maximum 5 min',
      ],
    ])
    expect(rows('Gates after the rules')).toEqual([
      ['Criterion', 'Reached', 'Needed'],
      ['Signal strength', '72%', '60%'],
      ['Since the last BUY or SELL', 'none yet', '5 min'],
    ])
  })

  it('shows that nothing blocked a BUY', async () => {
    const { trace } = why()
    await openDetail((backend) =>
      backend.on(WHY, () =>
        json(200, why({ trace: { ...trace, rules: [tracedRule({ unmet: [] })], blocked_by: [] }, nearest_miss: null })),
      ),
    )
    fireEvent.click(section('Latest Decision').getByRole('button', { name: /^Why/ }))
    await pass()
    expect(
      section('Latest Decision').getByText('All rules were met and nothing blocked the decision.'),
    ).toBeInTheDocument()
    expect(section('Latest Decision').getByText('met for BUY')).toBeInTheDocument()
  })

  it('retries loading the explanation', async () => {
    const { backend } = await openDetail((b) => b.on(WHY, () => json(404, { detail: 'No longer stored.' })))
    const latest = section('Latest Decision')
    expect(latest.getByRole('alert')).toHaveTextContent('No longer stored.')
    backend.off(WHY)
    fireEvent.click(latest.getByRole('button', { name: 'Retry' }))
    await pass()
    expect(latest.getByText('No BUY or SELL: not every rule was met.')).toBeInTheDocument()
  })
})

describe('[TG-17] the explanation of a new decision', () => {
  it('replaces the last one when it is there, so that nothing jumps', async () => {
    const { backend } = await openDetail()
    const latest = section('Latest Decision')
    let answer: (response: Response) => void = () => undefined
    backend.on(`${ONE}/decisions/d-3/why`, () => new Promise((resolve) => (answer = resolve)))
    backend.on(DECISION, () => json(200, { decision: decision({ id: 'd-3', decision_type: 'BUY' }) }))
    await pass(10_000)
    expect(latest.getByText('BUY')).toBeInTheDocument()
    expect(latest.getByText('No BUY or SELL: not every rule was met.')).toBeInTheDocument()
    const { trace } = why()
    answer(json(200, why({ trace: { ...trace, blocked_by: [] }, nearest_miss: null })))
    await pass()
    expect(latest.getByText('All rules were met and nothing blocked the decision.')).toBeInTheDocument()
  })
})

describe('[TG-42] [TG-44] the versions of a strategy', () => {
  const present = (b: Backend) => b.on(ONE, () => json(200, { strategy: strategy({ version_number: 3 }) }))
  const openVersions = async () => {
    const opened = await openDetail(present)
    fireEvent.click(dialog().getByRole('tab', { name: 'Versions (3)' }))
    await pass()
    await pass()
    return opened
  }
  const rowsOf = (name: string) =>
    [...dialog().getByRole<HTMLTableElement>('table', { name }).rows].map((row) =>
      [...row.cells].map(({ textContent }) => textContent),
    )

  it('are listed with when they were saved and their decisions, the last two compared', async () => {
    await openVersions()
    expect(rowsOf('All versions').slice(1)).toEqual([
      ['Version 3present', '2026-05-04 09:00:00 UTC', 'Alpha', '300', 'View'],
      ['Version 2', '2026-05-04 08:00:00 UTC', 'Alpha', '200', 'ViewEdit from here'],
      ['Version 1', '2026-05-04 07:00:00 UTC', 'Alpha', '100', 'ViewEdit from here'],
    ])
    expect(rowsOf('Risk')).toEqual([
      ['Setting', 'Version 2', 'Version 3', 'Difference'],
      ['Stop loss %', '2%', '3%', 'changed'],
    ])
    fireEvent.click(dialog().getByRole('switch', { name: 'Show what is the same too' }))
    await pass()
    expect(rowsOf('Risk')).toContainEqual(['Take profit %', '3%', '3%', 'none'])
  })

  it('open with their settings and their own decisions, and lead back to the present one', async () => {
    const { backend } = await openVersions()
    await press('View Version 1')
    await pass()
    expect(dialog().getByRole('status')).toHaveTextContent('Version 1 of 3')
    expect(pairs('Risk Parameters')).toContainEqual(['Stop loss %', '1%'])
    const query = { limit: '50', version_number: '1' }
    expect(backend.of(`${ONE}/decisions`).at(-1)?.query).toEqual(query)
    expect(backend.of(DECISION).at(-1)?.query).toEqual({ version_number: '1' })
    expect(dialog().queryByRole('region', { name: 'Live Performance Metrics' })).toBeNull()
    await press('Show Version 3')
    expect(pairs('Risk Parameters')).toContainEqual(['Stop loss %', '2%'])
    expect(section('Live Performance Metrics')).toBeTruthy()
  })

  it('say what is missing while there is only one', async () => {
    await openDetail((b) => b.on(`${ONE}/versions`, () => json(200, { versions: VERSIONS.slice(-1) })))
    fireEvent.click(dialog().getByRole('tab', { name: 'Versions (1)' }))
    await pass()
    expect(dialog().getByText(/An edit saves a second version/)).toBeInTheDocument()
    expect(dialog().queryByRole('heading', { name: 'Compare' })).toBeNull()
  })
})

describe('[TG-41] editing', () => {
  const SAVE = `POST /api/ensemble/strategies/s-1/versions`
  const review = async () => {
    for (let step = 1; step < 5; step += 1) {
      fireEvent.submit(screen.getByRole('dialog').querySelector('form') ?? document.body)
      await pass()
    }
    await pass()
  }

  it('opens the wizard with the values of the present version, and saves the next one', async () => {
    const { backend, strategies } = await openDetail((b) =>
      b.on(ONE, () => json(200, { strategy: strategy({ version_number: 3 }) })),
    )
    backend.on(SAVE, () => json(200, { success: true, strategy_id: 's-1', version_number: 4 }))
    await press('Edit')
    const wizard = () => within(screen.getByRole('dialog', { name: 'Edit Strategy' }))
    expect(wizard().getByRole('textbox', { name: 'Name' })).toHaveValue('Alpha')
    await review()
    expect(wizard().getByRole('heading', { name: 'Review & Save' })).toBeInTheDocument()
    expect(within(wizard().getByRole('region', { name: 'Changes' })).getByText(/Nothing has changed/)).toBeTruthy()
    await act(async () => strategies.wizard.send({ type: 'back' }))
    await act(async () => strategies.wizard.send({ type: 'risk.edited', change: { stopLossPct: 9 } }))
    fireEvent.submit(screen.getByRole('dialog').querySelector('form') ?? document.body)
    await pass()
    await pass()
    expect(wizard().getByRole('table', { name: 'Risk' })).toHaveTextContent('Stop loss %3%9%changed')
    fireEvent.click(wizard().getByRole('button', { name: 'Save Version 4' }))
    await pass()
    expect(backend.of(SAVE).map(({ body }) => body)).toEqual([
      { based_on: 3, definition: expect.objectContaining({ name: 'Alpha' }) },
    ])
    expect(screen.getByText('Strategy "Alpha" is now version 4')).toBeInTheDocument()
    // Back in the details it was opened from, without its draft.
    await pass()
    expect(screen.getByRole('dialog', { name: 'Alpha' })).toBeInTheDocument()
    expect(screen.queryByText(/Edit of version/)).toBeNull()
  })

  it('continues a draft that was begun, and says why a version could not be saved', async () => {
    const { backend } = await openDetail()
    await press('Edit')
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Alpha two' } })
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Name' }), { key: 'Escape' })
    await pass(500)
    expect(screen.getByText(/Edit of version 1, step 1 of 5/)).toBeInTheDocument()
    await press('Edit')
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Alpha two')
    backend.on(SAVE, () => json(409, { detail: 'This edits version 1, but the present one is 2. Edit that one.' }))
    await review()
    fireEvent.click(screen.getByRole('button', { name: 'Save Version 2' }))
    await pass()
    expect(screen.getByText('Failed to save the new version')).toBeInTheDocument()
    expect(screen.getByText(/the present one is 2/)).toBeInTheDocument()
  })

  it.each(['stopped', 'testing'] as const)('is not offered while it is %s', async (status) => {
    await openDetail((b) => b.on(ONE, () => json(200, { strategy: strategy({ status }) })))
    expect(dialog().queryByRole('button', { name: 'Edit' })).toBeNull()
  })
})

describe('[TG-47] sharing', () => {
  // A toast is a dialog too.
  const dialog = () => within(screen.getByRole('dialog', { name: 'Alpha' }))
  const press = async (name: string) => {
    fireEvent.click(dialog().getByRole('button', { name }))
    await pass()
  }
  const SHARES = `${ONE}/shares`
  const ANN = { user_id: 'u-2', email: 'ann@pairbot.test', username: 'ann', shared_at: WALL }
  const openSharing = async (viewers = false, people = [ANN]) => {
    const opened = await openDetail((b) => b.on(SHARES, () => json(200, { shares: { viewers, people } })))
    fireEvent.click(dialog().getByRole('tab', { name: 'Sharing' }))
    await pass()
    await pass()
    return opened
  }
  const answer = (backend: Backend, viewers: boolean, people: readonly object[]) =>
    backend.on(SHARES, () => json(200, { shares: { viewers, people } }))

  it('with a Trader needs an address, says why it failed, and is ended at once', async () => {
    const { backend } = await openSharing(false, [])
    await press('Share')
    expect(dialog().getByText('Enter the address first')).toBeInTheDocument()
    const field = dialog().getByRole('textbox', { name: 'E-mail address of a Trader' })
    const share = async () => {
      fireEvent.change(field, { target: { value: ' ann@pairbot.test ' } })
      await press('Share')
    }
    const POST = SHARES.replace('GET', 'POST')
    backend.on(POST, () => json(404, { detail: 'There is no Trader with this e-mail address.' }))
    await share()
    expect(dialog().getByText('There is no Trader with this e-mail address.')).toBeInTheDocument()
    backend.off(POST)
    answer(backend, false, [ANN])
    await share()
    expect(backend.of(POST).map(({ body }) => body)).toEqual([
      { email: 'ann@pairbot.test' },
      { email: 'ann@pairbot.test' },
    ])
    expect(screen.getByText('"Alpha" is shared with ann@pairbot.test')).toBeInTheDocument()
    expect(field).toHaveValue('')
    expect(within(dialog().getByRole('list', { name: 'Shared with' })).getByText('ann@pairbot.test')).toBeTruthy()

    answer(backend, false, [])
    await press('Stop sharing with ann@pairbot.test')
    expect(backend.of(`DELETE /api/ensemble/strategies/s-1/shares/u-2`)).toHaveLength(1)
    expect(dialog().getByText('Not shared with a Trader so far.')).toBeInTheDocument()
  })

  it('with all Viewers is a switch', async () => {
    const { backend } = await openSharing()
    const toggle = dialog().getByRole('switch', { name: 'Every Viewer can read it' })
    answer(backend, true, [])
    fireEvent.click(toggle)
    await pass()
    expect(backend.of(SHARES.replace('GET', 'POST')).map(({ body }) => body)).toEqual([{ audience: 'viewers' }])
    expect(toggle).toBeChecked()
    fireEvent.click(toggle)
    await pass()
    expect(backend.of('DELETE /api/ensemble/strategies/s-1/shares/viewers')).toHaveLength(1)
  })

  it('shows a reader who shares it, and no control', async () => {
    await openDetail((b) => b.on(ONE, () => json(200, { strategy: strategy({ shared_by: 'ann' }) })))
    expect(dialog().getByText('shared by ann, to read')).toBeInTheDocument()
    for (const name of ['Edit', 'Export JSON']) expect(dialog().queryByRole('button', { name })).toBeNull()
    expect(
      dialog()
        .getAllByRole('tab')
        .map(({ textContent }) => textContent),
    ).toEqual(['Overview', 'Versions (1)'])
  })

  it('that has ended leaves the list at once', async () => {
    const { backend } = await openDetail()
    backend.data.strategies = []
    backend.on(ONE, () => json(404, { detail: 'Strategy not found' }))
    await pass(5_000)
    await pass()
    expect(dialog().getByText('Strategy not found')).toBeInTheDocument()
    expect(screen.getByText('Active Strategies (0)')).toBeInTheDocument()
  })
})

describe('[TG-18] past decisions', () => {
  it('each have an explanation and can be filtered by type', async () => {
    const { backend } = await openDetail((b) =>
      b.on(`${ONE}/decisions`, ({ query }) =>
        json(200, {
          decisions: query['type'] === 'BUY' ? [decision({ id: 'd-1', decision_type: 'BUY' })] : [decision()],
        }),
      ),
    )
    const past = section('Past Decisions')
    fireEvent.click(past.getByRole('button', { name: /^Why HOLD/ }))
    await pass()
    expect(past.getByRole('table', { name: 'Signals of Agreement' })).toBeInTheDocument()
    fireEvent.click(past.getByRole('button', { name: 'BUY' }))
    await pass()
    expect(backend.of(`${ONE}/decisions`).at(-1)?.query).toEqual({ limit: '50', type: 'BUY' })
    expect(past.getByRole('button', { name: /^Why BUY/ })).toBeInTheDocument()
    expect(past.queryByRole('button', { name: /^Why HOLD/ })).toBeNull()
  })
})

describe('[TG-50] a decision and the chart', () => {
  it('leads to its minute on the chart of its pair', async () => {
    const openChart = vi.fn<(pair: string, at: number) => void>()
    renderTrading({ openChart, search: { strategy: 's-1' } })
    await pass()
    await pass()
    const { timestamp } = decision()
    fireEvent.click(section('Latest Decision').getByRole('button', { name: /on the chart$/ }))
    expect(openChart.mock.calls).toEqual([['BTCUSD', timestamp - 1]])
    fireEvent.click(section('Past Decisions').getAllByRole('button', { name: /on the chart$/ })[0]!)
    expect(openChart).toHaveBeenCalledTimes(2)
  })

  it('that was pressed there is explained above the latest', async () => {
    const { backend } = renderTrading({ search: { strategy: 's-1', decision: 'd-2' } })
    await pass()
    await pass()
    expect(section('Decision from the Chart').getByRole('table', { name: 'Signals of Agreement' })).toBeInTheDocument()
    expect(backend.of(WHY).length).toBeGreaterThan(0)
    const titles = dialog()
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent)
    expect(titles.indexOf('Decision from the Chart')).toBeLessThan(titles.indexOf('Latest Decision'))
  })
})

describe('[TG-34] what came after past decisions', () => {
  const past = (part: Partial<PastDecision>): PastDecision => ({ ...decision(), price: null, later: [], ...part })
  const DECISIONS = [
    past({
      id: 'BTCUSD-2',
      decision_type: 'BUY',
      timestamp: MARKET - 3_600_000,
      price: 8_100,
      later: [
        { after_minutes: 15, change: 0.25 },
        { after_minutes: 60, change: null },
      ],
    }),
    past({ id: 'BTCUSD-1', decision_type: 'SELL', timestamp: MARKET - 7_200_000, price: 8_000 }),
    past({ id: 'BTCUSD-0', timestamp: MARKET - 7_260_000 }),
  ]
  const prices = [0, 1, 2].map((hour) => ({ at: MARKET - (2 - hour) * 3_600_000, price: 8_000 + 50 * hour }))
  const open = () =>
    openDetail((backend) => backend.on(`${ONE}/decisions`, () => json(200, { decisions: DECISIONS, prices })))

  it('is beside each, and marked on the price', async () => {
    await open()
    const [buy, , hold] = section('Past Decisions').getAllByRole('listitem')
    expect(buy).toHaveTextContent('8,100.015 min later +0.25%60 min later not known')
    expect(hold).toHaveTextContent('No price stored')
    const chart = section('Past Decisions').getByRole('figure')
    expect(chart).toHaveTextContent(
      'Price from 2019-06-30 10:00:00 to 2019-06-30 12:00:00 UTC, with ▲ 1 BUY and ▼ 1 SELL',
    )
    expect(chart.querySelectorAll('polygon')).toHaveLength(2)
  })

  it('[TG-18] those to hold that follow one another are one line, which unfolds', async () => {
    const holds = [1, 2, 3, 4].map((n) => past({ id: `BTCUSD-h${n}`, timestamp: MARKET - n * 60_000 }))
    await openDetail((backend) =>
      backend.on(`${ONE}/decisions`, () => json(200, { decisions: [...holds, ...DECISIONS], prices })),
    )
    const list = section('Past Decisions')
    const summary = list.getByText('4 × HOLD, 2019-06-30 11:56:00 to 2019-06-30 11:59:00')
    expect(summary.closest('details')).not.toHaveAttribute('open')
    expect(summary.closest('details')!.querySelectorAll('li')).toHaveLength(4)
    fireEvent.click(list.getByRole('button', { name: 'HOLD' }))
    await pass()
    expect(section('Past Decisions').queryByText(/× HOLD/)).toBeNull()
  })

  it('is exported as CSV, limited to the type and period shown', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:test', revokeObjectURL: () => undefined }))
    let file = ''
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      file = this.download
    })
    const { backend } = await open()
    fireEvent.click(section('Past Decisions').getByRole('button', { name: 'BUY' }))
    await pass()
    fireEvent.click(section('Past Decisions').getByRole('button', { name: 'Export CSV' }))
    await pass()
    expect(backend.of(`${ONE}/decisions`).at(-1)?.query).toEqual({ limit: '500', type: 'BUY' })
    expect(file).toBe('decisions.csv')
    expect(decisionsCsv(DECISIONS).split('\r\n').slice(0, 2)).toEqual([
      'time,pair,decision,confidence,strength,price,change_percent_15_min_later,change_percent_60_min_later,version',
      '2019-06-30T11:00:00.000Z,BTCUSD,BUY,0.42,0.31,8100,0.25,,1',
    ])
  })
})

describe('[TG-14] the details stay live', () => {
  it('poll the strategy every 5 s, decisions every 10 s, performance every 30 s, and stop when closed', async () => {
    const { backend } = await openDetail()
    const base = {
      one: backend.of(ONE).length,
      decision: backend.of(DECISION).length,
      performance: backend.of(PERFORMANCE).length,
    }
    await pass(30_000)
    expect([
      backend.of(ONE).length - base.one,
      backend.of(DECISION).length - base.decision,
      backend.of(PERFORMANCE).length - base.performance,
    ]).toEqual([6, 3, 1])
    await press('Close')
    const before = backend.of(ONE).length
    await pass(20_000)
    expect(backend.of(ONE).length).toBe(before)
  })

  it('show new data and, if a poll fails, the last data with its age', async () => {
    const { backend } = await openDetail()
    backend.on(ONE, () => json(200, { strategy: strategy({ status: 'paused' }) }))
    await pass(5_000)
    expect(dialog().getByText('paused')).toBeInTheDocument()
    backend.on(ONE, () => json(500, {}, 'Internal Server Error'))
    await pass(12_000)
    const alert = dialog().getByRole('alert')
    expect(alert).toHaveTextContent('Failed to load strategy')
    expect(alert).toHaveTextContent('12 s ago')
    expect(section('Basic Information')).toBeTruthy()
    backend.on(ONE, () => json(404, { detail: 'There is no such strategy.' }))
    await pass(5_000)
    expect(dialog().getByText('Strategy not found')).toBeInTheDocument()
  })

  it('show an updated number', async () => {
    const { backend } = await openDetail()
    backend.on(PERFORMANCE, () => json(200, { performance: performance({ total_signals: 1_235 }) }))
    await pass(30_000)
    expect(section('Live Performance Metrics').getByText('1,235')).toBeInTheDocument()
  })
})

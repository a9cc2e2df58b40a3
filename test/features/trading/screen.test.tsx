import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { json } from '#test/support/client/identity-service.ts'
import { template } from '#test/support/data/strategy-samples.ts'
import { createStrategyBackend, renderTrading } from '#test/support/client/trading.tsx'

const region = (name: string) => screen.getByRole('region', { name })

describe('[TG-10] the trading screen', () => {
  it('has paper trading, then three sections, two of them a line each, marked Coming Soon', () => {
    renderTrading()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Trading Operations')
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'Paper Trading',
      'Strategy Management',
      'Trading Bot Control',
      'Position & Risk Management',
    ])
    for (const name of ['Trading Bot Control', 'Position & Risk Management'])
      expect(region(name).textContent).toBe(`${name}Coming Soon`)
    expect(within(region('Strategy Management')).queryByText('Coming Soon')).toBeNull()
  })

  it('toggles between templates and list', async () => {
    renderTrading()
    expect(await screen.findByText('Active Strategies (1)')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'New Strategy' }))
    expect(screen.queryByText('Active Strategies (1)')).toBeNull()
    expect(await screen.findByRole('list', { name: 'Strategy templates' })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Hide Templates' }))
    expect(screen.getByText('Active Strategies (1)')).toBeInTheDocument()
  })

  it('[TG-2] offers a Viewer no button that changes data', async () => {
    renderTrading({ canEdit: false })
    await screen.findByText('Active Strategies (1)')
    const buttons = screen
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent)
    expect(buttons).toEqual([
      'Help: Strategy Management',
      'Refresh strategies',
      'Cards',
      'Table',
      'Export List',
      'Alpha',
      'View Alpha',
    ])
    expect(screen.getByText(/Changing them needs the Trader role/)).toBeInTheDocument()
  })

  it('[TG-46] says why a Viewer sees no strategy, and what a Viewer can do', async () => {
    const backend = createStrategyBackend()
    backend.data.strategies = []
    renderTrading({ canEdit: false, backend })
    expect(await screen.findByText('No strategy is shared with you yet')).toBeInTheDocument()
    expect(screen.getByText(/ask an administrator/)).toBeInTheDocument()
    const buttons = screen
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent)
    expect(buttons).toEqual(['Help: Strategy Management', 'Refresh strategies', 'Open the Dashboard'])
  })
})

async function openTemplates(backend = createStrategyBackend()) {
  const opened = renderTrading({ backend })
  await userEvent.click(screen.getByRole('button', { name: 'New Strategy' }))
  return opened
}

describe('[TG-33] the ways to a new strategy', () => {
  it('are the wizard and the templates, and a template opens in the wizard', async () => {
    const { strategies } = await openTemplates()
    const own = within(screen.getByRole('region', { name: 'Build your own' }))
    expect(own.getByRole('button', { name: 'Custom Strategy' })).toBeEnabled()
    await userEvent.click(await screen.findByRole('button', { name: /Conservative/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Open in the Wizard' }))
    const { draft } = strategies.wizard.getSnapshot().context
    expect([draft.name, draft.sources.length, draft.rules.length]).toEqual(['Conservative Trend Following', 2, 1])
    const wizard = within(screen.getByRole('dialog', { name: 'Custom Strategy' }))
    expect(wizard.getByRole('textbox', { name: 'Name' })).toHaveValue('Conservative Trend Following')
  })
})

describe('[TG-11] templates', () => {
  it('HA-45 show loading, then the failure with its reason and Retry', async () => {
    const backend = createStrategyBackend()
    let answer: (response: Response) => void = () => undefined
    const route = 'GET /api/ensemble/templates'
    backend.on(route, () => new Promise((resolve) => (answer = resolve)))
    await openTemplates(backend)
    expect(screen.getByText('Loading strategy templates...')).toBeInTheDocument()
    answer(json(503, { detail: 'The database does not answer.' }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Failed to load templates')
    expect(alert).toHaveTextContent('The database does not answer.')
    backend.off(route)
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('list', { name: 'Strategy templates' })).toBeInTheDocument()
  })

  it('are cards with name, description, signals, complexity and use', async () => {
    await openTemplates()
    const card = await screen.findByRole('button', { name: /Conservative Trend Following/, pressed: false })
    for (const text of ['Follows the slow timeframes', '2 signals', 'Low', 'Beginners', 'Trending markets'])
      expect(within(card).getByText(text)).toBeInTheDocument()
  })

  it('say what their backtests came to, and what was tried and is not offered', async () => {
    const backend = createStrategyBackend()
    const result = {
      return: -0.054,
      holding: 0.41,
      max_drawdown: 0.12,
      trades: 812,
      luck: 'worse' as const,
      sharpe: null,
      tries: 6,
      timing: { shifts: 499, as_good: 495, as_bad: 4, p: 0.992, median: 0, low: -0.1, high: 0.1 },
      spans: [
        {
          pair: 'BTCUSD' as const,
          from: Date.UTC(2019, 0),
          to: Date.UTC(2019, 6),
          months: 6,
          return: -0.054,
          holding: 0.41,
          max_drawdown: 0.12,
          trades: 812,
        },
      ],
    }
    backend.data.templates = [template({ result })]
    backend.data.tried = [{ name: 'Mean Reversion', description: 'Buys what fell.', result }]
    await openTemplates(backend)
    const card = await screen.findByRole('button', { name: /Conservative/ })
    expect(card).toHaveTextContent('-5.4% holding +41.0%Worse than luck')
    await userEvent.click(card)
    const preview = within(screen.getByRole('region', { name: 'Conservative Trend Following' }))
    expect(preview.getByText(/it lost 5.4% on average after the costs of 812 trades; holding earned 41%/)).toBeVisible()
    const row = preview.getByRole('row', { name: /BTC\/USD/ })
    expect(row).toHaveTextContent('BTC/USD2019-01-01 to 2019-06-30-5.4%+41.0%12.0%812')
    await userEvent.click(screen.getByText('1 more was tried and not offered: none beat holding or luck'))
    expect(screen.getByRole('heading', { name: 'Mean Reversion' })).toBeVisible()
  })

  it('have an icon by name, or the default', async () => {
    const backend = createStrategyBackend()
    const names = [
      'Conservative Trend Following',
      'Aggressive Scalping',
      'Balanced Multi-Timeframe',
      'Pattern-Based Trading',
      'Something Else',
      'constructor',
    ]
    backend.data.templates = names.map((name) => template({ id: name, name }))
    await openTemplates(backend)
    const list = await screen.findByRole('list', { name: 'Strategy templates' })
    const icons = within(list)
      .getAllByRole('button')
      .map((button) => button.querySelector('svg')?.innerHTML)
    expect(new Set(icons).size).toBe(5)
    expect(icons[4]).toBe(icons[5])
  })

  it('show their contents and how to use them when selected', async () => {
    await openTemplates()
    await userEvent.click(await screen.findByRole('button', { name: /Conservative/ }))
    const preview = screen.getByRole('region', { name: 'Conservative Trend Following' })
    expect(preview).toHaveTextContent('customised with the exchange and trading pair')
    expect(within(preview).getByText('Cross-Timeframe Analysis')).toBeInTheDocument()
    expect(within(preview).getByText('2%')).toBeInTheDocument()
    expect(within(preview).getByText('1.50%')).toBeInTheDocument()
    await userEvent.click(within(preview).getByRole('button', { name: 'Use This Template' }))
    expect(await screen.findByRole('dialog', { name: 'Create Strategy from Template' })).toBeInTheDocument()
  })
})

const CREATE = 'POST /api/ensemble/strategies/from-template/conservative'

async function openTemplateDialog(backend = createStrategyBackend()) {
  const opened = await openTemplates(backend)
  await userEvent.click(await screen.findByRole('button', { name: /Conservative/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Use This Template' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Strategy from Template' }))
  return { ...opened, dialog, submit: () => userEvent.click(dialog.getByRole('button', { name: 'Create Strategy' })) }
}

describe('[TG-12] a strategy from a template', () => {
  it('is named after the template and the time, on kraken and BTCUSD', async () => {
    const { dialog } = await openTemplateDialog()
    const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value
    expect(name).toMatch(/^Conservative Trend Following \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect(Math.abs(Date.parse(`${name.slice(-19).replace(' ', 'T')}Z`) - Date.now())).toBeLessThan(60_000)
    expect(dialog.getByRole('combobox', { name: 'Exchange' }).textContent).toBe('kraken')
    expect(dialog.getByRole('combobox', { name: 'Trading pair' }).textContent).toBe('BTCUSD')
  })

  it.each([
    ['Exchange', 'kraken', ['binance', 'coinbase']],
    ['Trading pair', 'BTCUSD', ['ETHUSD', 'XRPUSD']],
  ])('%s: offers one option, and marks the others Coming Soon', async (field, available, soon) => {
    const { dialog } = await openTemplateDialog()
    await userEvent.click(dialog.getByRole('combobox', { name: field }))
    const options = await screen.findAllByRole('option')
    expect(options.map((option) => [option.textContent, option.getAttribute('aria-disabled')])).toEqual([
      [available, null],
      ...soon.map((name) => [`${name}Coming Soon`, 'true']),
    ])
  })

  it('requires a non-blank name', async () => {
    const { dialog, backend, submit } = await openTemplateDialog()
    const name = dialog.getByRole('textbox', { name: 'Name' })
    await userEvent.clear(name)
    await userEvent.type(name, '   ')
    expect(dialog.queryByRole('alert')).toBeNull()
    await submit()
    expect(dialog.getByRole('alert').textContent).toBe('Strategy name is required')
    expect(backend.of(CREATE)).toEqual([])
  })

  it('sends name, exchange and pair with a key, then shows a toast and the reloaded list', async () => {
    const { dialog, backend, submit } = await openTemplateDialog()
    await userEvent.clear(dialog.getByRole('textbox', { name: 'Name' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' Mine ')
    const listed = backend.of('GET /api/ensemble/strategies').length
    await submit()
    expect(await screen.findByText('Strategy "Mine" created')).toBeInTheDocument()
    expect(backend.of(CREATE)).toEqual([
      { route: CREATE, query: {}, key: 'key-1', body: { name: 'Mine', exchange: 'kraken', trading_pair: 'BTCUSD' } },
    ])
    expect(screen.queryByRole('dialog', { name: 'Create Strategy from Template' })).toBeNull()
    expect(await screen.findByText('Active Strategies (1)')).toBeInTheDocument()
    expect(backend.of('GET /api/ensemble/strategies').length).toBe(listed + 1)
  })

  it('HA-45 keeps the input on failure; a retry has the same key, a changed name a new one', async () => {
    const backend = createStrategyBackend()
    backend.on(CREATE, () => json(500, {}, 'Internal Server Error'))
    const { dialog, submit } = await openTemplateDialog(backend)
    await submit()
    const alert = await dialog.findByRole('alert')
    expect(alert).toHaveTextContent('Failed to create strategy')
    expect(alert).toHaveTextContent('HTTP 500: Internal Server Error')
    await submit()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' 2')
    await submit()
    expect(backend.of(CREATE).map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-2'])
  })
})

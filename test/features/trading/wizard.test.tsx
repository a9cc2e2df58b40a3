import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { CATALOGUE } from '#contract/strategies/catalogue.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { draftFrom } from '#src/machines/wizard/from-definition.ts'
import { INITIAL_CONTEXT, wizardCommands } from '#src/machines/wizard/types.ts'
import { strategyFrom, TEMPLATES } from '#server/strategies/templates/templates.ts'
import { json, deferredResponse } from '#test/support/client/identity-service.ts'
import { BACKTEST, DEFINITION } from '#test/support/data/strategy-samples.ts'
import { createStrategyBackend, renderTrading } from '#test/support/client/trading.tsx'
import { createWizard, CROSS, STRUCTURE, TO_REVIEW } from '#test/support/client/wizard.ts'

const CREATE = 'POST /api/ensemble/strategies/custom'
const BACKTEST_ROUTE = 'POST /api/ensemble/strategies/backtest'

const dialog = () => within(screen.getByRole('dialog', { name: 'Custom Strategy' }))
const button = (name: string) => dialog().getByRole<HTMLButtonElement>('button', { name })
const press = (name: string) => userEvent.click(button(name))
const isOpen = () => screen.queryByRole('dialog', { name: 'Custom Strategy' }) !== null
const step = () =>
  dialog()
    .getByRole('list', { name: /^Step \d of 5$/ })
    .querySelector('[aria-current="step"]')?.textContent
/** Rows of a list of names and values. */
const valueOf = (label: string) => dialog().getByText(label).nextElementSibling?.textContent

/** Begins another strategy with New Strategy. */
async function openCustom() {
  if (screen.queryByRole('button', { name: 'Custom Strategy' }) === null)
    await userEvent.click(screen.getByRole('button', { name: 'New Strategy' }))
  await userEvent.click(screen.getByRole('button', { name: 'Custom Strategy' }))
}

async function openWizard(backend = createStrategyBackend()) {
  const opened = renderTrading({ backend })
  await openCustom()
  return opened
}
async function fillBasics() {
  await userEvent.type(dialog().getByRole('textbox', { name: 'Name' }), 'Trend')
  await userEvent.type(dialog().getByRole('textbox', { name: 'Description' }), 'Both at once')
  await press('Next')
}
async function fillSources() {
  await press(`Add ${CROSS.name}`)
  await press(`Add ${STRUCTURE.name}`)
  await press('Next')
}
/** The wizard at step 5, filled in by its events. */
async function openReview(backend = createStrategyBackend()) {
  const opened = await openWizard(backend)
  for (const event of TO_REVIEW) opened.strategies.wizard.send(event)
  await dialog().findByRole('heading', { level: 3, name: 'Review & Create' })
  return opened
}

describe('[TG-3] the five steps on screen', () => {
  it('start at step 1 of 5, with Next disabled until name and description are entered', async () => {
    await openWizard()
    expect(step()).toBe('1Basic Information')
    const steps = within(dialog().getByRole('list', { name: 'Step 1 of 5' })).getAllByRole('listitem')
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      '1Basic Information',
      '2Signal Sources',
      '3Confluence Rules',
      '4Risk Parameters',
      '5Review & Create',
    ])
    expect(button('Back')).toBeDisabled()
    expect(button('Next')).toBeDisabled()
    await userEvent.type(dialog().getByRole('textbox', { name: 'Name' }), 'Trend')
    expect(button('Next')).toBeDisabled()
    await userEvent.type(dialog().getByRole('textbox', { name: 'Description' }), ' ')
    expect(button('Next')).toBeDisabled()
    await userEvent.type(dialog().getByRole('textbox', { name: 'Description' }), 'x')
    expect(button('Next')).toBeEnabled()
  })

  it('step 1 offers only kraken, and BTC/USD or ETH/USD', async () => {
    const { strategies } = await openWizard()
    const options = async (field: string) => {
      await userEvent.click(dialog().getByRole('combobox', { name: field }))
      return screen.findAllByRole('option')
    }
    const exchanges = await options('Exchange')
    expect(exchanges.map(({ textContent }) => textContent)).toEqual(['kraken'])
    await userEvent.keyboard('{Escape}')
    expect(isOpen()).toBe(true)
    const pairs = await options('Trading pair')
    expect(pairs.map(({ textContent }) => textContent)).toEqual(['BTC/USD', 'ETH/USD'])
    await userEvent.click(screen.getByRole('option', { name: 'ETH/USD' }))
    expect(strategies.wizard.getSnapshot().context.draft.pair).toBe('ETHUSD')
  })

  it('step 2 filters by category, adds, weights, removes and requires two', async () => {
    await openWizard()
    await fillBasics()
    expect(step()).toBe('2Signal Sources')
    expect(dialog().getByText('Minimum 2 required')).toBeInTheDocument()
    const filters = within(dialog().getByRole('group', { name: 'Category' })).getAllByRole('button')
    expect(filters.map(({ textContent }) => textContent)).toEqual([
      'All',
      'Technical Indicators',
      'Market Analysis',
      'Market Structure',
      'Pattern Recognition',
    ])
    const groups = () => dialog().getAllByText('Details').length
    expect(groups()).toBe(5)
    await press('Market Structure')
    expect(groups()).toBe(2)
    await press('All')
    await press(`Add ${CROSS.name}`)
    expect(button('Next')).toBeDisabled()
    await press(`Add ${STRUCTURE.name}`)
    expect(button('Next')).toBeEnabled()
    const selected = within(dialog().getByRole('listitem', { name: CROSS.name }))
    const weight = selected.getByRole('slider', { name: 'Weight' })
    expect(['min', 'max', 'aria-valuetext'].map((name) => weight.getAttribute(name))).toEqual(['0.1', '2', '1.0'])
    weight.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    expect(weight).toHaveAttribute('aria-valuetext', '1.2')
    await userEvent.click(selected.getByRole('button', { name: `Remove ${CROSS.name}` }))
    expect(dialog().queryByRole('listitem', { name: CROSS.name })).toBeNull()
    expect(button('Next')).toBeDisabled()
  })

  it('[TG-28] [TG-29] step 2 has a chip per timeframe, and says how much of the time each source counts', async () => {
    const { strategies } = await openWizard()
    await fillBasics()
    const chips = (stream: string) => within(dialog().getByRole('group', { name: `Timeframes of ${stream}` }))
    const indicators = chips('Technical indicators').getAllByRole('button')
    expect(indicators.map(({ textContent }) => textContent)).toEqual(['M1', 'M5', 'M15', 'M30', 'H1', 'H4'])
    for (const timeframe of ['M5', 'H4'])
      await userEvent.click(chips('Technical indicators').getByRole('button', { name: timeframe }))
    await userEvent.click(chips(STRUCTURE.name).getByRole('button', { name: 'H1' }))
    const selected = dialog().getAllByRole('button', { name: /^Remove / })
    expect(selected.map((each) => each.getAttribute('aria-label'))).toEqual([
      'Remove Technical indicators M5',
      'Remove Technical indicators H4',
      'Remove Market Structure Analysis H1',
      'Remove Market Structure Analysis',
    ])
    expect(chips(STRUCTURE.name).getByRole('button', { name: 'H1' })).toHaveAttribute('aria-pressed', 'true')
    const structure = within(dialog().getByRole('listitem', { name: 'Market Structure Analysis H1' }))
    expect(
      structure.getByText('Counted 62% of the last 24 h, otherwise mostly too little confidence. BUY or SELL 8%.'),
    ).toBeInTheDocument()
    expect(dialog().getByText(/all rules must be met/)).toBeInTheDocument()
    await userEvent.click(chips('Technical indicators').getByRole('button', { name: 'M5' }))
    expect(strategies.wizard.getSnapshot().context.draft.sources).toHaveLength(2)
  })

  it('[TG-29] step 4 says that all rules must be met, and how much of the time each source counts', async () => {
    const { strategies } = await openReview()
    strategies.wizard.send({ type: 'back' })
    const acts = within(await dialog().findByRole('region', { name: 'When it acts' }))
    expect(acts.getByText(/needs every rule to be met on the same side/)).toBeInTheDocument()
    await acts.findByText('100%')
    expect([CROSS.name, STRUCTURE.name].map(valueOf)).toEqual(['100%', '62%'])
  })

  it('step 2 shows details of a stream on demand', async () => {
    await openWizard()
    await fillBasics()
    const item =
      dialog()
        .getByRole('button', { name: `Add ${CROSS.name}` })
        .closest('li') ?? document.body
    await userEvent.click(within(item).getByText('Details'))
    expect(item.querySelector('details')?.open).toBe(true)
    for (const text of [CROSS.id, 'Advanced analysis', 'M5, M15, M30, H1, H4', /direction of all timeframes/])
      expect(within(item).getByText(text)).toBeInTheDocument()
  })

  it('step 3 adds a rule, which enables Next', async () => {
    await openWizard()
    await fillBasics()
    await fillSources()
    expect(step()).toBe('3Confluence Rules')
    expect(dialog().getByText('Minimum 1 required')).toBeInTheDocument()
    expect(button('Next')).toBeDisabled()
    await press('Add Rule')
    expect(dialog().getByRole('textbox', { name: 'Rule name' })).toHaveFocus()
    await userEvent.click(dialog().getByRole('combobox', { name: 'Operator' }))
    const operators = await screen.findAllByRole('option')
    expect(operators.map(({ textContent }) => textContent)).toEqual([
      'AND: all signals must agree',
      'OR: any signal triggers',
    ])
    await userEvent.click(operators[1] ?? document.body)
    const confidence = dialog().getByRole('slider', { name: 'Confidence threshold' })
    expect(['min', 'max', 'aria-valuetext'].map((name) => confidence.getAttribute(name))).toEqual(['0.5', '1', '60%'])
    expect(button('Save Rule')).toBeDisabled()
    await userEvent.type(dialog().getByRole('textbox', { name: 'Rule name' }), 'Either')
    expect(button('Save Rule')).toBeDisabled()
    await userEvent.click(dialog().getByRole('checkbox', { name: CROSS.name }))
    expect(button('Save Rule')).toBeEnabled()
    await userEvent.click(dialog().getByRole('checkbox', { name: STRUCTURE.name }))
    await press('Increase Minimum signals')
    await userEvent.click(dialog().getByRole('checkbox', { name: STRUCTURE.name }))
    expect(dialog().getByRole('alert').textContent).toBe('A whole number from 1 to 1, the number of assigned sources')
    expect(button('Save Rule')).toBeDisabled()
    await press('Decrease Minimum signals')
    await press('Save Rule')
    expect(dialog().getByText('Either')).toBeInTheDocument()
    expect(dialog().getByText('OR: any signal triggers · minimum signals 1 · confidence 60%')).toBeInTheDocument()
    expect(button('Next')).toBeEnabled()
    await press('Edit Either')
    expect(dialog().getByRole('textbox', { name: 'Rule name' })).toHaveProperty('value', 'Either')
    expect(button('Next')).toBeDisabled()
    expect(button('Back')).toBeDisabled()
    await press('Cancel Rule')
    await press('Delete Either')
    expect(button('Next')).toBeDisabled()
  })

  it('step 3 without sources refers to step 2', async () => {
    const { machine } = createWizard()
    const wizard = createActor(machine, {
      snapshot: machine.resolveState({ value: { open: { rules: 'listing' } }, context: INITIAL_CONTEXT }),
    }).start()
    renderTrading({ wizard })
    expect(dialog().getByText('Go back to Step 2 and select at least two.')).toBeInTheDocument()
    expect(dialog().queryByRole('button', { name: 'Add Rule' })).toBeNull()
    wizard.stop()
  })

  it('names a rule that was removed with its last source', async () => {
    const { strategies } = await openReview()
    for (const type of ['back', 'back', 'back'] as const) strategies.wizard.send({ type })
    strategies.wizard.send({ type: 'source.removed', id: CROSS.id })
    strategies.wizard.send({ type: 'source.removed', id: STRUCTURE.id })
    expect((await dialog().findByRole('alert')).textContent).toBe('Rules without a source left were removed: Agreement')
  })

  it('step 4 has defaults and steps, and requires position and stop loss above 0', async () => {
    const { strategies } = await openReview()
    strategies.wizard.send({ type: 'back' })
    await dialog().findByRole('heading', { level: 3, name: 'Risk Parameters' })
    const field = (name: string) => dialog().getByRole<HTMLInputElement>('textbox', { name })
    const fields = ['Max position size in dollars', 'Stop loss %', 'Take profit %', 'Signal timeout in seconds']
    expect(fields.map((name) => field(name).value)).toEqual(['1,000', '2', '3', '300'])
    expect(dialog().getByText('A cool-down: no other BUY or SELL for 5 minutes after one')).toBeInTheDocument()
    for (const name of fields) await press(`Increase ${name}`)
    expect(fields.map((name) => field(name).value)).toEqual(['1,100', '2.1', '3.1', '330'])
    for (const name of fields.slice(0, 2)) {
      await userEvent.clear(field(name))
      expect(button('Next')).toBeDisabled()
      expect(dialog().getByRole('alert').textContent).toBe('Needed: enter a number above 0')
      await userEvent.type(field(name), '1')
      expect(button('Next')).toBeEnabled()
    }
    await userEvent.clear(field('Take profit %'))
    expect(button('Next')).toBeEnabled()
  })

  it('[TG-24] step 4 keeps a number out of bounds and explains the bound', async () => {
    const { strategies } = await openReview()
    strategies.wizard.send({ type: 'back' })
    await dialog().findByRole('heading', { level: 3, name: 'Risk Parameters' })
    const stop = dialog().getByRole<HTMLInputElement>('textbox', { name: 'Stop loss %' })
    await userEvent.clear(stop)
    await userEvent.type(stop, '99999{Tab}')
    expect(stop).toHaveValue('99,999')
    expect(dialog().getByRole('alert').textContent).toBe('Must be below 100%, where the price would be 0')
    expect(button('Next')).toBeDisabled()
  })

  it('[TG-25] step 4 relates position, stop and target, and an empty target stays empty', async () => {
    const { strategies } = await openReview()
    strategies.wizard.send({ type: 'back' })
    await dialog().findByRole('heading', { level: 3, name: 'Risk Parameters' })
    const outlook = () => dialog().getByRole('status').textContent
    expect(outlook()).toBe(
      'A trade can lose $20.00 or gain $30.00, before fees: 40 of 100 trades must win to break even.',
    )
    await userEvent.clear(dialog().getByRole('textbox', { name: 'Take profit %' }))
    await userEvent.clear(dialog().getByRole('textbox', { name: 'Signal timeout in seconds' }))
    expect(outlook()).toBe('A trade can lose $20.00 and has no target, before fees.')
    await press('Next')
    expect(['Take profit', 'Signal timeout'].map(valueOf)).toEqual(['none', 'none'])
    expect(strategies.wizard.getSnapshot().context.request?.risk_parameters).toMatchObject({
      take_profit_percentage: null,
      signal_cooldown_minutes: null,
    })
  })
})

it('[TG-51] the position is in dollars or in percent of the account', async () => {
  const { strategies } = await openReview()
  await press('Back')
  const unit = within(await dialog().findByRole('group', { name: 'Unit of the position size' }))
  expect(unit.getByRole('button', { name: 'USD' })).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(unit.getByRole('button', { name: '%' }))
  const size = dialog().getByRole('textbox', { name: 'Max position size in percent' })
  expect(size).toHaveValue('1,000')
  expect(dialog().getByRole('alert').textContent).toBe('At most 100%, the whole account')
  expect(button('Next')).toBeDisabled()
  await userEvent.clear(size)
  await userEvent.type(size, '5{Tab}')
  expect(dialog().getByRole('status').textContent).toBe(
    'A trade can lose 0.10% or gain 0.15% of the account, before fees: 40 of 100 trades must win to break even.',
  )
  await press('Next')
  expect(valueOf('Max position size')).toBe('5%')
  expect(strategies.wizard.getSnapshot().context.request?.risk_parameters).toMatchObject({
    max_position_size: 5,
    max_position_unit: 'pct',
  })
})

it('[TG-33] a template in percent is created in percent, after a look at every step', async () => {
  const { backend, strategies } = renderTrading()
  const [template] = TEMPLATES
  const wanted = strategyFrom(template!, { name: template!.name, exchange: 'kraken', pair: 'BTCUSD' })
  wizardCommands(strategies.wizard).adapt(draftFrom(wanted, CATALOGUE))
  await screen.findByRole('dialog')
  for (const _ of [1, 2, 3]) await press('Next')
  expect(dialog().getByRole('textbox', { name: 'Max position size in percent' })).toHaveValue('5')
  await press('Next')
  await press('Create')
  await waitFor(() => expect(backend.of(CREATE).length).toBe(1))
  expect(backend.of(CREATE)[0]?.body).toEqual({ ...wanted, id: expect.any(String) })
})

it('[TG-36] what a strategy has and the wizard does not ask for is said', async () => {
  const { strategies } = renderTrading()
  const [cross, structure] = DEFINITION.signal_sources
  const [rule] = DEFINITION.confluence_rules
  const given: CustomStrategy = {
    ...DEFINITION,
    symbols: ['XRPUSD', 'BTCUSD'],
    signal_sources: [
      { ...structure!, name: 'Fast structure', timeframe_filter: ['m5'] },
      { ...structure!, id: 'slow', name: 'Slow structure', timeframe_filter: ['h1'] },
      { ...cross!, weight_config: { ...cross!.weight_config, weight: 0.04 } },
    ],
    confluence_rules: [{ ...rule!, consensus_threshold: 0.32, minimum_total_weight: 0.7 }],
  }
  wizardCommands(strategies.wizard).adapt(draftFrom(given, CATALOGUE))
  await screen.findByRole('dialog')
  expect(await dialog().findByText('With BTC/USD, until another pair is chosen.')).toBeInTheDocument()
  expect(dialog().getByRole('combobox', { name: 'Trading pair' })).toHaveTextContent('XRP/USD')
  await press('Next')
  expect(dialog().getByText('Several selected sources read the same stream. They keep their timeframes.')).toBeDefined()
  const chips = within(dialog().getByRole('group', { name: 'Timeframes of Market Structure Analysis' }))
  expect(chips.getByRole('button', { name: 'M5' })).toHaveAttribute('aria-disabled', 'true')
  expect(dialog().getByRole('listitem', { name: CROSS.name })).toHaveTextContent('0.04')
  await press('Next')
  expect(dialog().getByText(/confidence 32% · minimum weight 70%/)).toHaveTextContent('minimum signals 2')
  await press('Edit Agreement')
  expect(dialog().getByText('The minimum weight is 70%. Moving the threshold sets both.')).toBeInTheDocument()
})

describe('[TG-8] step 5', () => {
  it('shows the draft and backtests it with the request body of the creation', async () => {
    const { backend } = await openReview()
    expect(['Name', 'Exchange', 'Trading pair'].map(valueOf)).toEqual(['Trend and structure', 'kraken', 'BTC/USD'])
    expect(['Max position size', 'Stop loss', 'Take profit', 'Signal timeout'].map(valueOf)).toEqual([
      '$1,000',
      '2%',
      '3%',
      '300 s: no other BUY or SELL for 5 minutes after one',
    ])
    expect([CROSS.name, STRUCTURE.name].map(valueOf)).toEqual(['1.0', '1.0'])
    expect(dialog().getByText('AND: all signals must agree · minimum signals 2 · confidence 60%')).toBeInTheDocument()
    expect(dialog().queryByRole('textbox')).toBeNull()
    const backtest = within(dialog().getByRole('region', { name: 'Backtest' }))
    expect(await backtest.findByText('Decisions per hour')).toBeInTheDocument()
    expect(['Hours of data', 'Evaluations', 'BUY and SELL decisions', 'Decisions per hour'].map(valueOf)).toEqual([
      '24.0',
      '1,440',
      '36',
      '1.50',
    ])
    expect(['BUY', 'SELL', 'HOLD', 'Most frequent blocking rule'].map(valueOf)).toEqual([
      '1.5%',
      '1.0%',
      '97.5%',
      'Agreement: 1,400 of 1,440 times',
    ])
    const rows = [...backtest.getByRole<HTMLTableElement>('table').rows].map((row) =>
      [...row.cells].map(({ textContent }) => textContent),
    )
    expect(rows.slice(1)).toEqual([
      ['15 min', '36', '+0.12%', '-0.08% to +0.10%', 'better than random'],
      ['60 min', '3', 'N/A', 'N/A', 'too few decisions to say'],
    ])
    expect(backtest.getByText(BACKTEST.notes[0] ?? '')).toBeInTheDocument()
    await press('Create')
    await waitFor(() => expect(backend.of(CREATE).length).toBe(1))
    expect(backend.of(CREATE)[0]?.body).toEqual(backend.of(BACKTEST_ROUTE)[0]?.body)
  })

  it('shows why a backtest failed, with Retry, and does not block creation', async () => {
    const backend = createStrategyBackend()
    backend.on(BACKTEST_ROUTE, () => json(503, { detail: 'Busy.' }))
    await openReview(backend)
    const alert = await dialog().findByRole('alert')
    expect(alert).toHaveTextContent('Backtest failed')
    expect(alert).toHaveTextContent('Busy. You can still create the strategy.')
    expect(button('Create')).toBeEnabled()
    backend.off(BACKTEST_ROUTE)
    await press('Retry')
    expect(await dialog().findByText('Decisions per hour')).toBeInTheDocument()
    expect(dialog().queryByRole('alert')).toBeNull()
  })

  it('shows Creating... while pending, then closes the wizard with a toast and reloads the list', async () => {
    const backend = createStrategyBackend()
    const late = deferredResponse()
    backend.on(CREATE, late.answer)
    await openReview(backend)
    const listed = backend.of('GET /api/ensemble/strategies').length
    await press('Create')
    const busy = dialog().getByRole('button', { name: 'Creating...' })
    expect(busy).toHaveAttribute('aria-busy', 'true')
    expect(button('Back')).toBeDisabled()
    expect(button('Cancel')).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    expect(isOpen()).toBe(true)
    late.respond(json(201, { strategy_id: 's-9' }))
    expect(await screen.findByText('Strategy "Trend and structure" created')).toBeInTheDocument()
    await waitFor(() => expect(isOpen()).toBe(false))
    await waitFor(() => expect(backend.of('GET /api/ensemble/strategies').length).toBe(listed + 1))
  })

  it.each([
    [() => json(422, { detail: 'name: must not be blank' }), 'name: must not be blank'],
    [
      () => json(500, {}, 'Internal Server Error'),
      'HTTP 500: Internal Server Error. Retrying is safe: the strategy is created only once.',
    ],
    [
      () => Promise.reject(new TypeError('fetch failed')),
      'No answer from the server. Retrying is safe: the strategy is created only once.',
    ],
  ])('HA-45 stays on step 5 with the failure, and a retry has the same key and body', async (answer, text) => {
    const backend = createStrategyBackend()
    backend.on(CREATE, answer)
    await openReview(backend)
    await press('Create')
    const alert = await dialog().findByRole('alert')
    expect(alert.textContent).toBe(`Failed to create strategy${text}`)
    expect(step()).toBe('5Review & Create')
    backend.off(CREATE)
    await press('Create')
    await waitFor(() => expect(isOpen()).toBe(false))
    const [first, second] = backend.of(CREATE)
    expect(first?.key).toBeTruthy()
    expect(second).toEqual(first)
  })
})

describe('[TG-5] leaving the wizard', () => {
  it('Escape keeps the draft and returns the focus to the opening button', async () => {
    await openWizard()
    await fillBasics()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(isOpen()).toBe(false))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Custom Strategy' })).toHaveFocus())
    await userEvent.click(screen.getByRole('button', { name: 'Hide Templates' }))
    await userEvent.click(screen.getByRole('button', { name: 'Continue Trend' }))
    expect(step()).toBe('2Signal Sources')
    await press('Back')
    expect(dialog().getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Trend')
  })

  it('a press outside does nothing', async () => {
    await openWizard()
    const backdrop = document.querySelector('[role="presentation"][data-open]')
    await userEvent.click(backdrop ?? document.body)
    expect(isOpen()).toBe(true)
  })

  it('Cancel discards an empty draft immediately', async () => {
    await openWizard()
    await press('Cancel')
    expect(isOpen()).toBe(false)
  })

  it('Cancel asks before discarding input', async () => {
    const { strategies } = await openWizard()
    await fillBasics()
    await press('Cancel')
    const question = () => within(screen.getByRole('alertdialog', { name: 'Discard this strategy?' }))
    await userEvent.click(question().getByRole('button', { name: 'Keep editing' }))
    expect(step()).toBe('2Signal Sources')
    await press('Cancel')
    await userEvent.click(question().getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(isOpen()).toBe(false))
    expect(strategies.drafts.list$).toEqual(expect.objectContaining({ value: [] }))
    await openCustom()
    expect(step()).toBe('1Basic Information')
    expect(dialog().getByRole<HTMLInputElement>('textbox', { name: 'Name' })).toHaveValue('')
  })

  it('[TG-30] [TG-27] several drafts are listed with step and age, continued, and discarded after a confirm', async () => {
    await openWizard()
    await fillBasics()
    expect(dialog().getByText(/^Draft, saved/)).toHaveTextContent('Draft, saved 0 s ago')
    await userEvent.keyboard('{Escape}')
    await openCustom()
    await userEvent.type(dialog().getByRole('textbox', { name: 'Description' }), 'Another')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(screen.getByRole('button', { name: 'Hide Templates' }))
    const drafts = () => within(screen.getByRole('region', { name: 'Drafts' }))
    const rows = drafts().getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent?.replace(/saved.*ago/, 'saved'))).toEqual([
      'Unnamed strategyDraft, step 1 of 5, savedContinueDiscard',
      'TrendDraft, step 2 of 5, savedContinueDiscard',
    ])
    await userEvent.click(drafts().getByRole('button', { name: 'Discard Unnamed strategy' }))
    const question = within(screen.getByRole('alertdialog', { name: 'Discard the draft "Unnamed strategy"?' }))
    await userEvent.click(question.getByRole('button', { name: 'Discard' }))
    expect(drafts().getByText('Drafts (1)')).toBeInTheDocument()
    await userEvent.click(drafts().getByRole('button', { name: 'Continue Trend' }))
    expect(step()).toBe('2Signal Sources')
  })

  it('the next user gets an empty draft', async () => {
    const { changeSession, strategies } = await openWizard()
    await fillBasics()
    changeSession()
    await waitFor(() => expect(isOpen()).toBe(false))
    expect(strategies.wizard.getSnapshot().context.draft.name).toBe('')
  })
})

it('[TG-19] a strategy can be created by keyboard alone', async () => {
  const { backend } = renderTrading()
  screen.getByRole('button', { name: 'New Strategy' }).focus()
  await userEvent.keyboard('{Enter}')
  screen.getByRole('button', { name: 'Custom Strategy' }).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(dialog().getByRole('textbox', { name: 'Name' })).toHaveFocus())
  await userEvent.keyboard('Trend{Tab}Both at once')
  /** Tabs to a control by its name. */
  const reach = async (name: string) => {
    for (let left = 60; left > 0 && document.activeElement !== button(name); left -= 1) await userEvent.tab()
    expect(button(name)).toHaveFocus()
  }
  await reach('Next')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(step()).toBe('2Signal Sources'))
  expect(dialog().getByRole('heading', { level: 3 })).toHaveFocus()
  await reach(`Add ${CROSS.name}`)
  await userEvent.keyboard('{Enter}')
  await reach(`Add ${STRUCTURE.name}`)
  await userEvent.keyboard('{Enter}')
  await reach('Next')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(step()).toBe('3Confluence Rules'))
  await reach('Add Rule')
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('Agreement')
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard(' ')
  await userEvent.tab()
  await userEvent.keyboard(' ')
  dialog().getByRole('textbox', { name: 'Rule name' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(dialog().getByText('Agreement')).toBeInTheDocument()
  await reach('Next')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(step()).toBe('4Risk Parameters'))
  await reach('Next')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(step()).toBe('5Review & Create'))
  await reach('Create')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(backend.of(CREATE).length).toBe(1))
})

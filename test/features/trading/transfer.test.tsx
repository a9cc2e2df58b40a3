import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RULE_FUNCTIONS } from '#contract/strategies/names.ts'
import { serializeStrategy, fileNameOf, parseStrategyFile } from '#src/features/trading/transfer/strategy-file.ts'
import { SCRIPT_NAMES } from '#test/support/data/script-texts.ts'
import { json } from '#test/support/client/identity-service.ts'
import { anyAcceptedStrategy } from '#test/support/data/any-strategy.ts'
import { DEFINITION } from '#test/support/data/strategy-samples.ts'
import { createStrategyBackend, renderTrading } from '#test/support/client/trading.tsx'

const CREATE = 'POST /api/ensemble/strategies/custom'

describe('[TG-20] an exported strategy', () => {
  it('parses to the same strategy', () => {
    expect(parseStrategyFile(serializeStrategy(DEFINITION))).toEqual({
      ok: true,
      value: { definition: DEFINITION, ignored: [] },
    })
  })

  it('parses to the same strategy, whatever the contract accepts', () => {
    fc.assert(
      fc.property(anyAcceptedStrategy, (definition) => {
        expect(parseStrategyFile(serializeStrategy(definition))).toEqual({
          ok: true,
          value: { definition, ignored: [] },
        })
      }),
    )
  })

  it('names what a file has and a strategy does not', () => {
    const [source, ...others] = DEFINITION.signal_sources
    const document = {
      ...DEFINITION,
      signal_sources: [{ ...source, trailing_stop: 2 }, ...others],
      risk_parameters: { ...DEFINITION.risk_parameters, max_drawdown: 10 },
      created_at: 7,
    }
    expect(parseStrategyFile(JSON.stringify(document))).toEqual({
      ok: true,
      value: {
        definition: DEFINITION,
        ignored: ['signal_sources[0].trailing_stop', 'risk_parameters.max_drawdown', 'created_at'],
      },
    })
  })

  it.each([
    ['Trend & Structure #2', 'trend-structure-2.strategy.json'],
    ['../../etc', 'etc.strategy.json'],
    ['戦略', 'strategy.strategy.json'],
    ['x'.repeat(200), `${'x'.repeat(60)}.strategy.json`],
  ])('named %j is saved as %s', (name, file) => {
    expect(fileNameOf({ name })).toBe(file)
  })
})

describe('[TG-20] AB-23 an exported strategy with a name in markup', () => {
  /** Imports `document` and exports it again. */
  const textOf = (document: string): string => {
    const read = parseStrategyFile(document)
    return read.ok ? serializeStrategy(read.value.definition) : read.error.join()
  }

  it.each(SCRIPT_NAMES)('%j round-trips as strict JSON in a file with an ASCII name', (name) => {
    const [source, ...rest] = DEFINITION.signal_sources
    const definition = { ...DEFINITION, name, description: name, signal_sources: [{ ...source!, name }, ...rest] }
    const text = textOf(JSON.stringify(definition))

    expect(JSON.parse(text)).toEqual(definition)
    expect(textOf(text)).toBe(text)
    expect(fileNameOf(definition)).toMatch(/^[a-z\d]+(-[a-z\d]+)*\.strategy\.json$/)
  })
})

describe('[TG-21] an invalid file', () => {
  const faults = (document: unknown) => {
    const read = parseStrategyFile(typeof document === 'string' ? document : JSON.stringify(document))
    return read.ok ? [] : read.error
  }
  const [source, other] = DEFINITION.signal_sources
  const [rule] = DEFINITION.confluence_rules

  it('is not JSON', () => {
    expect(faults('{"name":')).toEqual([expect.stringMatching(/^Not JSON: ./)])
  })

  it.each<[string, unknown, readonly string[]]>([
    ['is no object', 7, ['The document must be an object']],
    ['lacks a name', { ...DEFINITION, name: undefined }, ['name is missing']],
    ['has a blank name', { ...DEFINITION, name: ' ' }, ['name must not be blank']],
    [
      'has an unknown status',
      { ...DEFINITION, status: 'asleep' },
      ['status must be one of active, paused, stopped, testing'],
    ],
    [
      'has a wrong type deep inside',
      { ...DEFINITION, signal_sources: [source, { ...other, threshold_buy: 'high' }] },
      ['signal_sources[1].threshold_buy must be a number'],
    ],
    [
      'has a threshold above 1',
      { ...DEFINITION, signal_sources: [source, { ...other, threshold_buy: 1.5 }] },
      ['signal_sources[1].threshold_buy must be at most 1'],
    ],
    [
      'risks more than the price',
      { ...DEFINITION, risk_parameters: { ...DEFINITION.risk_parameters, stop_loss_percentage: 99_999 } },
      ['risk_parameters.stop_loss_percentage must be below 100%, where the price would be 0'],
    ],
    ['has a long name', { ...DEFINITION, name: 'x'.repeat(320) }, ['name must have at most 200 characters']],
    [
      'has one source',
      {
        ...DEFINITION,
        signal_sources: [source],
        confluence_rules: [{ ...rule, source_ids: [source?.id], minimum_sources: 1 }],
      },
      ['signal_sources must have at least 2 sources'],
    ],
    ['has no rule', { ...DEFINITION, confluence_rules: [] }, ['confluence_rules must have at least one rule']],
    [
      'has a rule over an absent source',
      { ...DEFINITION, confluence_rules: [{ ...rule, source_ids: ['nowhere'], minimum_sources: 1 }] },
      ['confluence_rules must only use sources of the strategy'],
    ],
    [
      'names a function that is not registered',
      { ...DEFINITION, confluence_rules: [{ ...rule, operator: 'custom_function', custom_function: 'eval' }] },
      [`confluence_rules[0].custom_function must be one of ${RULE_FUNCTIONS.join(', ')}`],
    ],
  ])('%s', (_, document, expected) => {
    expect(faults(document)).toEqual(expected)
  })

  it('lists only the first eight of many problems', () => {
    const lines = faults({})
    expect(lines).toHaveLength(9)
    expect(lines.at(-1)).toMatch(/^and \d+ more$/)
  })
})

const choose = async (text: string, name = 'alpha.json') =>
  userEvent.upload(await screen.findByLabelText('Strategy file'), new File([text], name, { type: 'application/json' }))
const dialog = () => within(screen.getByRole('dialog', { name: 'Import Strategy' }))

describe('[TG-21] importing', () => {
  it('previews the file, then creates it with its own key and id', async () => {
    const { backend } = renderTrading()
    await choose(serializeStrategy(DEFINITION))
    await screen.findByRole('dialog', { name: 'Import Strategy', description: 'alpha.json' })
    const rows = [...(screen.getByRole('dialog').querySelector('dl')?.children ?? [])]
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Name', 'Alpha'],
      ['Status', 'active'],
      ['Exchanges', 'kraken'],
      ['Symbols', 'BTCUSD'],
      ['Signal sources', '2 sources'],
      ['Confluence rules', '1 rule'],
    ])
    expect(backend.of(CREATE)).toEqual([])
    await userEvent.click(dialog().getByRole('button', { name: 'Create Strategy' }))
    expect(await screen.findByText('Strategy "Alpha" created')).toBeInTheDocument()
    expect(backend.of(CREATE)).toEqual([
      { route: CREATE, query: {}, key: 'key-1', body: { ...DEFINITION, id: expect.stringMatching(/^custom_\d+$/) } },
    ])
    expect(screen.queryByRole('dialog', { name: 'Import Strategy' })).toBeNull()
  })

  it('lists the problems of an invalid file and creates nothing', async () => {
    const { backend } = renderTrading()
    await choose('{"name": "Alpha"')
    await screen.findByRole('dialog', { name: 'Import Strategy' })
    expect(dialog().getByRole('alert')).toHaveTextContent('This file is not a valid strategy')
    expect(dialog().getByRole('alert')).toHaveTextContent('Not JSON')
    expect(dialog().queryByRole('button', { name: 'Create Strategy' })).toBeNull()
    await userEvent.click(dialog().getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(backend.of(CREATE)).toEqual([])
  })

  it('does not read a file over 1 MB', async () => {
    renderTrading()
    await choose(' '.repeat(1_000_001))
    await screen.findByRole('dialog', { name: 'Import Strategy' })
    expect(dialog().getByText('The file is larger than 1 MB')).toBeInTheDocument()
  })

  it('shows the server’s rejection, and a retry has the same key and id', async () => {
    const backend = createStrategyBackend()
    backend.on(CREATE, () => json(409, { detail: 'You have 200 strategies already.' }))
    renderTrading({ backend })
    await choose(serializeStrategy(DEFINITION))
    await screen.findByRole('dialog', { name: 'Import Strategy' })
    const create = () => userEvent.click(dialog().getByRole('button', { name: 'Create Strategy' }))
    await create()
    expect((await dialog().findByRole('alert')).textContent).toBe(
      'Failed to create strategyYou have 200 strategies already.',
    )
    await create()
    await waitFor(() => expect(backend.of(CREATE).length).toBe(2))
    expect(backend.of(CREATE)[1]).toEqual(backend.of(CREATE)[0])
  })
})

describe('[TG-20] AB-23 exporting', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  it('saves the JSON that creates the strategy', async () => {
    let saved: Blob | undefined
    let file = ''
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => {
          saved = blob
          return 'blob:test'
        },
        revokeObjectURL: () => undefined,
      }),
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      file = this.download
    })
    renderTrading()
    await userEvent.click(await screen.findByRole('button', { name: 'View Alpha' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Export JSON' }))
    await waitFor(() => expect(file).toBe('alpha.strategy.json'))
    expect(saved?.type).toBe('application/json')
    expect(parseStrategyFile((await saved?.text()) ?? '')).toEqual({
      ok: true,
      value: { definition: DEFINITION, ignored: [] },
    })
  })

  it('shows why it failed', async () => {
    const backend = createStrategyBackend()
    backend.on('GET /api/ensemble/strategies/s-1/export', () => json(404, { detail: 'There is no such strategy.' }))
    renderTrading({ backend })
    await userEvent.click(await screen.findByRole('button', { name: 'View Alpha' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Export JSON' }))
    const name = 'Failed to export strategy: There is no such strategy.'
    expect(await screen.findByRole('alertdialog', { name })).toBeInTheDocument()
  })
})

import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { NO_RECORDS, type RecordBook } from '#contract/track-records/book.ts'
import { RecordsContext } from '#src/app/services.ts'
import { LevelsCard } from '#src/features/dashboard/levels/LevelsCard.tsx'
import { readLevels } from '#src/analysis/levels.ts'
import { bookOf } from '#test/support/data/track-records.ts'
import { KEYS, level, levelSet, wrapped } from '#test/support/data/payloads.ts'

const draw = (payload: object, records: RecordBook = NO_RECORDS) =>
  render(
    <RecordsContext value={records}>
      <LevelsCard payload={readLevels(wrapped('levels', payload), KEYS.levels)} onOpen={() => undefined} />
    </RecordsContext>,
  )
const headline = () => [...screen.getByTestId('headline').children].map(({ textContent }) => textContent)
const meters = () => screen.getAllByRole('meter').map((each) => [each.getAttribute('aria-valuetext')])
const prices = (name: RegExp) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('rowheader')
    .map((each) => within(each).getByRole('button').textContent)

describe('the Support & Resistance card', () => {
  it('[MA-30] shows Analyzing until data arrives', () => {
    render(<LevelsCard payload={undefined} onOpen={() => undefined} />)
    expect(screen.getByRole('heading', { name: 'Support & Resistance' })).toBeInTheDocument()
    expect(screen.getByText('Analyzing')).toBeInTheDocument()
    expect(screen.queryAllByRole('meter')).toEqual([])
  })

  it('[MA-31] shows the range of the price, and how often the stronger of its levels held', () => {
    const records = bookOf()
    draw(levelSet({ resistance_levels: [level({ price: 10_950, strength: 'Weak', strength_score: 0.1 })] }), records)
    expect(headline()).toEqual([
      '1.38% from S1 to R110,800.5 – 10,950.0 H4 · next 4 h',
      'Strong levels held as often as by chance (1,808 cases)',
    ])
    expect(records.asked).toEqual([{ claim: 'level', pair: 'BTCUSD', class: 'Strong' }])
  })

  it.each([
    ['Above S1Above 10,800.5', { resistance_levels: [] }],
    ['Below R1Below 10,950.0', { support_levels: [] }],
    ['No levels', { support_levels: [], resistance_levels: [] }],
  ])('[MA-31] %s', (text, over) => {
    draw(levelSet(over))
    expect(headline()).toEqual([`${text} H4 · next 4 h`, '\u00A0'])
  })

  it('[MA-32] shows its bars and the five confidence factors', () => {
    draw(levelSet())
    const named = ['Overall confidence', 'Alignment', 'Strength'].map((name) =>
      screen.getByRole('meter', { name }).getAttribute('aria-valuetext'),
    )
    expect(named).toEqual(['57%', '43%', '66%'])
    expect(screen.getByText('Confidence factors')).toBeInTheDocument()
    const factors = ['Data quality', 'Historical reliability', 'Volume confirmation', 'Age factor', 'Sample size']
    expect(factors.map((name) => screen.getByRole('meter', { name }).getAttribute('aria-valuetext'))).toEqual([
      '98%',
      '36%',
      '21%',
      '44%',
      '100%',
    ])
    expect(meters()).toHaveLength(8)
  })

  it('[MA-33] shows all details of a level', () => {
    draw(levelSet({ resistance_levels: [] }))
    const cells = within(screen.getByRole('table', { name: 'Support (1)' })).getAllByRole('cell')
    expect(cells.map((each) => each.textContent)).toEqual([
      '23%',
      '7',
      '155 h',
      '71%',
      '10,780.3–10,820.8M5H1H4Volume Confirmed',
    ])
    expect(screen.getByText('No resistance levels')).toBeInTheDocument()
  })

  it('[MA-33] shows a dash for a level whose probability is not known', () => {
    draw(levelSet({ resistance_levels: [], support_levels: [level({ touch_probability: null })] }))
    expect(
      screen.getByRole('columnheader', { name: 'Probability that the price reaches the level within the hour' }),
    ).toBeInTheDocument()
    expect(screen.getAllByRole('cell')[0]?.textContent).toBe('–')
  })

  it('[MA-33] shows no pill for a level without volume confirmation', () => {
    draw(levelSet({ resistance_levels: [], support_levels: [level({ volume_confirmation: false, age_hours: 2.55 })] }))
    expect(screen.queryByText('Volume Confirmed')).toBeNull()
    expect(screen.getByText('2.6 h')).toBeInTheDocument()
  })

  it.each([
    [1, 'success'],
    [0.66, 'success'],
    [0.659, 'warning'],
    [0.33, 'warning'],
    [0.329, 'danger'],
    [0, 'danger'],
  ])('[MA-34] colours a strength of %d %s', (strength_score, tone) => {
    draw(levelSet({ resistance_levels: [], support_levels: [level({ strength_score })] }))
    const table = screen.getByRole('table', { name: 'Support (1)' })
    expect(table.querySelector('[data-tone]')?.getAttribute('data-tone')).toBe(tone)
  })

  it('[MA-35] MS-08 shows 5 levels per side and expands and collapses each side separately', async () => {
    const levels = Array.from({ length: 7 }, (_, each) => level({ price: 10_000 - each }))
    const { touch_count: _, ...lacking } = level()
    draw({
      ...levelSet({ resistance_levels: levels.slice(0, 5) }),
      support_levels: levels.flatMap((each) => [lacking, each]),
    })
    expect(screen.getByText('Support (7)')).toBeInTheDocument()
    const five = ['10,000.0', '9,999.0', '9,998.0', '9,997.0', '9,996.0']
    expect(prices(/Support/)).toEqual(five)
    expect(screen.getAllByRole('button', { name: /Show/ }).map((each) => each.textContent)).toEqual(['Show all'])
    await userEvent.click(screen.getByRole('button', { name: 'Show all support levels' }))
    expect(prices(/Support/)).toEqual([...five, '9,995.0', '9,994.0'])
    expect(prices(/Resistance/)).toEqual(five)
    await userEvent.click(screen.getByText('Show less'))
    expect(prices(/Support/)).toEqual(five)
  })

  it('[MA-36] shows the number of problems and lists them on click', async () => {
    draw({ ...levelSet(), support_levels: null, summary: {}, trading_pair: undefined })
    await userEvent.click(screen.getByRole('button', { name: 'data incomplete (3)' }))
    const items = within(await screen.findByRole('dialog', { name: 'Missing or unreadable' })).getAllByRole('listitem')
    expect(items.map((each) => each.querySelector('code')?.textContent)).toEqual([
      'missing_trading_pair',
      'missing_level_arrays',
      'invalid_summary',
    ])
  })

  it('[MA-36] shows no pill without problems', () => {
    draw(levelSet())
    expect(screen.queryByText(/data incomplete/)).toBeNull()
  })

  it('[MA-5] keeps showing Analyzing, with a pill, when the first message cannot be read', () => {
    render(<LevelsCard payload={readLevels('?', KEYS.levels)} onOpen={() => undefined} />)
    expect(screen.getByText('Analyzing')).toBeInTheDocument()
    expect(screen.getByText('data incomplete (1)')).toBeInTheDocument()
  })
})

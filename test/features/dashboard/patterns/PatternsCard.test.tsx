import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { NO_RECORDS, type RecordBook } from '#contract/track-records/book.ts'
import { RecordsContext } from '#src/app/services.ts'
import { PatternsCard } from '#src/features/dashboard/patterns/PatternsCard.tsx'
import { readPatterns } from '#src/analysis/patterns.ts'
import { BETTER, bookOf } from '#test/support/data/track-records.ts'
import { KEYS, pattern, patternAnalysis, wrapped } from '#test/support/data/payloads.ts'

const draw = (payload: object, records: RecordBook = NO_RECORDS) =>
  render(
    <RecordsContext value={records}>
      <PatternsCard payload={readPatterns(wrapped('patterns', payload), KEYS.patterns)} onOpen={() => undefined} />
    </RecordsContext>,
  )
const headline = () => [...screen.getByTestId('headline').children].map(({ textContent }) => textContent)
const rows = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('listitem')
    .map((each) => each.textContent)

describe('the Pattern Recognition card', () => {
  it('[MA-30] shows Analyzing until data arrives', () => {
    render(<PatternsCard payload={undefined} onOpen={() => undefined} />)
    expect(screen.getByRole('heading', { name: 'Pattern Recognition' })).toBeInTheDocument()
    expect(screen.getByText('Analyzing')).toBeInTheDocument()
  })

  it('[MA-37] starts with the highlighted pattern and its record on its timeframe', () => {
    const records = bookOf()
    draw(patternAnalysis(), records)
    expect(headline()).toEqual([
      'No edge Bearish Engulfing H1 · next 10 h',
      'Right as often as by chance (1,808 cases)',
    ])
    expect(records.asked).toContainEqual({ claim: 'pattern', pair: 'BTCUSD', timeframe: 'H1', class: 'Engulfing' })
  })

  it('[MA-37] names the direction if its record is better than chance', () => {
    draw(patternAnalysis(), bookOf(BETTER))
    expect(headline()).toEqual(['Bearish Engulfing H1 · next 10 h', 'Right in 58 of 100 (2,000 cases), chance 50'])
  })

  it('[MA-37] shows the summary as bars', () => {
    draw(patternAnalysis())
    const bars = ['Confidence', 'Alignment', 'Bias strength'].map((name) =>
      screen.getByRole('meter', { name }).getAttribute('aria-valuetext'),
    )
    expect(bars).toEqual(['66%', '50%', '7%'])
    expect(screen.getByText('Confidence counts evidence, not odds.')).toBeVisible()
  })

  it('[MA-38] highlights a pattern with its insight and expected move', () => {
    draw(patternAnalysis())
    expect(screen.getByRole('region', { name: 'Highlighted pattern' }).textContent).toBe(
      'EngulfingH1against the bullish bias75% confidenceExpected move ±1.20%The body covers the opposite one before it.',
    )
  })

  it('[MA-38] shows no highlight when there is none', () => {
    draw(patternAnalysis({ pattern_highlight: null }))
    expect(screen.queryByRole('region', { name: 'Highlighted pattern' })).toBeNull()
    expect(headline()).toEqual(['Bullish bias M1–D1 · next 1 h', '\u00A0'])
  })

  it('[MA-39] shows the market context', () => {
    draw(patternAnalysis())
    const terms = screen.getAllByRole('term').map((each) => `${each.textContent}: ${each.nextSibling?.textContent}`)
    expect(terms).toEqual(['Trend: Bearish', 'Volatility: Normal', 'Volume ratio: 0.22× average'])
    expect(screen.getByRole('heading', { name: 'Market context · M15' })).toBeInTheDocument()
  })

  it('[MA-28] marks patterns that point to the other side than the bias', () => {
    const both = [true, false].map((bullish) => pattern({ bullish, pattern: String(bullish), description: '' }))
    const { unmount } = draw(patternAnalysis({ patterns: { M5: both } }))
    expect(rows('Patterns on M5').map((text) => text?.includes('against the bullish bias'))).toEqual([false, true])
    unmount()
    const { summary } = patternAnalysis()
    draw(patternAnalysis({ patterns: { M5: both }, summary: { ...summary, market_bias: 'neutral' } }))
    expect(screen.queryByText(/against the/)).toBeNull()
  })

  it('[MA-40] groups by timeframe with 3 patterns each and the number of others', () => {
    const five = ['A', 'B', 'C', 'D', 'E'].map((name) => pattern({ pattern: name, description: '' }))
    draw(patternAnalysis({ patterns: { M5: five, H1: five.slice(0, 3) } }))
    const row = (name: string) => `Bullish${name}Complete±0.11%62%`
    expect(rows('Patterns on M5')).toEqual([row('A'), row('B'), row('C')])
    expect(screen.getAllByText(/more patterns/).map((each) => each.textContent)).toEqual(['+2 more patterns'])
  })

  it.each([
    ['in words that it is even', bookOf(), 'Complete · even odds'],
    ['how often it is right', bookOf(BETTER), 'Complete · 52 of 100 right'],
    ['nothing with too few cases', bookOf({ ...BETTER, count: 29 }), 'Complete'],
  ])('[FG-10] says of each pattern %s', (_, records, maturity) => {
    draw(patternAnalysis({ patterns: { M5: [pattern({ description: '' })] } }), records)
    expect(rows('Patterns on M5')).toEqual([`BullishHammer${maturity}±0.11%62%`])
  })

  it('[MA-13] shows a pattern without a direction as neither bullish nor bearish', () => {
    const { bullish: _, ...untold } = pattern({ description: '' })
    draw({ ...patternAnalysis(), patterns: { M5: [untold] } })
    expect(rows('Patterns on M5')).toEqual(['HammerComplete±0.11%62%'])
  })

  it('[MA-41] shows 3 timeframes at most, the dominant one first, and names the others', () => {
    const one = [pattern()]
    draw(patternAnalysis({ patterns: { M1: one, M5: one, M15: one, H1: one, D1: one } }))
    expect(
      screen.getAllByRole('region', { name: /Patterns on/ }).map((each) => each.getAttribute('aria-label')),
    ).toEqual(['Patterns on H1', 'Patterns on M1', 'Patterns on M5'])
    expect(screen.getByText('Also patterns on M15, D1')).toBeInTheDocument()
  })

  it('[MA-42] shows a message without patterns', () => {
    draw(patternAnalysis({ patterns: {} }))
    expect(screen.getByText('No significant patterns detected')).toBeInTheDocument()
  })
})

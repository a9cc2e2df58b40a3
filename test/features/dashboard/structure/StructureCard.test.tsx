import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { MarketPhase } from '#contract/payloads/structure.ts'
import { NO_RECORDS, type RecordBook } from '#contract/track-records/book.ts'
import { RecordsContext } from '#src/app/services.ts'
import { StructureCard } from '#src/features/dashboard/structure/StructureCard.tsx'
import { readStructure } from '#src/analysis/structure.ts'
import { BETTER, bookOf } from '#test/support/data/track-records.ts'
import { AT, cluster, KEYS, marketStructure, structureBreak, wrapped } from '#test/support/data/payloads.ts'
import { tone } from '#src/ui/theme/color.css.ts'

const draw = (payload: object, records: RecordBook = NO_RECORDS) =>
  render(
    <RecordsContext value={records}>
      <StructureCard payload={readStructure(wrapped('structure', payload), KEYS.structure)} onOpen={() => undefined} />
    </RecordsContext>,
  )
const listed = (name: string) =>
  within(screen.getByRole('region', { name }))
    .queryAllByRole('listitem')
    .map((each) => each.textContent)

describe('the Market Structure card', () => {
  it('[MA-30] shows Analyzing until data arrives', () => {
    render(<StructureCard payload={undefined} onOpen={() => undefined} />)
    expect(screen.getByRole('heading', { name: 'Market Structure' })).toBeInTheDocument()
    expect(screen.getByText('Analyzing')).toBeInTheDocument()
  })

  it('[MA-43] [MA-29] shows the regime, how often such a phase lasts, and four scores', () => {
    draw(marketStructure(), bookOf(BETTER))
    expect([...screen.getByTestId('headline').children].map(({ textContent }) => textContent)).toEqual([
      'Bearish normal volatility M15 · next 1 h',
      'Lasted an hour in 58 of 100 (2,000 cases), chance 50',
    ])
    const scores = ['Confidence', 'Trend strength', 'Momentum', 'Regime confidence'].map((name) =>
      screen.getByRole('meter', { name }).getAttribute('aria-valuetext'),
    )
    expect(scores).toEqual(['70%', '49%', '38%', '71%'])
  })

  it.each<[MarketPhase, keyof typeof tone]>([
    ['bullish', 'success'],
    ['bearish', 'danger'],
    ['neutral', 'neutral'],
    ['transitional', 'warning'],
    ['ranging', 'info'],
  ])('[MA-43] shows the %s phase in %s', (market_phase, expected) => {
    draw(marketStructure({ market_phase }))
    const pill = within(screen.getByTestId('headline')).getByText('Bearish normal volatility').parentElement
    expect(pill?.className.split(' ')).toContain(tone[expected])
  })

  it('[MA-43] shows N/A for missing values', () => {
    draw({ ...marketStructure(), momentum: null, regime_duration: undefined })
    expect(screen.getByRole('meter', { name: 'Momentum' })).toHaveAttribute('aria-valuetext', 'N/A')
    expect(screen.getByRole('meter', { name: /Regime duration/ })).toHaveAttribute('aria-valuetext', 'N/A')
  })

  it('[MA-44] shows the duration relative to 4 hours, in hours, minutes and seconds', () => {
    draw(marketStructure({ regime_duration: 7_205 }))
    const bar = screen.getByRole('meter', { name: /Regime duration/ })
    expect(bar.ariaValueNow).toBe(String(7_205 / 14_400))
    expect(bar).toHaveAttribute('aria-valuetext', '2h 0m 5s')
  })

  it.each([
    [0, 0],
    [3_600, 0.25],
    [14_400, 1],
    [99_999, 1],
    [-5, 0],
  ])('[MA-16] a regime of %d s is %d of four hours', (regime_duration, expected) => {
    draw(marketStructure({ regime_duration }))
    expect(screen.getByRole('meter', { name: /Regime duration/ }).ariaValueNow).toBe(String(expected))
  })

  it('[MA-45] shows one pill per cluster', () => {
    const clusters = [cluster(), cluster({ type: 'Resistance', level: 10_950, strength: 0.5 })]
    draw(marketStructure({ support_resistance_clusters: clusters }))
    expect(listed('Support and resistance clusters')).toEqual(['Support 10,800.5 · 73%', 'Resistance 10,950.0 · 50%'])
    expect(screen.getAllByTitle(/9 touches on H4$/)).toHaveLength(2)
  })

  it('[MA-45] shows 8 pills and the number of others', () => {
    draw(marketStructure({ support_resistance_clusters: Array.from({ length: 10 }, () => cluster()) }))
    expect(listed('Support and resistance clusters')).toHaveLength(8)
    expect(screen.getByText('+2 more clusters')).toBeInTheDocument()
  })

  it('[MA-18] shows a cluster of unknown kind as support in neutral colour', () => {
    draw({
      ...marketStructure(),
      structure_breaks: [],
      support_resistance_clusters: [{ ...cluster(), type: undefined }],
    })
    const pill = screen.getByTitle('Support, 9 touches on H4')
    expect(pill.textContent).toBe('Support 10,800.5 · 73%')
    expect(pill).toHaveClass(tone.neutral)
  })

  it('[MA-46] shows the latest 5 structure breaks', () => {
    const structure_breaks = [6, 1, 5, 2, 4, 3].map((each) =>
      structureBreak({ timestamp: AT - each * 3_600, price_level: 10_000 + each, volume_confirmation: each === 1 }),
    )
    draw(marketStructure({ structure_breaks }))
    expect(listed('Structure breaks')).toEqual([
      'Break of structure, bullish, volume confirmedM1510,001.021:00',
      'Break of structure, bullishM1510,002.020:00',
      'Break of structure, bullishM1510,003.019:00',
      'Break of structure, bullishM1510,004.018:00',
      'Break of structure, bullishM1510,005.017:00',
    ])
  })

  it.each([
    ['22:00', AT],
    ['00:00', AT - 22 * 3_600],
    ['06-29', AT - 22 * 3_600 - 60],
    ['06-27', AT - 3 * 86_400],
  ])('[MA-46] shows %s, the date where a break is not of today', (shown, timestamp) => {
    draw(marketStructure({ structure_breaks: [structureBreak({ timestamp })] }))
    expect(listed('Structure breaks')).toEqual([`Break of structure, bullishM1510,900.0${shown}`])
  })

  it('[MA-3] shows Invalid Date for an invalid time', () => {
    draw(marketStructure({ structure_breaks: [structureBreak({ timestamp: 1e18 })] }))
    expect(screen.getByTitle('Invalid Date')).toBeInTheDocument()
  })

  it('[MA-47] lists the timeframes', () => {
    draw(marketStructure())
    expect(listed('Timeframe analysis')).toEqual(['M15Lower highs lower lows80%'])
  })

  it('shows a message for each empty section', () => {
    draw(marketStructure({ structure_breaks: [], support_resistance_clusters: [], timeframe_analysis: [] }))
    expect(['No breaks', 'No clusters', 'No timeframes'].map((text) => screen.queryByText(text) !== null)).toEqual([
      true,
      true,
      true,
    ])
  })
})

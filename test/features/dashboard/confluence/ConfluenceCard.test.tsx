import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { AlignedVolatility } from '#contract/payloads/cross-timeframe.ts'
import { NO_RECORDS, type RecordBook } from '#contract/track-records/book.ts'
import { RecordsContext } from '#src/app/services.ts'
import { ConfluenceCard } from '#src/features/dashboard/confluence/ConfluenceCard.tsx'
import { readConfluence } from '#src/analysis/confluence.ts'
import { BETTER, bookOf } from '#test/support/data/track-records.ts'
import { confluenceZone, crossTimeframe, KEYS, wrapped } from '#test/support/data/payloads.ts'
import { tone } from '#src/ui/theme/color.css.ts'

const draw = (payload: object, records: RecordBook = NO_RECORDS) =>
  render(
    <RecordsContext value={records}>
      <ConfluenceCard
        payload={readConfluence(wrapped('confluence', payload), KEYS.confluence)}
        onOpen={() => undefined}
      />
    </RecordsContext>,
  )
const headline = () => [...screen.getByTestId('headline').children].map(({ textContent }) => textContent)
const SCOPE = ' M1–D1 · next 1 h'
const zones = () =>
  within(screen.getByRole('region', { name: 'Confluence zones' }))
    .queryAllByRole('listitem')
    .map((each) => each.textContent)

describe('the Cross-Timeframe Confluence card', () => {
  it('[MA-55] shows Analyzing until data arrives', () => {
    render(<ConfluenceCard payload={undefined} onOpen={() => undefined} />)
    expect(screen.getByRole('heading', { name: 'Cross-Timeframe Confluence' })).toBeInTheDocument()
    expect(screen.getByText('Analyzing market confluence...')).toBeInTheDocument()
  })

  it('[MA-56] shows pair, exchange, primary timeframe and the signal', () => {
    draw(crossTimeframe())
    expect(['Kraken', 'BTC/USD'].every((each) => screen.queryByText(each) !== null)).toBe(true)
    expect(screen.getByTitle('Primary timeframe').textContent).toBe('H4')
    expect(headline()).toEqual([`Bearish signal, 20% strength${SCOPE}`, '\u00A0'])
  })

  it('[MA-56] says when the direction has no edge, with the record of its confidence', () => {
    const records = bookOf()
    draw(crossTimeframe({ hour_forecast: null }), records)
    expect(headline()).toEqual([
      `No edge Bearish signal, 20% strength${SCOPE}`,
      'Such signals right as often as by chance (1,808 cases)',
    ])
    expect(records.asked).toEqual([{ claim: 'cross_timeframe', pair: 'BTCUSD', class: '60-70' }])
  })

  it('[FG-20] leads with the size of the move where its direction has no edge', () => {
    const shown = draw(crossTimeframe(), bookOf())
    expect(headline()[0]).toBe(`Next hour: half of the time within ±0.14%, 9 of 10 within ±0.42%${SCOPE}`)
    expect(screen.getByRole('region', { name: 'Market Volatility' }).textContent).toContain(
      'No edge: Bearish signal, 20% strength',
    )
    shown.unmount()
    draw(crossTimeframe(), bookOf(BETTER))
    expect(headline()[0]).toBe(`Bearish signal, 20% strength${SCOPE}`)
    expect(screen.getByRole('region', { name: 'Market Volatility' }).textContent).toContain(
      'half of the time within ±0.14%',
    )
  })

  it.each<[AlignedVolatility, keyof typeof tone]>([
    ['low', 'neutral'],
    ['normal', 'info'],
    ['high', 'success'],
    ['extreme', 'danger'],
  ])('[MA-57] shows %s volatility in %s', (volatility_regime, expected) => {
    draw(crossTimeframe({ volatility_alignment: { volatility_regime, alignment: 0.5 } }))
    const badge = screen.getByTitle('Volatility of most timeframes')
    expect(badge.textContent).toBe(volatility_regime)
    expect(badge.className.split(' ')).toContain(tone[expected])
    expect(screen.getByRole('region', { name: 'Market Volatility' }).textContent).toMatch(
      new RegExp(`^Market Volatility${volatility_regime}in 1 of 2 timeframes`, 'i'),
    )
  })

  it('[MA-58] shows gauges for confidence and expected move', () => {
    draw(crossTimeframe())
    const seen = ['Overall Confidence', 'Expected Move'].map((name) => {
      const meter = screen.getByRole('meter', { name })
      return [meter.getAttribute('aria-valuetext'), meter.getAttribute('aria-valuenow')]
    })
    expect(seen).toEqual([
      ['64%', '0.64'],
      ['±0.14%', '0.14'],
    ])
    expect(screen.getByText('Overall Confidence').nextElementSibling?.textContent).toBe('of timeframes agree')
  })

  it('[MA-58] says how far the price will be in an hour', () => {
    const { unmount } = draw(crossTimeframe())
    const figure = screen.getByText('Next hour:').parentElement
    expect([figure?.textContent, figure?.title]).toEqual([
      'Next hour: half of the time within ±0.14%, 9 of 10 within ±0.42%',
      'Probability. In an hour, the price is within ±0.14% of here in half of the cases, and within ±0.42% in nine of ten.',
    ])
    unmount()
    draw(crossTimeframe({ hour_forecast: null }))
    expect(screen.getByText('Next hour: not known yet')).toBeInTheDocument()
  })

  it('[MA-59] shows 6 zones and the number of others', () => {
    const confluence_zones = Array.from({ length: 8 }, (_, each) => confluenceZone({ price_level: 10_000 + each }))
    draw(crossTimeframe({ confluence_zones }))
    expect(zones()).toEqual([0, 1, 2, 3, 4, 5].map((each) => `10,00${each}.0BounceM1 H473%`))
    expect(screen.getByText('+2 more zones')).toBeInTheDocument()
  })

  it('[MA-59] counts zones below one half in strength, but shows none', () => {
    const scores = [0.49, 0.5, 0.1]
    const of = (each: readonly number[]) => each.map((strength_score) => confluenceZone({ strength_score }))
    const { unmount } = draw(crossTimeframe({ confluence_zones: of(scores) }))
    expect(zones()).toEqual(['10,800.5BounceM1 H450%'])
    expect(screen.getByText('+2 more zones')).toBeInTheDocument()
    unmount()
    draw(crossTimeframe({ confluence_zones: of([0.4]) }))
    expect(zones()).toEqual(['None of 50% strength or more'])
  })

  it('[MA-58] says how many timeframes agree where they are not sent', () => {
    draw({ ...crossTimeframe(), timeframes: undefined })
    expect(screen.getByRole('region', { name: 'Market Volatility' })).toHaveTextContent('in 50% of them')
  })

  it('[MA-59] shows no count for 6 zones and a message without zones', () => {
    const { unmount } = draw(crossTimeframe({ confluence_zones: Array.from({ length: 6 }, () => confluenceZone()) }))
    expect(screen.queryByText(/more zones/)).toBeNull()
    unmount()
    draw(crossTimeframe({ confluence_zones: [] }))
    expect(screen.getByText('No zones')).toBeInTheDocument()
  })
})

import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { IndicatorsCard } from '#src/features/dashboard/indicators/IndicatorsCard.tsx'
import { readIndicators } from '#src/analysis/indicators.ts'
import { KEYS, snapshot, wrapped } from '#test/support/data/payloads.ts'

const read = (payload: object) => readIndicators(wrapped('indicators', payload), KEYS.indicators)
const draw = (payload: object, volumeRatio?: number) =>
  render(<IndicatorsCard payload={read(payload)} volumeRatio={volumeRatio} onOpen={() => undefined} />)
const gauge = (name: string) => {
  const meter = screen.getByRole('meter', { name })
  return [meter.getAttribute('aria-valuetext'), meter.parentElement?.textContent?.split(name)[1]]
}
const FULL = snapshot({
  rsi_14: 72,
  macd: { macd_line: -2, signal_line: 0, histogram: 0, fast_period: 12, slow_period: 26, signal_period: 9 },
  atr_14: 1_000,
  bollinger_bands: { upper: 10_500, middle: 10_000, lower: 9_500, period: 20, std_dev_multiplier: 2 },
  ema_9: 1,
  ema_21: 2,
  ema_100: 3,
  adx: { adx: 31.24, plus_di: 1, minus_di: 2, period: 14 },
  vwap: { value: 10_010, session_type: 'utc_day' },
})

describe('the Technical Indicators card', () => {
  it('[MA-48] shows Processing until data arrives', () => {
    render(<IndicatorsCard payload={undefined} onOpen={() => undefined} />)
    expect(screen.getByRole('heading', { name: 'Technical Indicators' })).toBeInTheDocument()
    expect(screen.getByText('Processing live data...')).toBeInTheDocument()
    expect(screen.getByText('0 active indicators')).toBeInTheDocument()
  })

  it.each([
    ['Failed to connect to technical indicators stream', undefined, true],
    ['Failed to process technical indicators data', readIndicators('{', KEYS.indicators), false],
    ['Invalid technical indicators data structure', read({ rsi_14: 'high' }), false],
  ])('[MA-49] is a Connection Error: %s', (text, reading, isUnreachable) => {
    render(<IndicatorsCard payload={reading} isUnreachable={isUnreachable} onOpen={() => undefined} />)
    expect(screen.getByRole('alert').textContent).toBe(`Connection Error${text}`)
  })

  it('[MA-49] keeps its data when the stream becomes unreachable', () => {
    render(<IndicatorsCard payload={read(FULL)} isUnreachable onOpen={() => undefined} />)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByText('Key Levels')).toBeInTheDocument()
  })

  it('[MA-50] is empty without any indicator', () => {
    draw({ ...snapshot(), rsi_14: undefined })
    expect(screen.getByText('No real indicators data available')).toBeInTheDocument()
  })

  it('[MA-51] shows timeframe, time, exchange and pair', () => {
    draw(FULL)
    const time = screen.getByTitle('2019-06-30 22:00:00 UTC')
    expect([...(time.previousElementSibling?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Kraken',
      'BTC/USD',
    ])
    expect(time.textContent).toBe('M1 · 22:00:00 UTC')
  })

  it('[MA-52] shows four gauges', () => {
    draw(FULL, 1.5)
    expect(['Momentum', 'Trend', 'Volatility', 'Volume'].map(gauge)).toEqual([
      ['72', 'overbought'],
      ['13', 'bearish'],
      ['80', 'high'],
      ['75', 'high'],
    ])
    expect(screen.getByTestId('headline').textContent).toBe('Trend bearish, overbought M1 · now')
  })

  it('[MA-52] shows N/A on a gauge without data', () => {
    draw(snapshot())
    expect(['Momentum', 'Trend', 'Volatility', 'Volume'].map(gauge)).toEqual([
      ['53', 'neutral'],
      ['N/A', ''],
      ['N/A', ''],
      ['N/A', ''],
    ])
  })

  it('[MA-53] lists the key levels with their tones', () => {
    draw(FULL)
    const list = within(screen.getByRole('region', { name: 'Key Levels' }))
    const seen = list.getAllByRole('definition').map((each) => {
      const figure = each.querySelector('[data-tone]')
      return [each.previousSibling?.textContent, figure?.textContent, figure?.getAttribute('data-tone')]
    })
    expect(seen).toEqual([
      ['RSI(14)', '72.0', 'danger'],
      ['MACD', '-2.000', 'danger'],
      ['ADX', '31.2', 'info'],
      ['VWAP', '10,010.0', 'neutral'],
    ])
  })

  it('[MA-53] shows a message when no key level applies', () => {
    draw(snapshot())
    expect(screen.getByText('All indicators within normal ranges')).toBeInTheDocument()
  })

  it('[MA-54] counts the active indicators and opens all details', async () => {
    const onOpen = vi.fn<() => void>()
    render(<IndicatorsCard payload={read(FULL)} onOpen={onOpen} />)
    expect(screen.getByText('9 active indicators')).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'View all details' }))
    expect(onOpen).toHaveBeenCalledTimes(1)
  })
})

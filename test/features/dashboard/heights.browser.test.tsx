import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MARKET_PHASES } from '#contract/analysis/structure.ts'
import { ANALYSIS_TIMEFRAMES } from '#contract/timeframes.ts'
import type { AnalysisProps } from '#src/features/dashboard/card/AnalysisCard.tsx'
import { CARD_HEIGHTS } from '#src/features/dashboard/card/heights.ts'
import { TrustMark } from '#src/features/dashboard/card/TrustMark.tsx'
import { ConfluenceCard } from '#src/features/dashboard/confluence/ConfluenceCard.tsx'
import { readConfluence } from '#src/features/dashboard/confluence/view.ts'
import { IndicatorsCard } from '#src/features/dashboard/indicators/IndicatorsCard.tsx'
import { readIndicators } from '#src/features/dashboard/indicators/view.ts'
import { LevelsCard } from '#src/features/dashboard/levels/LevelsCard.tsx'
import { readLevels } from '#src/features/dashboard/levels/view.ts'
import { PatternsCard } from '#src/features/dashboard/patterns/PatternsCard.tsx'
import { readPatterns } from '#src/features/dashboard/patterns/view.ts'
import { StructureCard } from '#src/features/dashboard/structure/StructureCard.tsx'
import { readStructure } from '#src/features/dashboard/structure/view.ts'
import { OverlayProvider } from '#src/ui/overlays/OverlayProvider.tsx'
import { createTheme } from '#src/ui/theme/theme.ts'
import { ThemeProvider } from '#src/ui/theme/ThemeProvider.tsx'
import * as payloads from '#test/rig/payloads.ts'
import { KEYS, type CardName } from '#test/rig/payloads.ts'
import { market } from '#test/rig/shell.ts'
import { origin, T } from '#test/rig/trust.ts'

/** Cards in one column of a phone, in three columns of 1280 px, and wider. */
const WIDTHS = [328, 336, 360, 390, 440, 640]
const LONG = { price: 100_456.7, zone_bottom: 100_356.7, zone_top: 100_556.7, strength_score: 1, touch_count: 123 }
const many = <T,>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const TIMEFRAMES = [...ANALYSIS_TIMEFRAMES]

/** Per card nothing but what is needed, the usual, and the most and longest of everything. */
const PAYLOADS: Record<CardName, Record<'least' | 'usual' | 'most', object>> = {
  structure: {
    least: { trend: 'neutral', timestamp: payloads.AT },
    usual: payloads.marketStructure(),
    most: payloads.marketStructure({
      market_phase: MARKET_PHASES[3],
      market_regime: { regime: 'transitional_extreme_volatility', confidence: 1, strength: 1, change_probability: 0 },
      support_resistance_clusters: many(30, () =>
        payloads.cluster({ level: LONG.price, type: 'Resistance', strength: 1, touches: 99 }),
      ),
      structure_breaks: many(30, () => payloads.structureBreak({ price_level: LONG.price })),
      timeframe_analysis: TIMEFRAMES.map((timeframe) => ({
        timeframe,
        pattern: 'higher_highs_higher_lows',
        strength: 1,
      })),
    }),
  },
  patterns: {
    least: { patterns: {}, timestamp: payloads.AT },
    usual: payloads.patternAnalysis(),
    most: payloads.patternAnalysis({
      pattern_highlight: {
        pattern_name: 'Inverse Head and Shoulders With a Long Name',
        timeframe: 'M15',
        confidence: 1,
        expected_move_pct: -12.34,
        key_insight: 'A very long insight that goes on and on. '.repeat(6),
      },
      patterns: Object.fromEntries(
        TIMEFRAMES.map((timeframe) => [
          timeframe,
          many(9, () => payloads.pattern({ pattern: 'Inverse Head and Shoulders', expected_move: -12.34 })),
        ]),
      ),
    }),
  },
  levels: {
    least: { strength: 1, support_levels: [], resistance_levels: [] },
    usual: payloads.levelSet(),
    most: payloads.levelSet({
      support_levels: many(20, () => payloads.level(LONG)),
      resistance_levels: many(20, () =>
        payloads.level({ ...LONG, timeframe_alignment: ['M15', 'M15', 'H4', 'M5', 'M1'] }),
      ),
    }),
  },
  indicators: {
    least: { rsi_14: 50 },
    usual: payloads.snapshot(),
    most: payloads.snapshot({
      rsi_14: 99.9,
      macd: {
        macd_line: -1_234.567,
        signal_line: 1,
        histogram: 1,
        fast_period: 12,
        slow_period: 26,
        signal_period: 9,
      },
      adx: { adx: 99.9, plus_di: 1, minus_di: 1, period: 14 },
      vwap: { value: LONG.price, session_type: 'utc_day' },
    }),
  },
  confluence: {
    least: { confidence: 1 },
    usual: payloads.crossTimeframe(),
    most: payloads.crossTimeframe({
      confluence_zones: many(20, () =>
        payloads.confluenceZone({
          price_level: LONG.price,
          expected_reaction: 'breakdown',
          timeframes_involved: TIMEFRAMES,
        }),
      ),
    }),
  },
}

const ERRORS = many(9, (index) => ({ code: `code ${index}`, message: 'Something is missing' }))
const onOpen = () => undefined
type Draw = (data: unknown, more: Pick<AnalysisProps<unknown>, 'trust'>) => ReactNode
const CARDS: Record<CardName, Draw> = {
  structure: (data, more) => (
    <StructureCard
      reading={data === undefined ? undefined : readStructure(data, KEYS.structure)}
      onOpen={onOpen}
      {...more}
    />
  ),
  patterns: (data, more) => (
    <PatternsCard
      reading={data === undefined ? undefined : readPatterns(data, KEYS.patterns)}
      onOpen={onOpen}
      {...more}
    />
  ),
  levels: (data, more) => (
    <LevelsCard reading={data === undefined ? undefined : readLevels(data, KEYS.levels)} onOpen={onOpen} {...more} />
  ),
  indicators: (data, more) => (
    <IndicatorsCard
      reading={data === undefined ? undefined : readIndicators(data, KEYS.indicators)}
      onOpen={onOpen}
      volumeRatio={2}
      {...more}
    />
  ),
  confluence: (data, more) => (
    <ConfluenceCard
      reading={data === undefined ? undefined : readConfluence(data, KEYS.confluence)}
      onOpen={onOpen}
      {...more}
    />
  ),
}
const mark = (passed: number, way: 'live' | 'polling') => (
  <TrustMark
    origin={origin({ way })}
    reading={{ market: market({ kind: 'simulated', now: T + passed }), receivedAt: Date.now() + 9e6 }}
  />
)
const STATES: readonly (readonly [string, (name: CardName) => ReactNode])[] = [
  ['waits', (name) => CARDS[name](undefined, {})],
  ['least', (name) => CARDS[name](payloads.wrapped(name, PAYLOADS[name].least), { trust: mark(0, 'live') })],
  ['usual', (name) => CARDS[name](payloads.wrapped(name, PAYLOADS[name].usual), { trust: mark(0, 'live') })],
  ['most', (name) => CARDS[name](payloads.wrapped(name, PAYLOADS[name].most), { trust: mark(0, 'live') })],
  [
    'most, incomplete and very stale',
    (name) =>
      CARDS[name](payloads.wrapped(name, { ...PAYLOADS[name].most, errors: ERRORS }), {
        trust: mark(9_000_000, 'polling'),
      }),
  ],
]

let root: Root
let box: HTMLElement
const theme = createTheme({
  read: () => 'dark',
  remember: () => undefined,
  prefersLight: matchMedia('(prefers-color-scheme: light)'),
  root: document.documentElement,
})

beforeEach(async () => {
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  await document.fonts.ready
})
afterEach(() => {
  root.unmount()
  box.remove()
})

async function heightOf(card: ReactNode, width: number): Promise<readonly [height: number, overflow: number]> {
  box.style.width = `${width}px`
  root.render(
    <ThemeProvider theme={theme}>
      <OverlayProvider>{card}</OverlayProvider>
    </ThemeProvider>,
  )
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  const section = box.querySelector('section')!
  return [section.getBoundingClientRect().height, section.scrollWidth - section.clientWidth]
}

describe('[DA-7] a card is as high with any figures as with none', () => {
  it.each(Object.keys(CARDS) as CardName[])('%s', async (name) => {
    const seen: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const width of WIDTHS)
      for (const [state, draw] of STATES) {
        seen[`${state} at ${width} px`] = await heightOf(draw(name), width)
        expected[`${state} at ${width} px`] = [CARD_HEIGHTS[name], 0]
      }
    expect(seen).toEqual(expected)
  })
})

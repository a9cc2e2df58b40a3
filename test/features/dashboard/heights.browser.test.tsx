import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { CardScoresContext } from '#src/features/dashboard/scores/card-scores.ts'
import { TrustMark } from '#src/features/dashboard/card/TrustMark.tsx'
import { OverlayProvider } from '#src/ui/overlays/OverlayProvider.tsx'
import { createTheme } from '#src/ui/theme/theme.ts'
import { ThemeProvider } from '#src/ui/theme/ThemeProvider.tsx'
import { CARD_NAMES, cardHeight, type CardName } from '#src/features/dashboard/cards.ts'
import { renderCard } from '#test/support/client/cards.tsx'
import { EXTREMES } from '#test/support/data/extreme-payloads.ts'
import { wrapped } from '#test/support/data/payloads.ts'
import { market } from '#test/support/client/shell.ts'
import { metadata, T } from '#test/support/client/trust.ts'

/** Cards in two columns of a tablet, in one of a phone, in three columns of 1280 px, and wider. */
const WIDTHS = inject('everyWidth') ? [314, 328, 336, 360, 390, 440, 640] : [314, 336, 440]
const ERRORS = Array.from({ length: 9 }, (_, index) => ({ code: `code ${index}`, message: 'Something is missing' }))
const trustMark = (passed: number, delivery: 'live' | 'polling') => (
  <TrustMark
    liveness="live"
    metadata={metadata({ delivery: delivery })}
    market={{ market: market({ kind: 'simulated', now: T + passed }), receivedAt: Date.now() + 9e6 }}
  />
)
const STATES: readonly (readonly [string, (name: CardName) => ReactNode])[] = [
  ['waits', (name) => renderCard(name, undefined)],
  ['least', (name) => renderCard(name, wrapped(name, EXTREMES[name].least), trustMark(0, 'live'))],
  ['usual', (name) => renderCard(name, wrapped(name, EXTREMES[name].usual), trustMark(0, 'live'))],
  ['most', (name) => renderCard(name, wrapped(name, EXTREMES[name].most), trustMark(0, 'live'))],
  [
    'most, incomplete and very stale',
    (name) =>
      renderCard(name, wrapped(name, { ...EXTREMES[name].most, errors: ERRORS }), trustMark(9_000_000, 'polling')),
  ],
]

/** The most cases of a pair that 36 months may have. */
const MOST_CASES = { held: 288_888, count: 588_888, claimed: 0.58, chance: 0.48 }
const SCORES = {
  pair: 'BTCUSD' as const,
  scores: { level: MOST_CASES, pattern: MOST_CASES, regime: MOST_CASES },
  hasFailed: false,
}

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
  // Fonts load with the first text that uses them, which would be after the first measurement.
  await Promise.all([...document.fonts].map((font) => font.load()))
})
afterEach(() => {
  root.unmount()
  box.remove()
})

async function heightOf(card: ReactNode, width: number): Promise<readonly [height: number, overflow: number]> {
  box.style.width = `${width}px`
  root.render(
    <ThemeProvider theme={theme}>
      <OverlayProvider>
        <CardScoresContext value={SCORES}>{card}</CardScoresContext>
      </OverlayProvider>
    </ThemeProvider>,
  )
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  const section = box.querySelector('section')!
  return [section.getBoundingClientRect().height, section.scrollWidth - section.clientWidth]
}

describe('[DA-7] a card has the same height with any content', () => {
  it.each(CARD_NAMES)('%s', async (name) => {
    const seen: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const width of WIDTHS)
      for (const [state, draw] of STATES) {
        seen[`${state} at ${width} px`] = await heightOf(draw(name), width)
        expected[`${state} at ${width} px`] = [cardHeight(name), 0]
      }
    expect(seen).toEqual(expected)
  })
})

/** Texts with numbers in a card's body that are clipped by an ellipsis; timeframes do not count. */
const clippedNumbers = () =>
  [...box.querySelectorAll<HTMLElement>('section > :not(header) *')]
    .filter((each) => getComputedStyle(each).textOverflow === 'ellipsis' && each.scrollWidth > each.clientWidth)
    .map((each) => each.textContent)
    .filter((text) => /\d/.test(text.replaceAll(/\b[MHD]\d+\b/g, '')))

it.each(CARD_NAMES)('[DA-7] the card of %s clips no number', async (name) => {
  for (const width of WIDTHS)
    for (const [state, draw] of STATES) {
      await heightOf(draw(name), width)
      expect([state, width, ...clippedNumbers()]).toEqual([state, width])
    }
})

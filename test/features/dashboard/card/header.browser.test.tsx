import { createRoot, type Root } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { TrustMark, type TrustMarkProps } from '#src/features/dashboard/card/TrustMark.tsx'
import { Help } from '#src/ui/overlays/Help.tsx'
import { OverlayProvider } from '#src/ui/overlays/OverlayProvider.tsx'
import '#src/ui/theme/fonts.css'
import '#src/ui/theme/global.css.ts'
import '#src/ui/theme/color.css.ts'
import { CARD_NAMES, type CardName } from '#src/features/dashboard/cards.ts'
import { renderCard } from '#test/support/client/cards.tsx'
import { market } from '#test/support/client/shell.ts'
import { metadata, T } from '#test/support/client/trust.ts'
import { EXTREMES } from '#test/support/data/extreme-payloads.ts'
import { wrapped } from '#test/support/data/payloads.ts'

/** Of cards in windows of 360 to 1920 px; the narrowest are those of two columns on a tablet. */
const WIDTHS = Array.from({ length: 90 }, (_, step) => 314 + step * 5)
const MINUTE = 60_000
const LINE_PX = 24

type Age = readonly [passedMs: number, state: Partial<Pick<TrustMarkProps, 'liveness'>> & { delivery?: 'polling' }]
const AGES: Record<string, Age> = {
  live: [12_000, {}],
  overdue: [9 * MINUTE, {}],
  'very stale': [45 * MINUTE, {}],
  'not live': [12_000, { liveness: 'reconnecting' }],
  polled: [12_000, { delivery: 'polling', liveness: 'polled' }],
  'polled, very stale': [45 * MINUTE, { delivery: 'polling', liveness: 'polled' }],
}
const PROBLEMS = [0, 2, 12]
const errors = (count: number) => Array.from({ length: count }, (_, n) => ({ code: `code ${n}`, message: 'Missing' }))

let root: Root
let box: HTMLElement

beforeEach(async () => {
  await page.viewport(1_920, 1_200)
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  // Fonts load with the first text that uses them, which would be after the first measurement.
  await Promise.all([...document.fonts].map((font) => font.load()))
})
afterEach(() => {
  root.unmount()
  box.remove()
})

function draw(name: CardName, problems: number, [passedMs, { delivery, liveness = 'live' }]: Age): void {
  const trust = (
    <TrustMark
      compact
      liveness={liveness}
      metadata={metadata({ delivery: delivery ?? 'live' })}
      market={{ market: market({ kind: 'kraken', now: T + passedMs }), receivedAt: Date.now() + 9e6 }}
    />
  )
  const message = wrapped(name, { ...EXTREMES[name].usual, errors: errors(problems) })
  flushSync(() =>
    root.render(<OverlayProvider>{renderCard(name, message, trust, <Help of={name} topic="card" />)}</OverlayProvider>),
  )
}

const header = () => box.querySelector('header')!
const heading = () => header().querySelector('h3')!
/** Which badges are seen with all their words. */
const whole = () =>
  [...header().querySelectorAll('[data-tone]')].map(
    (badge) => badge.lastElementChild!.getBoundingClientRect().top < badge.getBoundingClientRect().bottom,
  )
/** What is wrong with the head of the card in this width. */
function faults(width: number): string[] {
  box.style.width = `${width}px`
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = heading()
  const badges = [...header().querySelectorAll('[data-tone] > :first-child')].map((each) =>
    each.getBoundingClientRect(),
  )
  const { left, right } = header().getBoundingClientRect()
  const end = Math.max(left, ...[...header().children].map((each) => each.getBoundingClientRect().right))
  return [
    scrollWidth > clientWidth || scrollHeight > clientHeight ? 'the name is cut' : '',
    clientHeight > LINE_PX && whole().includes(true) ? 'the name has two lines beside a badge with words' : '',
    end > right - 16 || badges.some((badge) => badge.left < left) ? 'a badge lies outside' : '',
  ].flatMap((fault) => (fault === '' ? [] : [`${width} px: ${fault}`]))
}

describe('[UI-36] the name of a card is not cut while a badge beside it can shrink', () => {
  describe.each(CARD_NAMES)('%s', (name) => {
    it.each(Object.entries(AGES).flatMap(([age, of]) => PROBLEMS.map((count) => ({ age, count, of }))))(
      '$age, problems: $count',
      ({ count, of }) => {
        draw(name, count, of)
        expect(WIDTHS.flatMap(faults)).toEqual([])
      },
    )
  })

  it('names source and age on one line', () => {
    box.style.width = '400px'
    const age = { market: market({ kind: 'simulated', now: T + 12_000 }), receivedAt: Date.now() + 9e6 }
    flushSync(() =>
      root.render(
        <OverlayProvider>
          <TrustMark liveness="live" metadata={metadata({ delivery: 'live' })} market={age} />
        </OverlayProvider>,
      ),
    )
    const badge = box.querySelector('[data-tone]')!.getBoundingClientRect()
    const parts = [...box.querySelectorAll('[data-tone] span')].map((each) => each.getBoundingClientRect())
    expect(parts.filter(({ bottom }) => bottom > badge.bottom)).toEqual([])
  })

  it('shows all words where there is room, and then icon and count first, and how old the data is last', () => {
    draw('confluence', 2, AGES['overdue']!)
    const seen = WIDTHS.map((width) => {
      box.style.width = `${width}px`
      return whole().join()
    })
    expect([...new Set(seen)]).toEqual(['false,false', 'false,true', 'true,true'])
    expect(seen.at(-1)).toBe('true,true')
    expect(header().textContent).toContain('data incomplete (2)')
  })
})

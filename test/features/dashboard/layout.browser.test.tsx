import * as fc from 'fast-check'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { page } from 'vitest/browser'
import { CHART } from '#contract/limits.ts'
import { ANALYSIS_TIMEFRAMES } from '#contract/timeframes.ts'
import { AnalyticsSection } from '#src/features/dashboard/analytics/AnalyticsSection.tsx'
import { CARD_NAMES, CARDS, FOCUS, GRIDS, type CardName, type Slot } from '#src/features/dashboard/cards.ts'
import { ComparisonCard } from '#src/features/dashboard/ComparisonCard.tsx'
import { DashboardLayout } from '#src/features/dashboard/DashboardScreen.tsx'
import { TimeframeMatrix } from '#src/features/dashboard/matrix/TimeframeMatrix.tsx'
import { ModelManager } from '#src/features/models/ModelManager.tsx'
import { INITIAL_CONTEXT } from '#src/machines/models/types.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { OverlayProvider } from '#src/ui/overlays/OverlayProvider.tsx'
import { createTheme } from '#src/ui/theme/theme.ts'
import { ThemeProvider } from '#src/ui/theme/ThemeProvider.tsx'
import { renderCard } from '#test/support/client/cards.tsx'
import { EXTREMES } from '#test/support/data/extreme-payloads.ts'
import { HOSTILE_TEXTS, withText } from '#test/support/data/hostile-texts.ts'
import { listed } from '#test/support/client/models-api.ts'
import { mutated } from '#test/support/data/mutations.ts'
import {
  confluenceZone,
  crossTimeframe,
  marketStructure,
  ofCards,
  structureBreak,
  wrapped,
} from '#test/support/data/payloads.ts'

/** Room beside the sidebar in windows of 360, 768, 900, 1280, 1440, 1920 and 2560 px. */
const ROOMS = inject('everyWidth') ? [336, 644, 776, 1040, 1200, 1680, 2320] : [336, 644, 1200, 2320]
const GAP_PX = 16
const PAYLOADS = inject('mutatedPayloads')

type Messages = Readonly<Record<CardName, unknown>>
const NOTHING = ofCards(() => undefined)
const USUAL = ofCards((name) => wrapped(name, EXTREMES[name].usual))

let root: Root
let box: HTMLElement
const theme = createTheme({
  read: () => 'dark',
  remember: () => undefined,
  prefersLight: matchMedia('(prefers-color-scheme: light)'),
  root: document.documentElement,
})

beforeEach(async () => {
  await page.viewport(2_600, 1_400)
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  // Fonts come with the first text that wants them: that would be after the first measure.
  await Promise.all([...document.fonts].map((font) => font.load()))
})
afterEach(() => {
  root.unmount()
  box.remove()
})

/** Layout shift entries, whose types TypeScript lacks. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly sources: readonly {
    readonly node: Node | null
    readonly previousRect: DOMRectReadOnly
    readonly currentRect: DOMRectReadOnly
  }[]
}

/** A line of a list, or in one: which lines there are is what the message says. */
const isLine = (node: Node | null) =>
  (node instanceof Element ? node : node?.parentElement)?.closest(
    'li, tbody, dl, [aria-label^="Patterns on"]',
  ) instanceof Element

const nothing = () => undefined
const manager = (count: number) => (
  <ModelManager
    models={{
      ...INITIAL_CONTEXT,
      models: Array.from({ length: count }, (_, id) => listed({ id: String(id) })),
      loadedAt: 0,
    }}
    isLoading={false}
    showsAll
    onShowAll={nothing}
    onRefresh={nothing}
    onAutoActivate={nothing}
    onUpload={nothing}
    onTable={nothing}
    onAction={nothing}
    onOpen={nothing}
  />
)

async function draw(messages: Messages, { isEstablishing = false, models = 0, isFocused = false } = {}) {
  root.render(
    <ThemeProvider theme={theme}>
      <OverlayProvider>
        <DashboardLayout
          header={null}
          chart={<Card title="Chart" bodyHeight={`${CHART.heightPx + 48}px`} flush />}
          analytics={
            <AnalyticsSection
              isEstablishing={isEstablishing}
              shown="all"
              onShow={nothing}
              matrix={
                <TimeframeMatrix
                  matrix={{ rows: [], volatilities: {}, at: undefined }}
                  liveness="live"
                  onOpen={nothing}
                />
              }
              renderCard={(name) => renderCard(name, messages[name])}
            />
          }
          models={manager(models)}
          comparison={<ComparisonCard src={undefined} />}
          isFocused={isFocused}
        />
      </OverlayProvider>
    </ThemeProvider>,
  )
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
}

const isCard = (element: Element) => element.matches('section[data-state]')
/** The cards, the section's title, and in one column the tabs, by name. */
const parts = () =>
  [...box.querySelectorAll('section[data-state], h2, [aria-label="Cards"]')].filter(
    (each) => each.clientWidth > 0 && (isCard(each) || each.closest('section[data-state]') === null),
  )
const nameOf = (part: Element) =>
  part.ariaLabel === 'Cards' ? TABS : (part.querySelector('h2, h3')?.textContent ?? part.textContent)
const placeOf = (element: Element) => {
  const { top, bottom, left, width } = element.getBoundingClientRect()
  const start = box.getBoundingClientRect().top
  return [top - start, bottom - start, left, width].map(Math.round) as [
    top: number,
    bottom: number,
    left: number,
    width: number,
  ]
}
const places = () => Object.fromEntries(parts().map((part) => [nameOf(part), placeOf(part)]))

const TITLES: Record<Slot, string> = {
  ...ofCards((name) => CARDS[name].title),
  chart: 'Chart',
  matrix: 'Market Analytics Dashboard',
  models: 'ML Model Manager',
  comparison: 'External Comparison Chart',
}
const TABS = 'Tabs of the cards'
/** What stands below what in a column, by title. */
function columnsAt(room: number): readonly (readonly string[])[] {
  const areas = Object.values(GRIDS).findLast(({ from }) => from <= room)?.areas
  const { chart, matrix, models, comparison } = TITLES
  if (areas === undefined) return [[chart, matrix, TABS, ...CARD_NAMES.map((name) => TITLES[name]), models, comparison]]
  return (areas[0] ?? []).map((_, column) =>
    [...new Set(areas.flatMap((row) => row[column] ?? []))].map((slot) => TITLES[slot]),
  )
}

/** Going down the page in one place: what is crossed, and how far it is from there to the next or to the end. */
function downAt(x: number): string[] {
  const all = Object.entries(places())
  const end = Math.max(...all.map(([, [, bottom]]) => bottom))
  const crossed = all
    .filter(([, [, , left, width]]) => left <= x && x < left + width)
    .toSorted(([, [a]], [, [b]]) => a - b)
  return crossed.map(([name, [, bottom]], index) => `${name}, then ${(crossed[index + 1]?.[1][0] ?? end) - bottom} px`)
}

describe('[DA-5] the bands', () => {
  it.each(ROOMS)('leave no gaps at %i px, loaded or waiting', async (room) => {
    box.style.width = `${room}px`
    for (const messages of [NOTHING, USUAL]) {
      await draw(messages)
      const columns = columnsAt(room)
      const lefts = [...new Set(Object.values(places()).map(([, , left]) => left))].toSorted((a, b) => a - b)
      expect(lefts).toHaveLength(columns.length)
      expect(
        Object.fromEntries(lefts.map((left, index) => [`column ${index + 1} at ${room} px`, downAt(left + 20)])),
      ).toEqual(
        Object.fromEntries(
          columns.map((titles, index) => [
            `column ${index + 1} at ${room} px`,
            titles.map((title) => `${title}, then ${title === TITLES.comparison ? 0 : GAP_PX} px`),
          ]),
        ),
      )
    }
  })

  it.each(ROOMS)('[DA-7] have the same heights at %i px before and after connecting', async (room) => {
    box.style.width = `${room}px`
    await draw(NOTHING, { isEstablishing: true })
    const height = box.scrollHeight
    await draw(NOTHING)
    expect(box.scrollHeight).toBe(height)
  })
})

describe('[DA-35] the focus', () => {
  it.each(ROOMS)('has the chart, the matrix and the levels alone from three columns on, at %i px', async (room) => {
    box.style.width = `${room}px`
    await draw(USUAL)
    const all = Object.keys(places())
    await draw(USUAL, { isFocused: true })
    const { chart, matrix, levels } = TITLES
    const shown = places()
    if (room < FOCUS.from) return expect(Object.keys(shown)).toEqual(all)
    expect(new Set(Object.keys(shown))).toEqual(new Set([chart, matrix, levels]))
    const [, bottom, left, width] = shown[chart] ?? [0, 0, 0, 0]
    const [top, end] = shown[levels] ?? [0, 0]
    expect([top, shown[levels]?.[2]]).toEqual([0, left + width + GAP_PX])
    expect(shown[matrix]).toEqual([bottom + GAP_PX, end, left, width])
  })
})

describe('[DA-7] in the two columns of a tablet', () => {
  const cut = () =>
    [...box.querySelectorAll<HTMLElement>('section[data-compact] *')]
      .filter((each) => each.clientWidth > 1 && each.scrollWidth > each.clientWidth)
      .filter((each) => /clip|hidden/.test(getComputedStyle(each).overflowX))
      .map((each) => each.textContent)

  it('usual texts are not clipped beside a price of five digits', async () => {
    await page.viewport(768, 1_000)
    box.style.width = '644px'
    const zone = confluenceZone({
      price_level: 10_845.9,
      expected_reaction: 'breakdown',
      timeframes_involved: [...ANALYSIS_TIMEFRAMES],
    })
    const change = structureBreak({
      break_type: 'bullish_change_of_character',
      timeframe: 'M15',
      price_level: 10_845.9,
    })
    await draw({
      ...USUAL,
      structure: wrapped('structure', marketStructure({ structure_breaks: [change] })),
      confluence: wrapped('confluence', crossTimeframe({ confluence_zones: [zone, zone] })),
    })
    expect(cut()).toEqual([])
  })
})

describe('[DA-8] nothing moves while values change', () => {
  const runs = { numRuns: PAYLOADS, seed: 7 }
  const wrong = ofCards((name) =>
    fc.sample(
      fc.oneof(mutated(wrapped(name, EXTREMES[name].usual)), mutated(wrapped(name, EXTREMES[name].most))),
      runs,
    ),
  )

  it.each(inject('everyWidth') ? [336, 1040, 1680] : [336, 1200])(
    `over ${PAYLOADS} payloads of each category, %i px`,
    { timeout: 60_000 },
    async (room) => {
      box.style.width = `${room}px`
      await draw(NOTHING)
      const before = places()
      const moved: string[] = []
      const watch = new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries() as LayoutShift[])
          for (const { node, previousRect: from, currentRect: to } of sources)
            if (from.y !== to.y && !isLine(node)) moved.push(`${node?.textContent} from ${from.y} to ${to.y}`)
      })
      watch.observe({ type: 'layout-shift' })
      for (let index = 0; index < PAYLOADS; index += 1) {
        await draw(index % 10 === 9 ? USUAL : ofCards((name) => wrong[name][index]))
        expect(places()).toEqual(before)
      }
      watch.disconnect()
      expect(moved).toEqual([])
    },
  )
})

describe('[MA-73] MS-19 texts of any script', () => {
  const ERRORS = [{ code: 'code', message: 'message' }]
  const saying = (words: string) =>
    ofCards((name) => withText(wrapped(name, { ...EXTREMES[name].most, errors: ERRORS }), words))
  const wide = () =>
    [...box.querySelectorAll('section[data-state]')]
      .filter((card) => card.scrollWidth > card.clientWidth)
      .map((card) => [nameOf(card), card.scrollWidth - card.clientWidth])

  it.each(inject('everyWidth') ? [336, 1040] : [336])(
    'stay within their boxes, %i px',
    { timeout: 60_000 },
    async (room) => {
      box.style.width = `${room}px`
      await draw(USUAL)
      const before = { places: places(), room: box.scrollWidth }
      const wrong: unknown[] = []
      for (const words of HOSTILE_TEXTS) {
        await draw(saying(words))
        const moved = Object.entries(places()).filter(([name, place]) => before.places[name]?.join() !== place.join())
        if (moved.length > 0 || wide().length > 0 || box.scrollWidth !== before.room)
          wrong.push([words, moved, wide(), box.scrollWidth])
      }
      expect(wrong).toEqual([])
      expect(box.querySelectorAll('img, script').length).toBe(0)
    },
  )

  it('stay within the list of problems', async () => {
    await draw(saying('W'.repeat(230)))
    await page.getByText('data incomplete (1)').first().click()
    const list = page.getByRole('dialog', { name: 'Missing or unreadable' }).element()
    expect([list.textContent.includes('W'.repeat(230)), list.scrollWidth - list.clientWidth]).toEqual([true, 0])
  })
})

describe('[DA-9] expanded lists', () => {
  const blocks = () =>
    [
      ...box.querySelectorAll(
        '[aria-label="Timeframe analysis"], [aria-label="Market context"], [aria-label="Key Levels"], [aria-label="Confluence zones"]',
      ),
    ].map((block) => [block.getAttribute('aria-label'), ...placeOf(block)])
  const most = { ...USUAL, levels: wrapped('levels', EXTREMES.levels.most) }

  it.each([776, 1040, 1680, 2320])(
    'makes its own row higher and moves nothing above or beside, %i px',
    async (room) => {
      box.style.width = `${room}px`
      await draw(most)
      const before = { parts: places(), blocks: blocks() }
      const end = before.parts['Support & Resistance']?.[1] ?? 0
      await page.getByRole('button', { name: 'Show all resistance levels' }).click()
      for (const [name, [top, bottom]] of Object.entries(places())) {
        const [topBefore, bottomBefore] = before.parts[name] ?? [0, 0]
        const isBelow = topBefore >= end
        expect([name, top === topBefore || isBelow, bottom === bottomBefore || bottomBefore >= end]).toEqual([
          name,
          true,
          true,
        ])
      }
      expect(places()['Support & Resistance']?.[1]).toBeGreaterThan(end + 400)
      expect(blocks().filter(([, top]) => Number(top) < end)).toEqual(
        before.blocks.filter(([, top]) => Number(top) < end),
      )
      await page.getByRole('button', { name: 'Show less resistance levels' }).click()
      expect(places()).toEqual(before.parts)
    },
  )
})

it.each([1680, 2320])(
  '[DA-10] many models scroll within their list without making the band higher, %i px',
  async (room) => {
    box.style.width = `${room}px`
    await draw(USUAL)
    const before = places()
    await draw(USUAL, { models: 30 })
    expect(places()).toEqual(before)
    const list = page.getByRole('list', { name: 'All models' }).element()
    expect(list.scrollHeight).toBeGreaterThan(list.clientHeight)
    const place = list.closest('section')?.parentElement
    expect([place?.scrollHeight, list.clientHeight > 100]).toEqual([place?.clientHeight, true])
  },
)

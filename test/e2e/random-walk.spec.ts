import type { Page } from '@playwright/test'
import { addContent } from '../../scripts/pictures/content.ts'
import { seededRandom } from '#server/lib/random.ts'
import { CARDS } from './cards.ts'
import { expect, signIn, test } from './fixtures.ts'
import { NUMBERS_A_STEP, stepInPage } from './walk.ts'

const SEED = Number(process.env['PAIRBOT_WALK_SEED'] ?? Date.now() % 2 ** 32)
const STEPS = Number(process.env['PAIRBOT_WALK_STEPS'] ?? 10_000)
/** Steps in the page between two that only the browser can do. */
const STEPS_IN_PAGE = 24
const TOLD = 30
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1000, height: 560 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
]
const KEYS = ['f', 'Escape', 'Control+K', '?', 'Tab', 'Shift+Tab', 'Enter', 'ArrowDown', 'Control+Z']
/** They end the session, delete what is walked over, or choose files. */
const UNTOUCHED = '^(?:Logout|Delete|Upload|Send event|Turn recording|Close recording)'
const HEADINGS = [
  'Live Chart',
  'Market Analytics Dashboard',
  'External Comparison Chart',
  ...CARDS.map(([name]) => name),
]

type Random = () => number
const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)]!

async function whenShown(page: Page): Promise<void> {
  await page.locator('#live-chart canvas').first().waitFor()
  await expect(page.getByTestId('headline')).toHaveCount(CARDS.length)
}

interface Walk {
  readonly page: Page
  readonly random: Random
  /** Selector of what is only there on the walked screen. */
  readonly home: string
  readonly headings: readonly string[]
  /** Returns to the walked screen from wherever a step has led. */
  readonly goHome: () => Promise<void>
  readonly consoleErrors: readonly string[]
}

const inPage = async ({ page, random, home, headings }: Walk, steps: number, within?: string) =>
  page.evaluate(stepInPage, {
    numbers: Array.from({ length: steps * NUMBERS_A_STEP }, random),
    untouched: UNTOUCHED,
    home,
    headings,
    ...(within === undefined ? {} : { within }),
  })

/** What only the browser itself can do, and how often. Each returns what it did. */
const BROWSER_STEPS: readonly (readonly [weight: number, step: (walk: Walk) => Promise<string>])[] = [
  [
    4,
    async ({ page, random }) => {
      const size = pick(WINDOWS, random)
      await page.setViewportSize(size)
      return `window ${size.width} x ${size.height}`
    },
  ],
  [
    4,
    async ({ page, random }) => {
      const key = pick(KEYS, random)
      await page.keyboard.press(key)
      return `real key ${key}`
    },
  ],
  [
    8,
    async ({ page, random }) => {
      const box = await page.locator('#live-chart [role="slider"]').boundingBox()
      if (!box) return 'no chart'
      const place = () => [box.x + random() * box.width, box.y + random() * box.height] as const
      const [from, to, isMeasure, wheel] = [place(), place(), random() < 0.3, random()]
      await page.mouse.move(...from)
      if (wheel < 0.3) {
        await page.mouse.wheel(wheel < 0.1 ? 400 : 0, wheel < 0.2 ? 600 : -600)
        return 'wheel on the chart'
      }
      if (isMeasure) await page.keyboard.down('Shift')
      await page.mouse.down()
      if (wheel < 0.8) await page.mouse.move(...to, { steps: 3 })
      await page.mouse.up()
      if (isMeasure) await page.keyboard.up('Shift')
      return `${isMeasure ? 'Shift and ' : ''}${wheel < 0.8 ? 'drag' : 'press'} on the chart`
    },
  ],
  [
    1,
    async ({ page, random }) => {
      const colorScheme = pick(['dark', 'light'] as const, random)
      await page.emulateMedia({ colorScheme, reducedMotion: pick(['reduce', 'no-preference'], random) })
      return `system theme ${colorScheme}`
    },
  ],
  [
    1,
    async ({ page, goHome }) => {
      await page.reload()
      await goHome()
      return 'reload'
    },
  ],
]

async function browserStep(walk: Walk): Promise<string> {
  let left = walk.random() * BROWSER_STEPS.reduce((sum, [weight]) => sum + weight, 0)
  const [, step] = BROWSER_STEPS.find(([weight]) => (left -= weight) < 0)!
  return step(walk)
}

/** Walks, and fails with the seed, the step and what was done last as soon as something is broken. */
async function walkOver(walk: Walk, steps: number): Promise<void> {
  process.stdout.write(`random walk: PAIRBOT_WALK_SEED=${SEED}, ${steps} steps\n`)
  const actions: string[] = []
  let broken: string | undefined
  const began = Date.now()
  const cdp = await walk.page.context().newCDPSession(walk.page)
  await cdp.send('Performance.enable')
  const sums: Record<string, number> = {}
  const timed = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    const at = performance.now()
    const result = await run()
    sums[name] = (sums[name] ?? 0) + performance.now() - at
    return result
  }
  try {
    while (actions.length < steps && broken === undefined) {
      const taken = await timed('page', () => inPage(walk, Math.min(STEPS_IN_PAGE, steps - actions.length)))
      actions.push(...taken.actions)
      broken = taken.broken ?? walk.consoleErrors[0]
      if (broken !== undefined) break
      await timed('home', () => walk.goHome())
      const what = await timed('browser', () => browserStep(walk))
      actions.push(what)
      broken = walk.consoleErrors[0]
    }
  } catch (error) {
    broken ??= String(error)
  }
  const { metrics } = await cdp.send('Performance.getMetrics')
  console.log(sums, metrics.filter(({ name }) => /Duration|Nodes|Heap|Count/.test(name)).map(({ name, value }) => `${name} ${value}`).join(' '))
  const told = actions
    .slice(-TOLD)
    .map((action, index) => `${Math.max(0, actions.length - TOLD) + index + 1}. ${action}`)
  process.stdout.write(`random walk: ${actions.length} steps in ${Math.round((Date.now() - began) / 1_000)} s\n`)
  expect(broken, `seed ${SEED}, step ${actions.length}:\n${broken}\n${told.join('\n')}\n`).toBeUndefined()
}

test.use({ ownServer: true, serverEnv: { PAIRBOT_MARKET: 'simulated' }, viewport: { width: 1280, height: 800 } })

test(
  '[CH-72] [DA-27] a random walk over all that the dashboard offers loses nothing',
  { tag: '@long' },
  async ({ page, server, consoleErrors }) => {
    test.setTimeout(900_000)
    await addContent(server)
    await signIn(page, server.origin)
    await whenShown(page)
    const goHome = async () => {
      if (new URL(page.url()).pathname !== '/dashboard') await page.goBack()
      if (new URL(page.url()).pathname !== '/dashboard') await page.goto(`${server.origin}/dashboard`)
      await whenShown(page)
    }
    await walkOver(
      {
        page,
        random: seededRandom(SEED),
        home: '#live-chart',
        headings: [...HEADINGS, 'ML Model Manager'],
        goHome,
        consoleErrors,
      },
      STEPS,
    )
  },
)

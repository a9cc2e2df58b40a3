import type { Page } from '@playwright/test'
import { watchThread } from '#bench/browser.ts'
import { seededRandom } from '#server/lib/random.ts'
import { ALL_PAIRS } from '#test/support/server/server.ts'
import { addContent } from '../../scripts/pictures/content.ts'
import { CARDS } from './cards.ts'
import { expect, signIn, test } from './fixtures.ts'
import { NUMBERS_A_STEP, stepInPage } from './walk.ts'

const SEED = Number(process.env['PAIRBOT_WALK_SEED'] ?? 1)
const STEPS = Number(process.env['PAIRBOT_WALK_STEPS'] ?? 500)
/** A recording has fewer controls. */
const STEPS_ON_RECORDING = Math.ceil(STEPS / 2)
/** Steps between two that only the browser itself can do. */
const STEPS_IN_PAGE = 99
/** Steps between two looks at the heap. */
const STEPS_A_HEAP = 500
const MB = 1_000_000
/** Actions that a failure names. */
const NAMED = 30
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1000, height: 560 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
]
const KEYS = ['f', 'Escape', 'Control+K', '?', 'Tab', 'Shift+Tab', 'Enter', 'ArrowDown', 'Control+Z']
/** What ends the session, the recording or a model, chooses files, or belongs to another tool. */
const UNTOUCHED =
  '^(?:Logout|Delete|Upload|Bulk Upload|Send event|Turn recording|Close recording|Inspector|Open the inspector)'
const CHART = '#live-chart'
const SETTINGS = 'section:has([aria-label="Numbers"])'
/** Only the external chart may be missing. */
const ALERTS = '#content section:not(:has-text("External Comparison Chart")) [role="alert"]'
const FIXED_HEADINGS = ['Live Chart', 'Market Analytics Dashboard', 'External Comparison Chart']
const CARD_HEADINGS = CARDS.map(([name]) => name)

interface Walk {
  readonly page: Page
  readonly random: () => number
  /** Selector of what only the walked screen has. */
  readonly home: string
  readonly headings: readonly string[]
  /** Selector of the chart that the mouse uses. */
  readonly chart?: string
  /** Pattern of the names of controls that are left alone. */
  readonly untouched?: string
  /** Comes back to the walked screen, from wherever a step has led, once it shows all its cards. */
  readonly goHome: () => Promise<void>
  readonly consoleErrors: readonly string[]
}

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!

const walkInPage = ({ page, random, home, headings, untouched = UNTOUCHED }: Walk, steps: number, within?: string) =>
  page.evaluate(stepInPage, {
    numbers: Array.from({ length: steps * NUMBERS_A_STEP }, random),
    untouched,
    home: within ?? home,
    headings: within === undefined ? headings : [],
    ...(within === undefined ? {} : { within }),
  })

async function useMouse({ page, random, chart = CHART }: Walk): Promise<string> {
  const box = await page.locator(`${chart} [role="slider"]`).first().boundingBox()
  if (!box) return 'no chart for the mouse'
  const place = () => [box.x + random() * box.width, box.y + random() * box.height] as const
  const [from, to, kind, isMeasuring] = [place(), place(), random(), random() < 0.3]
  await page.mouse.move(...from)
  if (kind < 0.3) {
    await page.mouse.wheel(kind < 0.1 ? 400 : 0, kind < 0.2 ? 600 : -600)
    return 'wheel on the chart'
  }
  if (isMeasuring) await page.keyboard.down('Shift')
  await page.mouse.down()
  if (kind < 0.8) await page.mouse.move(...to, { steps: 3 })
  await page.mouse.up()
  if (isMeasuring) await page.keyboard.up('Shift')
  return `${isMeasuring ? 'Shift and ' : ''}${kind < 0.8 ? 'drag' : 'press'} on the chart`
}

async function resize({ page, random }: Walk): Promise<string> {
  const size = pick(WINDOWS, random)
  // A window that is full screen has no other size.
  await page.evaluate(async () => {
    if (document.fullscreenElement) await document.exitFullscreen()
  })
  await page.setViewportSize(size)
  return `window of ${size.width} x ${size.height}`
}

async function hitKey({ page, random }: Walk): Promise<string> {
  const key = pick(KEYS, random)
  await page.keyboard.press(key)
  return `key ${key} where the focus is`
}

async function changeSystem({ page, random }: Walk): Promise<string> {
  const colorScheme = pick(['dark', 'light'] as const, random)
  const reducedMotion = pick(['reduce', 'no-preference'] as const, random)
  await page.emulateMedia({ colorScheme, reducedMotion })
  return `system with ${colorScheme} theme and motion ${reducedMotion}`
}

async function reload({ page, goHome }: Walk): Promise<string> {
  await page.reload()
  await goHome()
  return 'reload'
}

/** Without a reload. */
const navigate = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

async function changeSettings(walk: Walk): Promise<string> {
  const { page } = walk
  await page.keyboard.press('Escape')
  await navigate(page, '/profile')
  await page.locator(SETTINGS).waitFor()
  const { actions, broken } = await walkInPage(walk, 6, SETTINGS)
  if (broken !== undefined) throw new Error(broken)
  await walk.goHome()
  return `settings: ${actions.join(', ')}`
}

/** What only the browser can do, the frequent ones more than once. */
const BROWSER_STEPS = [useMouse, useMouse, useMouse, resize, resize, hitKey, hitKey, changeSystem, reload]

/** Walks, and fails with the seed, the step and what was done last as soon as something is broken. */
async function walkAbout(walk: Walk, steps: number, browserSteps = BROWSER_STEPS): Promise<void> {
  process.stdout.write(`random walk: PAIRBOT_WALK_SEED=${SEED}, ${steps} steps\n`)
  const began = Date.now()
  const actions: string[] = []
  const thread = await watchThread(walk.page)
  const heaps: number[] = []
  let broken: string | undefined
  try {
    while (actions.length < steps && broken === undefined) {
      if (actions.length >= heaps.length * STEPS_A_HEAP) heaps.push(Math.round((await thread.heap()) / MB))
      const taken = await walkInPage(walk, Math.min(STEPS_IN_PAGE, steps - actions.length))
      actions.push(...taken.actions)
      if (!(await walk.page.locator(walk.home).first().isVisible())) await walk.goHome()
      if (taken.broken === undefined) actions.push(await pick(browserSteps, walk.random)(walk))
      broken = taken.broken ?? walk.consoleErrors[0]
    }
    await walk.goHome()
  } catch (error) {
    broken = walk.consoleErrors[0] ?? String(error)
  }
  const first = Math.max(0, actions.length - NAMED)
  const last = actions.slice(first).map((action, index) => `${first + index + 1}. ${action}`)
  process.stdout.write(
    `random walk: ${actions.length} steps in ${Math.round((Date.now() - began) / 1_000)} s, heap ${heaps.join(', ')} MB\n`,
  )
  expect(broken, `seed ${SEED}, step ${actions.length}: ${broken}\n${last.join('\n')}\n`).toBeUndefined()
}

/** Focus leaves most cards out. */
const showEverything = (page: Page) =>
  page.locator('button[aria-pressed="false"]', { hasText: /^Everything$/ }).evaluateAll((buttons) => {
    for (const button of buttons) if (button instanceof HTMLElement) button.click()
  })

/** Waits until the dashboard shows all that it has. */
async function whenShown(page: Page): Promise<void> {
  await showEverything(page)
  await page.locator(`${CHART} canvas`).first().waitFor({ timeout: 60_000 })
  await expect(page.getByTestId('headline')).toHaveCount(CARDS.length, { timeout: 60_000 })
  await expect(page.locator(ALERTS)).toHaveCount(0, { timeout: 60_000 })
}

/** The more is drawn, the more can break from the first step on. */
async function drawEverything(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Indicators/ }).press('Enter')
  for (const entry of await page.getByRole('menuitemcheckbox').all()) await entry.press('Enter')
  await page.keyboard.press('Escape')
}

test.use({ ownServer: true, serverEnv: ALL_PAIRS })
// every step of it is longer where other tests run beside it
test.describe.configure({ timeout: 1_800_000 })

test(
  '[DA-34] [CH-29] a random walk over all that can be switched on the dashboard loses nothing',
  { tag: '@long' },
  async ({ page, server, consoleErrors }) => {
    await addContent(server)
    const goHome = async () => {
      if (new URL(page.url()).pathname !== '/dashboard') await page.goBack()
      if (new URL(page.url()).pathname !== '/dashboard') await page.goto(`${server.origin}/dashboard`)
      await whenShown(page)
    }
    await signIn(page, server.origin)
    await whenShown(page)
    await drawEverything(page)
    const headings = [...FIXED_HEADINGS, ...CARD_HEADINGS, 'ML Model Manager']
    const walk = { page, random: seededRandom(SEED), home: CHART, headings, goHome, consoleErrors }
    await walkAbout(walk, STEPS, [...BROWSER_STEPS, changeSettings])
  },
)

test(
  '[DA-34] [CH-82] a random walk over a page of charts, in step and not, loses nothing',
  { tag: '@long' },
  async ({ page, server, consoleErrors }) => {
    const goHome = async () => {
      if (new URL(page.url()).pathname !== '/charts') await page.goto(`${server.origin}/charts`)
      await page.locator('main canvas').first().waitFor({ timeout: 60_000 })
    }
    await signIn(page, server.origin)
    await goHome()
    const home = '[aria-label="Number of charts"]'
    const walk = { page, random: seededRandom(SEED), home, chart: 'main', headings: [], goHome, consoleErrors }
    await walkAbout(walk, STEPS_ON_RECORDING)
  },
)

test(
  '[DA-34] [IN-9] a random walk over a recording, its position and its speeds loses nothing',
  { tag: '@long' },
  async ({ page, server, consoleErrors }) => {
    await page.addInitScript(() => {
      if (globalThis.top === globalThis.self) localStorage.setItem('pairbot.inspect', 'on')
    })
    await signIn(page, server.origin)
    await drawEverything(page)
    for (const timeframe of ['M5', 'H1', 'M1']) {
      await page.getByRole('button', { name: timeframe, exact: true }).click()
      await whenShown(page)
    }
    await navigate(page, '/dev/machines')
    await page.getByRole('tab', { name: 'Recording' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save recording' }).click(),
    ])
    const file = await download.path()
    const player = page.getByRole('region', { name: 'Player' })
    const goHome = async () => {
      if (!(await player.isVisible())) {
        await page.goto(`${server.origin}/dev/machines`)
        await page.getByRole('tab', { name: 'Recording' }).click({ timeout: 60_000 })
        await page.getByLabel('Open a saved recording').setInputFiles(file)
      }
      // At its start a recording has no figures yet.
      await player.getByLabel('Position').press('End')
      await showEverything(page)
      for (const name of [...FIXED_HEADINGS, ...CARD_HEADINGS])
        // By text, because an open menu hides them from assistive technology.
        await page.locator('h2, h3', { hasText: name }).first().waitFor({ timeout: 60_000 })
    }
    await goHome()
    const walk = {
      page,
      random: seededRandom(SEED),
      home: '[aria-label="Player"]',
      headings: FIXED_HEADINGS,
      // Of other pairs nothing was recorded.
      untouched: `${UNTOUCHED}|^Pair: `,
      goHome,
      consoleErrors,
    }
    await walkAbout(walk, STEPS_ON_RECORDING)
  },
)

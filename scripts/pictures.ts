// Pictures of all screens and main dialogs, at five widths in both themes, of a real server with the simulated market at a
// fixed time and seed: `npm run pictures -- --to=FOLDER [--only=WORD,WORD] [--widths=390,1440] [--themes=dark]`. Without
// options it renews those of the README. Needs a build.
import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type BrowserContext, type Page } from 'playwright'
import { ADMIN, makeDataDir, removeDataDir, startServer } from '#test/support/server/server.ts'
import { CHROMIUM_FLAGS, findChromium } from './browser.mjs'
import { reportFailure } from '#server/commands/command.ts'
import { addBacktests } from './pictures/backtests.ts'
import { addContent } from './pictures/content.ts'
import { HEIGHTS, parseOptions, USAGE, type Options } from './pictures/options.ts'
import { screens, type Screen } from './pictures/screens.ts'

/** The time at which the pictures are taken: within a day that has trends and calm hours. */
const STARTS_AT = Date.UTC(2026, 2, 4, 14, 32, 20)
const README = [
  { name: 'dashboard', theme: 'dark' },
  { name: 'dashboard', theme: 'light' },
  { name: 'charts', theme: 'dark' },
  { name: 'monitoring', theme: 'dark' },
  { name: 'backtest', theme: 'dark' },
] as const
const README_WIDTH = 1_440
/** The cards have had their first messages, and the latencies a few. */
const SETTLE_MS = 3_000

const CLOCK = resolve('scripts/pictures/clock.mjs')
const offsetMs = STARTS_AT - Date.now()

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/signin`)
  await page.getByLabel(/e-?mail/i).fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL(`${origin}/dashboard`)
  await page.waitForTimeout(SETTLE_MS)
}

/** Waits until nothing on the page loads any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null, undefined, {
    timeout: 15_000,
  })
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(300)
}

async function take(
  context: BrowserContext,
  origin: string,
  screen: Screen,
  files: ReadonlyMap<number, string>,
  isWhole: boolean,
): Promise<void> {
  const page = await context.newPage()
  const [first = README_WIDTH] = files.keys()
  await page.setViewportSize({ width: first, height: HEIGHTS[first] ?? 900 })
  await page.goto(`${origin}${screen.path}`)
  await settled(page)
  await screen.ready?.(page)
  await screen.open?.(page)
  for (const [width, path] of files) {
    await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 })
    await settled(page)
    await page.screenshot({ path, fullPage: isWhole })
  }
  await page.close()
}

async function takeAll({ folder, only, widths, themes }: Options): Promise<void> {
  const dataDir = await makeDataDir()
  const server = await startServer({
    dataDir,
    env: {
      PAIRBOT_SEED: '1',
      CLOCK_OFFSET_MS: String(offsetMs),
      NODE_OPTIONS: `--import=${pathToFileURL(CLOCK).href}`,
    },
  })
  const executablePath = findChromium()
  const browser = await chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) })
  try {
    const invitation = await addContent(server)
    const all = screens(invitation, await addBacktests(server))
    const target = folder ?? 'docs/pictures'
    await mkdir(target, { recursive: true })
    for (const theme of themes) {
      const newContext = async () => {
        const context = await browser.newContext({ colorScheme: theme, reducedMotion: 'reduce' })
        const clock = await readFile(CLOCK, 'utf8')
        await context.addInitScript({ content: `globalThis.CLOCK_OFFSET_MS = ${offsetMs}\n${clock}` })
        return context
      }
      const [signedOut, signedIn] = [await newContext(), await newContext()]
      await signIn(await signedIn.newPage(), server.origin)
      for (const screen of all) {
        const isInReadme = README.some((each) => each.name === screen.name && each.theme === theme)
        if (folder === undefined ? !isInReadme : !only.some((word) => screen.name.includes(word))) continue
        const files = folder
          ? new Map(widths.map((width) => [width, join(target, `${screen.name}-${width}-${theme}.png`)]))
          : new Map([[README_WIDTH, join(target, `${screen.name}-${theme}.png`)]])
        try {
          const isWhole = folder !== undefined && screen.isWhole === true
          await take(screen.isSignedOut ? signedOut : signedIn, server.origin, screen, files, isWhole)
          console.log([...files.values()].join('\n'))
        } catch (error) {
          process.exitCode = 1
          console.error(`${screen.name} in the ${theme} theme: ${String(error)}`)
        }
      }
      await signedOut.close()
      await signedIn.close()
    }
  } finally {
    await browser.close()
    await server.stop()
    await removeDataDir(dataDir)
  }
}

/** Undefined, with the exit code set, if the command line is wrong. */
function readOptions(): Options | 'help' | undefined {
  try {
    return parseOptions(process.argv.slice(2))
  } catch (error) {
    reportFailure(error)
    console.error(`\n${USAGE}`)
    return undefined
  }
}

const options = readOptions()
if (options === 'help') console.log(USAGE)
else if (options) await takeAll(options)

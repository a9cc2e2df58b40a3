// Pictures of all screens and main dialogs, at five widths in both themes, of a real server with the simulated market at a
// fixed time and seed: `npm run pictures -- --to=FOLDER [--only=WORD,WORD] [--widths=390,1440] [--themes=dark]`. Without
// options it renews those of the README. Needs a build.
import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from 'playwright'
import * as MODELS from '#contract/endpoints/models.ts'
import { BACKTEST } from '#contract/limits.ts'
import { BACKTESTS, STRATEGIES } from '#contract/paths.ts'
import { type ThemeName, THEMES } from '#src/ui/theme/palettes.ts'
import { modelForm } from '#test/support/data/model-form.ts'
import { at, callsTo } from '#test/support/server/admin-calls.ts'
import { ADMIN, makeDataDir, removeDataDir, type RunningServer, startServer } from '#test/support/server/server.ts'
import { CHROMIUM_FLAGS, findChromium } from './browser.mjs'
import { reportFailure } from './open-database.ts'
import { type Screen, screens } from './pictures/screens.ts'

/** The height of the window at each usual width, in pixels. */
const HEIGHTS: Readonly<Record<number, number>> = { 390: 844, 768: 1_024, 1440: 900, 1920: 1_080, 2560: 1_440 }
const WIDTHS = Object.keys(HEIGHTS).map(Number)

const USAGE = `usage: npm run pictures -- [--to=FOLDER [--only=WORD,WORD] [--widths=N,N] [--themes=NAME,NAME]]

Takes pictures of the built client with the simulated market at a fixed time. Run npm run build first.
Without options it renews the pictures of the README in docs/pictures.

  --to=FOLDER     takes all screens and writes the pictures to this folder
  --only=WORDS    only screens whose name contains one of these words
  --widths=N,N    widths in pixels (default: ${WIDTHS.join(',')})
  --themes=NAMES  ${THEMES.join(', ')} (default: both)
  --help          prints this`

/** What to take. Without a folder: the pictures of the README. */
interface Options {
  readonly folder: string | undefined
  /** A screen is taken if its name contains one of these. */
  readonly only: readonly string[]
  readonly widths: readonly number[]
  readonly themes: readonly ThemeName[]
}

const split = (list: string): readonly string[] => list.split(',')

function widthsOf(list: string): readonly number[] {
  const wrong = split(list).find((word) => !/^[1-9]\d{2,3}$/.test(word))
  if (wrong !== undefined) throw new Error(`--widths: "${wrong}" is not a number of pixels from 100 to 9999`)
  return split(list).map(Number)
}

function themesOf(list: string): readonly ThemeName[] {
  const wrong = split(list).find((word) => !THEMES.some((theme) => theme === word))
  if (wrong !== undefined) throw new Error(`--themes: "${wrong}" is not one of ${THEMES.join(', ')}`)
  return THEMES.filter((theme) => split(list).includes(theme))
}

/** Parses the command line; 'help' if it asks for that. Throws an error whose message says what is wrong. */
export function parseOptions(words: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...words],
    options: {
      to: { type: 'string' },
      only: { type: 'string' },
      widths: { type: 'string' },
      themes: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return 'help'
  const { to: folder, only, widths, themes } = values
  if (folder === '') throw new Error('--to: the name of a folder is missing')
  const alone = (['only', 'widths', 'themes'] as const).find((name) => values[name] !== undefined)
  if (folder === undefined && alone) throw new Error(`--${alone}: only used with --to=FOLDER beside it`)
  return {
    folder,
    only: split(only ?? ''),
    widths: widths === undefined ? WIDTHS : widthsOf(widths),
    themes: themes === undefined ? THEMES : themesOf(themes),
  }
}

const DAY_MS = 86_400_000
const SPAN_MS = 35 * DAY_MS
const POLL_MS = 250
const LIMIT_MS = 240_000

/** Runs a backtest of each of two templates over the newest days, and returns their ids. */
export async function addBacktests(server: RunningServer): Promise<readonly string[]> {
  const call = await callsTo(server)
  const templates = at(await call('strategy', 'GET', STRATEGIES.templates), 'templates')
  const sets = await call('strategy', 'GET', BACKTESTS.data)
  const set = at(sets, 'data_sets', 0)
  const to = Math.floor(Number(at(set, 'to')) / DAY_MS) * DAY_MS
  const start = async (template: unknown) => {
    const answer = await call('strategy', 'POST', BACKTESTS.list, {
      name: String(at(template, 'name')),
      subject: { kind: 'template', template_id: String(at(template, 'id')) },
      settings: {
        pair: String(at(set, 'pair')),
        data_set: String(at(set, 'id')),
        from: to - SPAN_MS,
        to,
        capital: BACKTEST.capital.initial,
        fee_pct: BACKTEST.fee.initial,
        slippage: { half_spread_pct: BACKTEST.halfSpread.initial, range_share: BACKTEST.rangeShare.initial },
        allow_short: true,
      },
    })
    return String(at(answer, 'backtest_id'))
  }
  const isDone = async (id: string) => {
    const answer = await call('strategy', 'GET', BACKTESTS.one.replace(':id', id))
    const status = at(answer, 'backtest', 'status')
    if (status === 'failed') throw new Error(`The backtest failed: ${String(at(answer, 'backtest', 'reason'))}`)
    return status === 'done'
  }
  const ids: string[] = []
  for (const template of [at(templates, 0), at(templates, 1)]) ids.push(await start(template))
  for (const id of ids)
    for (let waited = 0; !(await isDone(id)); waited += POLL_MS) {
      if (waited > LIMIT_MS) throw new Error('A backtest was not done in time')
      await delay(POLL_MS)
    }
  return ids
}

/** What every picture shows: people, invitations, strategies and a model. Returns the code of an open invitation. */
export async function addContent(server: RunningServer): Promise<string> {
  const call = await callsTo(server)

  const invite = async (email: string, role: string) => {
    const answer = await call('identity', 'POST', '/admin/invitations', { email, role })
    return String(at(answer, 'data', 'invitation', 'code'))
  }
  for (const name of ['ada', 'grace', 'margaret']) {
    const email = `${name}@pairbot.test`
    const code = await invite(email, name === 'grace' ? 'Admin' : 'Trader')
    await call('identity', 'POST', '/auth/register', { invitation_code: code, email, password: ADMIN.password })
  }
  const wrong = { email: 'ada@pairbot.test', password: 'Wrong-horse-7' }
  await call('identity', 'POST', '/auth/login', wrong).catch(() => undefined)
  const open = await invite('katherine@pairbot.test', 'Trader')

  const templates = at(await call('strategy', 'GET', STRATEGIES.templates), 'templates')
  for (const template of Array.isArray(templates) ? templates : []) {
    const path = STRATEGIES.fromTemplate.replace(':templateId', String(at(template, 'id')))
    const strategy = { name: String(at(template, 'name')), exchange: 'kraken', trading_pair: 'BTCUSD' }
    await call('strategy', 'POST', path, strategy)
  }
  await call('tdp', 'POST', MODELS.upload.path, modelForm('momentum-v3'))
  return open
}

/** The time at which the pictures are taken: within a day that has trends and calm hours. */
const STARTS_AT = Date.UTC(2026, 2, 4, 14, 32, 20)
const README = [
  { name: 'dashboard', theme: 'dark' },
  { name: 'dashboard', theme: 'light' },
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

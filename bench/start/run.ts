// Cost of the first page: scripts, first and largest paint, at full and at a quarter of the processor's speed. With
// --against=FOLDER the same of another build, load by load in turn, and the ratios. Prints; never asserts. --loads=n,
// --page=/path. Needs `npm run build`.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/browser.mjs'
import { figureOf, type Figure } from '../figures.ts'
import { load, type Load } from './load.ts'
import { gzip, serve } from './serve.ts'

const option = (name: string, usual: string) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual
const OWN = 'dist/client'
const AGAINST = option('against', '')
const LOADS = Number(option('loads', '5'))
const PAGE = option('page', '/login')
const SLOWDOWNS = [1, 4] as const

interface Build {
  readonly name: string
  readonly folder: string
  readonly loads: Readonly<Record<(typeof SLOWDOWNS)[number], Load[]>>
}
const buildOf = (name: string, folder: string): Build => ({ name, folder, loads: { 1: [], 4: [] } })

const kb = (paths: readonly string[]) => paths.reduce((sum, path) => sum + gzip(readFileSync(path)).length / 1000, 0)
const allScripts = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    // The layout engine of /dev/machines is a worker that no trader's page ever asks for.
    .filter((name) => name.endsWith('.js') && !name.includes('elk-worker'))
    .map((name) => join(folder, name))

/** All measurements of one build, by name. */
function figuresOf({ folder, loads }: Build): ReadonlyMap<string, Figure> {
  const first = (loads[1][0]?.scripts ?? []).map((path) => join(folder, path)).filter((path) => existsSync(path))
  return new Map([
    ['start JS kB', { median: kb(first), spread: 0 }],
    ['all JS kB', { median: kb(allScripts(folder)), spread: 0 }],
    ...SLOWDOWNS.flatMap((slowdown): [string, Figure][] => [
      [`FCP ms x${slowdown}`, figureOf(loads[slowdown].map(({ fcp }) => fcp))],
      [`LCP ms x${slowdown}`, figureOf(loads[slowdown].map(({ lcp }) => lcp))],
    ]),
  ])
}

const BARS: ReadonlyMap<string, number> = new Map([
  ['start JS kB', 0.5],
  ['all JS kB', 0.6],
  ['LCP ms x1', 0.7],
  ['LCP ms x4', 0.7],
])

const executablePath = findChromium()
if (!executablePath || !existsSync(join(OWN, 'index.html'))) {
  console.error(executablePath ? 'run "npm run build" first' : 'no Chromium found: set PAIRBOT_CHROMIUM to one')
  process.exit(1)
}
const builds = [buildOf('pairbot', OWN), ...(AGAINST === '' ? [] : [buildOf('other', AGAINST)])]
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS })
try {
  for (let round = 0; round < LOADS; round++) {
    for (const slowdown of SLOWDOWNS) {
      for (const build of builds) {
        const { origin, close } = await serve(build.folder)
        build.loads[slowdown].push(await load(browser, `${origin}${PAGE}`, slowdown))
        close()
      }
    }
  }
} finally {
  await browser.close()
}

const tables = builds.map((build) => ({ name: build.name, figures: figuresOf(build) }))
const [own, other] = tables
for (const { name, figures } of tables) {
  const cells = [...figures].map(
    ([column, { median, spread }]) => `${column} ${median.toFixed(0)} ±${Math.round(spread * 100)}%`,
  )
  console.log(`${name}: ${cells.join(', ')}`)
}
for (const [column, most] of BARS) {
  const [mine, theirs] = [own?.figures.get(column)?.median, other?.figures.get(column)?.median]
  if (mine === undefined || theirs === undefined) continue
  const ratio = mine / theirs
  console.log(`${column}: ${ratio.toFixed(2)}x (goal <= ${most}) ${ratio <= most ? 'met' : 'MISSED'}`)
}

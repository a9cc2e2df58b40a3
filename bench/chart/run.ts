import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { launchChromium, option } from '../browser.ts'
import { serveFolder } from '#test/support/server/built-pages.ts'
import { buildContenders, pageOf, PAST_PAGE } from './build.ts'
import { measure, type Round } from './measure.ts'
import { CONTENDERS, report } from './report.ts'
import { measureScroll } from './scroll.ts'

// Head to head of the live candle chart with other charts, in one browser, round by round. Prints; never asserts.
// --quick: short phases, for a first look. --rounds=n, --seconds=n. --only=all: the charts with everything on.
// --only=scroll: the heap while the past is scrolled.
const onlyAll = process.argv.includes('--only=all')
const onlyScroll = process.argv.includes('--only=scroll')
const names = CONTENDERS.filter((name) => !onlyAll || name === 'noop' || name.endsWith('-all'))
const quick = process.argv.includes('--quick')
const rounds = onlyScroll ? 0 : option('rounds', quick ? 2 : 4)
const SECONDS = option('seconds', quick ? 1 : 1.6)
const CHUNK_KB = 175

function chunkSizes(folder: string): string[] {
  const assets = join(folder, 'assets')
  const chart = readdirSync(assets).filter((name) => name.startsWith('echarts') && name.endsWith('.js'))
  const kb = chart.reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(assets, name)), { level: 9 }).length / 1000,
    0,
  )
  return [`| 6 | chart chunk kB gzip | <= ${CHUNK_KB} | ${kb.toFixed(1)} | ${kb <= CHUNK_KB ? 'met' : 'MISSED'} |`]
}

const folder = await buildContenders()
const { address, close } = await serveFolder(folder)
const browser = await launchChromium()
const results: Record<(typeof CONTENDERS)[number], Round[]> = {
  pairbot: [],
  lightweight: [],
  uplot: [],
  'uplot-legend': [],
  klinecharts: [],
  hand: [],
  'pairbot-all': [],
  'lightweight-all': [],
  'pairbot-four': [],
  noop: [],
}
const scrolled: string[] = []
try {
  if (!onlyAll) scrolled.push(await measureScroll(browser, `${address}${pageOf(PAST_PAGE)}`))
  for (let round = 1; round <= rounds; round++) {
    // Each round starts with another contender, so that none always comes first.
    const turn = round % names.length
    for (const name of [...names.slice(turn), ...names.slice(0, turn)]) {
      results[name].push(await measure(browser, `${address}${pageOf(name)}`, SECONDS))
      console.error(`round ${round} of ${rounds}: ${name}`)
    }
  }
} finally {
  await browser.close()
  close()
}
console.log(onlyScroll ? scrolled.join('\n') : report(results, [...chunkSizes(folder), ...scrolled]))
rmSync(folder, { recursive: true })

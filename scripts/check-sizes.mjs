// Checks bundle sizes against their limits: the first load, the chart chunk, all scripts, and no ECharts in the first load; and
// that the chart's scripts ask to be compiled while they arrive.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const ROOT = 'dist/client'
/**
 * kB gzip. Start: half of a comparable Vue dashboard's 326. Chart: ECharts core with a custom series. Total: what is
 * loaded only when it is opened (palette, dialogs, admin pages) included; the goal is 542 (0.6 of that dashboard's 903).
 * From 640 to 650 for strategies that are searched, renamed and duplicated: their code is in the chunk of their screen.
 * To 670 for the meanings of all fields of all payloads, help texts and first steps: loaded when they are opened.
 * To 715 for versions and sharing of strategies, lists of the admin area, and cards that fold.
 * To 750 for backtests and their report, with its chart: loaded with their screen.
 * To 800 for the overlays of the chart: 45 kB are ECharts' lines, bars and axes, loaded when the first is switched on.
 * To 815 for account security: passkeys and QR codes are 7 kB, loaded when one is made or used.
 * To 823 for the score-card with its diagram: loaded with its screen.
 * To 830 for the proof of identity, the list of candles and the help of more screens: loaded when they are opened.
 * To 833 for importing candles: loaded when an Admin opens it.
 * To 834 for the files of an imported archive and pausing backtests: loaded with the trading screens.
 * To 836 for overlays that are moved instead of drawn again: loaded with the first that is switched on.
 */
const LIMITS = { start: 163, chart: 175, total: 836 }

const gzipKb = (file) => gzipSync(readFileSync(file), { level: 9 }).length / 1000
const html = readFileSync(join(ROOT, 'index.html'), 'utf8')
const start = [...html.matchAll(/(?:src|href)="\/?(assets\/[^"]+\.js)"/g)].map(([, path]) => path)
const assets = readdirSync(join(ROOT, 'assets')).filter((name) => name.endsWith('.js'))
const chart = assets.find((name) => name.startsWith('echarts'))

const startKb = start.reduce((sum, path) => sum + gzipKb(join(ROOT, path)), 0)
const chartKb = chart ? gzipKb(join(ROOT, 'assets', chart)) : 0
// The layout worker of /dev/machines is never loaded by the product's pages.
const shared = assets.filter((name) => !name.startsWith('elk-worker'))
const totalKb = shared.reduce((sum, name) => sum + gzipKb(join(ROOT, 'assets', name)), 0)
const isCompiledEarly = ['echarts', 'CandleChart'].every((chunk) => {
  const name = assets.find((asset) => asset.startsWith(`${chunk}-`))
  return name && readFileSync(join(ROOT, 'assets', name), 'utf8').startsWith('//# allFunctionsCalledOnLoad\n')
})
const echartsAtStart = start.some((path) => path.includes('echarts'))

console.log(`start ${startKb.toFixed(1)} kB gzip (limit ${LIMITS.start}) in ${start.length} files`)
console.log(`chart chunk ${chartKb.toFixed(1)} kB gzip (limit ${LIMITS.chart})`)
console.log(
  `all scripts ${totalKb.toFixed(1)} kB gzip (limit ${LIMITS.total}), without the layout worker of /dev/machines`,
)
console.log(`ECharts in the first load: ${echartsAtStart ? 'YES' : 'none'}`)
console.log(`chart compiled while it arrives: ${isCompiledEarly ? 'yes' : 'NO'}`)
const isOverLimit = startKb > LIMITS.start || chartKb > LIMITS.chart || totalKb > LIMITS.total
if (isOverLimit || echartsAtStart || !isCompiledEarly) process.exit(1)

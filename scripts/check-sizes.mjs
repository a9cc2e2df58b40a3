// Bundle sizes against their bars: what the first load brings, the chart chunk, and no ECharts at the start.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const ROOT = 'dist/client'
/**
 * kB gzip. Start: half of a comparable Vue dashboard's 326; chart: what ECharts core with a custom series needs; all
 * scripts: what they have come to, so that they grow no further on the way to the goal, 542 (0.6 of that dashboard's 903).
 */
const BARS = { start: 163, chart: 175, total: 604 }

const gzipKb = (file) => gzipSync(readFileSync(file), { level: 9 }).length / 1000
const html = readFileSync(join(ROOT, 'index.html'), 'utf8')
const start = [...html.matchAll(/(?:src|href)="\/?(assets\/[^"]+\.js)"/g)].map(([, path]) => path)
const assets = readdirSync(join(ROOT, 'assets')).filter((name) => name.endsWith('.js'))
const chart = assets.find((name) => name.startsWith('echarts'))

const startKb = start.reduce((sum, path) => sum + gzipKb(join(ROOT, path)), 0)
const chartKb = chart ? gzipKb(join(ROOT, 'assets', chart)) : 0
// The layout engine of /dev/machines is a worker that no trader's page ever asks for.
const shared = assets.filter((name) => !name.startsWith('elk-worker'))
const totalKb = shared.reduce((sum, name) => sum + gzipKb(join(ROOT, 'assets', name)), 0)
const echartsAtStart = start.some((path) => path.includes('echarts'))

console.log(`start ${startKb.toFixed(1)} kB gzip (bar ${BARS.start}) in ${start.length} files`)
console.log(`chart chunk ${chartKb.toFixed(1)} kB gzip (bar ${BARS.chart})`)
console.log(`all scripts ${totalKb.toFixed(1)} kB gzip (bar ${BARS.total}), without the layout worker of /dev/machines`)
console.log(`ECharts in the start: ${echartsAtStart ? 'YES' : 'none'}`)
if (startKb > BARS.start || chartKb > BARS.chart || totalKb > BARS.total || echartsAtStart) process.exit(1)

// Checks the sizes of what every user loads first and of the chart, says which file grew, and checks that no ECharts is in the
// first load and that the chart's scripts ask to be compiled while they arrive.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const ROOT = 'dist/client'
/**
 * kB gzip. Start: half of a comparable Vue dashboard's 326. Chart: ECharts core with a custom series. What is loaded when it is
 * opened has no limit: it costs only those who open it.
 */
const LIMITS = { start: 163, chart: 175 }
/** kB gzip of the files of the start when the limit was last met, to say which of them grew; `others` are the small ones. */
const START_FILES = { react: 67.9, index: 27.8, router: 26, events: 22.8, schemas: 9.9, others: 8.4 }

const gzipKb = (file) => gzipSync(readFileSync(file), { level: 9 }).length / 1000
const html = readFileSync(join(ROOT, 'index.html'), 'utf8')
const start = [...html.matchAll(/(?:src|href)="\/?(assets\/[^"]+\.js)"/g)].map(([, path]) => path)
const assets = readdirSync(join(ROOT, 'assets')).filter((name) => name.endsWith('.js'))
const chart = assets.find((name) => name.startsWith('echarts-'))

const nameOf = (path) => Object.keys(START_FILES).find((name) => path.startsWith(`assets/${name}-`)) ?? 'others'
const sizes = new Map()
for (const path of start) sizes.set(nameOf(path), (sizes.get(nameOf(path)) ?? 0) + gzipKb(join(ROOT, path)))
const startKb = [...sizes.values()].reduce((sum, size) => sum + size, 0)
const chartKb = chart ? gzipKb(join(ROOT, 'assets', chart)) : 0
const isCompiledEarly = ['echarts', 'CandleChart'].every((chunk) => {
  const name = assets.find((asset) => asset.startsWith(`${chunk}-`))
  return name && readFileSync(join(ROOT, 'assets', name), 'utf8').startsWith('//# allFunctionsCalledOnLoad\n')
})
const echartsAtStart = start.some((path) => path.includes('echarts'))

console.log(`start ${startKb.toFixed(1)} kB gzip (limit ${LIMITS.start}) in ${start.length} files`)
console.log(`chart chunk ${chartKb.toFixed(1)} kB gzip (limit ${LIMITS.chart})`)
console.log(`ECharts in the first load: ${echartsAtStart ? 'YES' : 'none'}`)
console.log(`chart compiled while it arrives: ${isCompiledEarly ? 'yes' : 'NO'}`)
if (startKb > LIMITS.start)
  for (const [name, size] of sizes) {
    const before = START_FILES[name]
    const grew = size - before > 0.05 ? `  <- grew by ${(size - before).toFixed(1)}` : ''
    console.log(`  ${name} ${size.toFixed(1)} kB (was ${before})${grew}`)
  }
if (startKb > LIMITS.start || chartKb > LIMITS.chart || echartsAtStart || !isCompiledEarly) process.exit(1)

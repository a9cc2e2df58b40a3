// Times the engine over a month of minutes: the complete run, closes, live partials, and memory.
// npx tsx bench/analysis/month.ts FILE
import { createPairAnalysis, type AnalysisEntry } from '#server/analysis/engine/engine.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'
import { readRows } from '#research/analysis/rows.ts'

const PARTIAL_EVERY = 50
/** A partial changes nothing, so it can be repeated; the shortest time excludes other load on the machine. */
const PARTIAL_TIMES = 3
/** Wall time in ms: processor time would include garbage collector threads. */
const time = (run: () => void): number => {
  const began = performance.now()
  run()
  return performance.now() - began
}
const [file] = process.argv.slice(2)
if (!file) throw new Error('name a candle file')

const candles = []
for await (const row of readRows(file)) if ('candle' in row) candles.push(row.candle)

const analysis = createPairAnalysis('BTCUSD')
const builder = createCandleBuilder(() => Number.POSITIVE_INFINITY)
const closes: number[] = []
const partials: number[] = []
const heap: number[] = []
let bytes = 0
const started = process.cpuUsage()
const began = performance.now()
candles.forEach((candle, i) => {
  if (i % PARTIAL_EVERY === 0) {
    const running = builder.ingest({ ...candle, volume: candle.volume / 2 }, false)
    const rollups = 'rollups' in running ? running.rollups : []
    const took = Array.from({ length: PARTIAL_TIMES }, () => time(() => analysis.onPartial({ candle, rollups })))
    partials.push(Math.min(...took))
  }
  const taken = builder.ingest(candle, true)
  let entries: readonly AnalysisEntry[] = []
  const rollups = 'rollups' in taken ? taken.rollups : []
  closes.push(time(() => (entries = analysis.onClose({ candle, rollups }))))
  if (i % 97 === 0) bytes += 97 * entries.reduce((sum, { data }) => sum + JSON.stringify(data).length, 0)
  if (i % 5_000 === 4_999) heap.push(Math.round(process.memoryUsage().heapUsed / 1e6))
})
const cpu = process.cpuUsage(started)

const at = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))]
const line = (name: string, values: number[]) =>
  console.log(
    `${name}: ${[0.5, 0.99, 1].map((share) => `${(at(values, share) ?? 0).toFixed(3)} ms`).join(', ')} (median, p99, worst)`,
  )

console.log(
  `${candles.length} minutes: ${((performance.now() - began) / 1e3).toFixed(1)} s wall, ${((cpu.user + cpu.system) / 1e6).toFixed(1)} s CPU`,
)
line('close', closes)
line('partial', partials)
console.log(
  `payloads: about ${(bytes / 1e6).toFixed(0)} MB of JSON; heap after every 5,000 minutes: ${heap.join(' ')} MB`,
)

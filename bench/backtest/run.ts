// Readings of a month of minutes, a year's evaluation over stored ones beside a plain loop over the same readings, and whole
// backtests of a year as the server runs them. Times on the processor include the engine's threads.
// npm run bench:backtest -- [--minutes=43200] [--months=12]
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { computeReadings } from '#server/backtests/readings/compute.ts'
import { updatesOf, type Readings } from '#server/backtests/readings/readings.ts'
import { createReadingsStore } from '#server/backtests/readings/store.ts'
import { createEvaluation } from '#server/backtests/run/evaluation.ts'
import { prepare } from '#server/strategies/evaluator/evaluate.ts'
import { strategyFrom, TEMPLATES } from '#server/strategies/templates/templates.ts'
import { walk } from '#test/support/data/analysis.ts'
import { toColumns } from '#server/backtests/trading/candle-columns.ts'
import { prepareYear } from './prepare-year.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '43200' }, months: { type: 'string', default: '12' } },
})
const [minutes, months] = [Number(values.minutes), Number(values.months)]

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
const megabytes = (): string => `${Math.round(process.memoryUsage().rss / 1_048_576)} MB`

/** What some work comes to, and how long it takes in milliseconds: on the wall, and on the processor. */
async function timed<T>(work: () => Promise<T> | T) {
  const [began, used] = [performance.now(), process.cpuUsage()]
  const value = await work()
  const { user, system } = process.cpuUsage(used)
  return { value, wall: performance.now() - began, processor: (user + system) / 1_000 }
}

function compute(): Readings {
  const work = computeReadings('BTCUSD', toColumns(walk({ count: minutes, seed: 3 })), 0)
  for (;;) {
    const each = work.next()
    if (each.done) return each.value
  }
}

const folder = await mkdtemp(join(tmpdir(), 'pairbot-bench-'))
try {
  const { value: readings, ...computing } = await timed(compute)
  console.log(
    `readings of ${minutes} minutes: ${seconds(computing.wall)}, ${seconds(computing.processor)} on the processor, ${(computing.wall / minutes).toFixed(3)} ms each, ${megabytes()}`,
  )
  const store = createReadingsStore(join(folder, 'readings'))
  const name = { dataSet: 'bench', month: '2019-06', hash: 'x' }
  const saving = await timed(() => store.save(name, readings))
  console.log(`stored in ${seconds(saving.wall)}`)

  for (const template of TEMPLATES) {
    const strategy = strategyFrom(template, { name: template.name, exchange: 'kraken', pair: 'BTCUSD' })
    const prepared = prepare(strategy, 'BTCUSD')
    const plain = await timed(async () => {
      for (let month = 0; month < months; month += 1) {
        const loaded = await store.load(name, prepared.keys)
        for (const _ of loaded ? updatesOf(loaded) : []);
      }
    })
    const evaluation = createEvaluation(prepared, { from: 0, to: Infinity })
    const evaluating = await timed(async () => {
      for (let month = 0; month < months; month += 1) {
        const loaded = await store.load(name, prepared.keys)
        if (loaded) evaluation.add(loaded)
      }
    })
    const { BUY, SELL } = evaluation.result().counts
    console.log(
      `${months} months of ${template.name}: ${seconds(evaluating.wall)}, ${seconds(evaluating.processor)} on the processor (${(evaluating.processor / plain.processor).toFixed(1)} times a plain loop), ${BUY + SELL} decisions, ${megabytes()}`,
    )
  }

  await prepareYear(folder, readings)
  const year = new URL('year.ts', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', year, folder])
  process.stdout.write(stdout)
} finally {
  await rm(folder, { recursive: true })
}

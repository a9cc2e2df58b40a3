// Readings of a month of minutes, and a year's backtest over stored ones beside a plain loop over the same readings.
// npm run bench:backtest -- [--minutes=43200] [--months=12]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { computeReadings } from '#server/backtests/readings/compute.ts'
import { updatesOf, type Readings } from '#server/backtests/readings/readings.ts'
import { createReadingsStore } from '#server/backtests/readings/store.ts'
import { createEvaluation } from '#server/backtests/run/decide.ts'
import { prepare } from '#server/strategies/evaluator/evaluate.ts'
import { strategyFrom, TEMPLATES } from '#server/strategies/templates/templates.ts'
import { walk } from '#test/support/data/analysis.ts'
import { toColumns } from '#test/support/server/backtests.ts'

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '43200' }, months: { type: 'string', default: '12' } },
})
const [minutes, months] = [Number(values.minutes), Number(values.months)]

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
const megabytes = (): string => `${Math.round(process.memoryUsage().rss / 1_048_576)} MB`

function compute(): Readings {
  const work = computeReadings('BTCUSD', toColumns(walk({ count: minutes, seed: 3 })), 0)
  for (;;) {
    const each = work.next()
    if (each.done) return each.value
  }
}

const folder = await mkdtemp(join(tmpdir(), 'pairbot-bench-'))
try {
  const began = performance.now()
  const readings = compute()
  const took = performance.now() - began
  console.log(
    `readings of ${minutes} minutes: ${seconds(took)}, ${(took / minutes).toFixed(3)} ms each, ${megabytes()}`,
  )
  const store = createReadingsStore(folder)
  const name = { dataSet: 'bench', month: '2019-06', hash: 'x' }
  const saving = performance.now()
  await store.save(name, readings)
  console.log(`stored in ${seconds(performance.now() - saving)}`)

  for (const template of TEMPLATES) {
    const strategy = strategyFrom(template, { name: template.name, exchange: 'kraken', pair: 'BTCUSD' })
    const prepared = prepare(strategy, 'BTCUSD')
    const plain = performance.now()
    for (let month = 0; month < months; month += 1) {
      const loaded = await store.load(name, prepared.keys)
      for (const _ of loaded ? updatesOf(loaded) : []);
    }
    const plainMs = performance.now() - plain
    const start = performance.now()
    const evaluation = createEvaluation(prepared, { from: 0, to: Infinity })
    for (let month = 0; month < months; month += 1) {
      const loaded = await store.load(name, prepared.keys)
      if (loaded) evaluation.add(loaded)
    }
    const { BUY, SELL } = evaluation.result().counts
    const ms = performance.now() - start
    console.log(
      `${months} months of ${template.name}: ${seconds(ms)} (${(ms / plainMs).toFixed(1)} times a plain loop), ${BUY + SELL} decisions, ${megabytes()}`,
    )
  }
} finally {
  await rm(folder, { recursive: true })
}

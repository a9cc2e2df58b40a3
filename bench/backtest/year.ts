// Backtests of a year over stored readings as the server runs them, each in a thread, while their owner looks at the list
// every second and in the end at the result. In a process of its own, so that the memory is theirs. Started by run.ts.
import { existsSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'
import { backtestsResponseSchema, changedBacktestSchema } from '#contract/backtests/jobs.ts'
import type { BacktestRequest } from '#contract/backtests/request.ts'
import { BACKTEST } from '#contract/limits.ts'
import * as BACKTESTS from '#contract/endpoints/backtests.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { createBacktests } from '#server/backtests/plugin.ts'
import type { BacktestTask } from '#server/backtests/worker/protocol.ts'
import { startBacktestThread } from '#server/backtests/worker/thread.ts'
import { createCandleLibrary } from '#server/market/library/library.ts'
import { TEMPLATES } from '#server/strategies/templates/templates.ts'
import { startTestStrategyService } from '#test/support/server/strategy-service.ts'
import { DATA_SET, foldersIn, YEAR } from './prepare-year.ts'

const [folder = ''] = process.argv.slice(2)
const { library, readings } = foldersIn(folder)
const built = new URL('../../../dist/server/backtest-worker.js', import.meta.url)
const worker = existsSync(built) ? built : undefined
const LOOK_EVERY_MS = 1_000
const SAMPLE_EVERY_MS = 5

/** How long the newest thread has run. */
let threadMs = 0
function startThread(task: BacktestTask): Worker {
  const began = performance.now()
  return startBacktestThread(task, worker).on('exit', () => (threadMs = performance.now() - began))
}

const service = await startTestStrategyService({
  beside: ({ database, strategies, now, report }) =>
    createBacktests({
      database,
      market: {
        kind: 'simulated',
        label: 'None',
        coverage: async () => undefined,
        load: async function* () {},
      },
      pairs: async () => [],
      library: createCandleLibrary(library),
      readingsFolder: readings,
      resolveSubject: strategies.resolveSubject,
      startThread,
      now,
      report,
    }),
})

async function call(method: 'GET' | 'POST', path: string, payload?: object): Promise<string> {
  const { statusCode, payload: text } = await service.app.inject({
    method,
    url: `${DEFAULT_BASES.strategy}${path}`,
    headers: { authorization: 'Bearer trader' },
    ...(payload && { payload }),
  })
  if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text}`)
  return text
}

/** Milliseconds that the main thread has been on a processor (Linux). */
const onProcessor = (): number =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6
const rss = (): number => process.memoryUsage.rss() / 1_048_576

/** Follows the memory of the process and how long its main thread was held, until it is asked. */
function watch(): () => string {
  const before = rss()
  let [highest, longest, last] = [before, 0, onProcessor()]
  const delay = monitorEventLoopDelay({ resolution: SAMPLE_EVERY_MS })
  delay.enable()
  const timer = setInterval(() => {
    const now = onProcessor()
    longest = Math.max(longest, now - last)
    last = now
    highest = Math.max(highest, rss())
  }, SAMPLE_EVERY_MS)
  return () => {
    clearInterval(timer)
    delay.disable()
    const [p99, max] = [delay.percentile(99), delay.max].map((ns) => Math.max(0, ns / 1e6 - SAMPLE_EVERY_MS).toFixed(1))
    return `${Math.round(highest - before)} MB more than before; event loop late by p99 ${p99} ms, at most ${max} ms, longest turn ${longest.toFixed(1)} ms on the processor`
  }
}

async function ended(id: string): Promise<string> {
  for (;;) {
    await sleep(LOOK_EVERY_MS)
    const { backtests } = z.parse(backtestsResponseSchema, JSON.parse(await call('GET', BACKTESTS.list.path)))
    const found = backtests.find((each) => each.id === id)
    if (found && found.status !== 'queued' && found.status !== 'running') return `${found.status} ${found.reason ?? ''}`
  }
}

for (const { id: template_id, name } of TEMPLATES) {
  const request: BacktestRequest = {
    name,
    subject: { kind: 'template', template_id },
    settings: {
      pair: 'BTCUSD',
      data_set: DATA_SET,
      ...YEAR,
      capital: BACKTEST.capital.initial,
      fee_pct: BACKTEST.fee.initial,
      slippage: { half_spread_pct: BACKTEST.halfSpread.initial, range_share: BACKTEST.rangeShare.initial },
      allow_short: true,
    },
  }
  const stop = watch()
  const used = process.cpuUsage()
  const { backtest_id: id } = z.parse(
    changedBacktestSchema,
    JSON.parse(await call('POST', BACKTESTS.start.path, request)),
  )
  const how = await ended(id)
  const { user, system } = process.cpuUsage(used)
  const result = await call('GET', BACKTESTS.one.path.replace(':id', id))
  await sleep(10 * SAMPLE_EVERY_MS)
  console.log(
    `a year's backtest of ${name}: ${how.trim()} in ${(threadMs / 1_000).toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s on the processor; a result of ${Math.round(result.length / 1_024)} kB; ${stop()}`,
  )
}
await service.close()
process.exit()

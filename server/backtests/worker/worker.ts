import { gzipSync } from 'node:zlib'
import { serveJob } from '#server/jobs/serve.ts'
import { readMonthFiles } from '../data/month-files.ts'
import { createReadingsStore } from '../readings/store.ts'
import { runBacktest } from '../run/run.ts'
import { backtestTaskSchema, type BacktestProgress, type BacktestTask, type FinishedBacktest } from './protocol.ts'

await serveJob<BacktestTask, BacktestProgress, FinishedBacktest>(
  backtestTaskSchema,
  async ({ strategy, settings, candles, readingsFolder, variants }, { onProgress }) => {
    let latest: BacktestProgress['phase'] = 'readings'
    const result = await runBacktest(
      {
        strategy,
        settings,
        variants,
        candles: candles.kind === 'columns' ? candles.columns : await readMonthFiles(candles.paths),
      },
      {
        store: createReadingsStore(readingsFolder),
        onProgress(phase, done) {
          onProgress({ phase, done }, phase !== latest)
          latest = phase
        },
      },
    )
    return { summary: result.summary, result: gzipSync(JSON.stringify(result)) }
  },
)

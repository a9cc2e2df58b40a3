import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import * as z from 'zod/mini'
import type { BACKTEST_PHASES } from '#contract/backtests/jobs.ts'
import { readMonthFiles } from '../data/month-files.ts'
import { createReadingsStore } from '../readings/store.ts'
import { runBacktest } from '../run/run.ts'
import { backtestTaskSchema, type WorkerMessage } from './protocol.ts'

/** Least progress that is sent. */
const STEP = 0.005

async function serve(port: MessagePort): Promise<void> {
  const send = (message: WorkerMessage) => port.postMessage(message)
  try {
    const { strategy, settings, candles, readingsFolder, variants } = z.parse(backtestTaskSchema, workerData)
    let sent: { phase: (typeof BACKTEST_PHASES)[number]; done: number } = { phase: 'readings', done: 0 }
    send({ kind: 'progress', ...sent })
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
          if (phase === sent.phase && done - sent.done < STEP) return
          sent = { phase, done }
          send({ kind: 'progress', phase, done })
        },
      },
    )
    send({ kind: 'done', summary: result.summary, result: gzipSync(JSON.stringify(result)) })
  } catch (error) {
    send({ kind: 'failed', reason: error instanceof Error ? error.message : 'It failed for an unknown reason.' })
  }
}

if (!parentPort) throw new Error('This file runs as a worker thread only')
await serve(parentPort)

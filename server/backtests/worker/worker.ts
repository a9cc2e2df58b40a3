import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import * as z from 'zod/mini'
import { readMonthFiles } from '../data/month-files.ts'
import { createReadingsStore } from '../readings/store.ts'
import { runBacktest } from '../run/run.ts'
import { backtestTaskSchema, type WorkerMessage } from './protocol.ts'

/** Least progress that is sent. */
const STEP = 0.005

async function serve(port: MessagePort): Promise<void> {
  const send = (message: WorkerMessage) => port.postMessage(message)
  try {
    const { strategy, settings, candles, readingsFolder } = z.parse(backtestTaskSchema, workerData)
    let sent = 0
    send({ kind: 'progress', phase: 'readings', done: 0 })
    const result = await runBacktest(
      {
        strategy,
        settings,
        candles: candles.kind === 'columns' ? candles.columns : await readMonthFiles(candles.paths),
      },
      {
        store: createReadingsStore(readingsFolder),
        onProgress(done) {
          if (done - sent < STEP) return
          sent = done
          send({ kind: 'progress', phase: 'readings', done })
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

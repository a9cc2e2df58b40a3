import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { backtestResultSchema } from '#contract/backtests/result.ts'
import { runBacktest } from '#server/backtests/run/run.ts'
import { workerMessageSchema, type BacktestTask, type WorkerMessage } from '#server/backtests/worker/protocol.ts'
import { startBacktestThread } from '#server/backtests/worker/thread.ts'
import { importFile } from '#server/market/library/import.ts'
import { createCandleLibrary } from '#server/market/library/library.ts'
import { makeCandleFolder, type CandleFolder } from '#test/support/data/candle-files.ts'
import { walk } from '#test/support/data/analysis.ts'
import { toColumns } from '#server/backtests/trading/candle-columns.ts'
import { memoryReadings, settingsOf } from '#test/support/server/backtests.ts'
import { strategyBody } from '#test/support/server/strategies.ts'

const START = Date.UTC(2019, 5, 3)
const MINUTES = walk({ count: 2_000, seed: 2, start: START / 1000 })
const settings = settingsOf({ from: START, to: START + 86_400_000 })
const strategy = strategyBody()

let input: CandleFolder
let readingsFolder: string
beforeAll(async () => {
  input = await makeCandleFolder()
  readingsFolder = await mkdtemp(join(tmpdir(), 'pairbot-readings-'))
})
afterAll(async () => {
  await input.remove()
  await rm(readingsFolder, { recursive: true })
})

/** Runs a task in a thread of its own and collects what it sends. */
async function run(task: BacktestTask, onMessage?: (message: WorkerMessage, end: () => void) => void) {
  const thread = startBacktestThread(task)
  const messages: WorkerMessage[] = []
  await new Promise<void>((resolve, reject) => {
    thread.on('message', (content) => {
      const message = workerMessageSchema.parse(content)
      messages.push(message)
      onMessage?.(message, () => void thread.terminate())
    })
    thread.on('error', reject)
    thread.on('exit', () => resolve())
  })
  return messages
}

describe('a backtest in a thread', { timeout: 60_000 }, () => {
  it('[BT-23] one that ends in the middle leaves no readings; the next one starts over and finds the same', async () => {
    const folder = join(input.path, 'library')
    await importFile({
      folder,
      path: await input.write('BTCUSD-1m.csv.gz', MINUTES),
      source: 'kraken',
      now: Date.UTC(2026, 0),
    })
    const library = createCandleLibrary(folder)
    const [set] = await library.sets()
    const task: BacktestTask = {
      strategy,
      settings,
      candles: { kind: 'files', paths: [...library.files(set!, 0, Infinity)] },
      readingsFolder,
      variants: 1,
    }
    const cut = await run(task, (message, end) => {
      if (message.kind === 'progress' && message.progress.done > 0.2) end()
    })
    expect(cut.some(({ kind }) => kind !== 'progress')).toBe(false)
    expect(await readdir(readingsFolder)).toEqual([])
    const last = (await run(task)).at(-1)
    const expected = await runBacktest(
      { strategy, settings, candles: toColumns(MINUTES), variants: 1 },
      { store: memoryReadings(), onProgress: () => {} },
    )

    expect(last?.kind).toBe('done')
    const found = last?.kind === 'done' ? JSON.parse(gunzipSync(last.result.result).toString()) : undefined
    expect(z.parse(backtestResultSchema, found)).toEqual(JSON.parse(JSON.stringify(expected)))
  })

  it('[BT-33] says why it cannot run', async () => {
    const none = { strategy, settings, candles: { kind: 'files' as const, paths: [] }, readingsFolder, variants: 1 }
    expect((await run(none)).at(-1)).toEqual({ kind: 'failed', reason: 'There are no candles in this span.' })
  })
})

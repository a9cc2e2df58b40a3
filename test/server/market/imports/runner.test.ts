import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NO_FINDINGS } from '#server/market/library/findings.ts'
import { readManifest } from '#server/market/library/manifest.ts'
import { createImportRunner } from '#server/market/imports/runner.ts'
import { createImportStore, type ImportStore, type StoredImport } from '#server/market/imports/store.ts'
import { toRow } from '#test/support/data/candle-files.ts'
import { candles } from '#test/support/data/candles.ts'
import { fakeImportThreads } from '#test/support/server/import-threads.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pairbot-import-runner-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

/** Longer than a loaded machine takes to write a file. */
const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000 })

/** A store whose disk takes until `release` to store that an import runs. */
function slowToStoreRunning(store: ImportStore) {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const slow: ImportStore = {
    ...store,
    async save(stored) {
      await Promise.all([store.save(stored), stored.status === 'running' && released])
    },
  }
  return { slow, release: () => release() }
}

const queued = (id: string, createdAt: number): StoredImport => ({
  id,
  file: 'XBTUSD_1.csv',
  bytes: 1,
  source: 'kraken',
  allows_gaps: false,
  status: 'queued',
  progress: 0,
  findings: NO_FINDINGS,
  reason: null,
  report: null,
  created_at: createdAt,
  finished_at: null,
})

describe('an import that is paused while its start is stored', () => {
  it('[BT-62] stays out of the library until it is resumed, even if it was read to its end meanwhile', async () => {
    const threads = fakeImportThreads()
    const store = createImportStore(join(dataDir, 'imports'))
    await store.load()
    for (const each of [queued('first', 1), queued('second', 2)]) {
      await writeFile(store.content(each.id), candles(50).map(toRow).join('\n'))
      await store.save(each)
    }
    const { slow, release } = slowToStoreRunning(store)
    const report = vi.fn<(error: unknown) => void>()
    const folder = join(dataDir, 'library')
    const runner = createImportRunner({
      store: slow,
      folder,
      startThread: threads.start,
      now: () => Date.UTC(2026, 0),
      report,
    })
    const imported = async () => (await readManifest(folder)).imports.map(({ id }) => id)
    await runner.start()
    await soon(() => expect(threads.started).toHaveLength(1))
    await threads.started[0]?.finish()
    expect(await runner.pause('first')).toBe(true)
    release()
    await soon(() => expect(threads.started).toHaveLength(2))
    expect([store.find('first')?.status, await imported()]).toEqual(['paused', []])

    expect(await runner.resume('first')).toBe(true)
    threads.started[1]?.crash()
    await soon(() => expect(store.find('first')?.status).toBe('done'))
    expect(await imported()).toEqual(['first'])
    await runner.stop()
    expect(report).not.toHaveBeenCalled()
  })
})

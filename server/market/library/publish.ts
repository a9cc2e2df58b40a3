import { mkdir, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readManifest, writeManifest, type StagedImport } from './manifest.ts'

const LOCK = 'manifest.lock'
/** A lock this old was left by a process that died: changing the manifest takes milliseconds. */
const ABANDONED_MS = 10_000
const RETRY_MS = 20

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EEXIST'

async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS
}

/** Keeps other processes from changing the manifest meanwhile: the server and the script may import at the same time. */
async function locked<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const path = join(folder, LOCK)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (;;) {
    try {
      await (await open(path, 'wx', 0o600)).close()
      break
    } catch (error) {
      if (!isTaken(error)) throw error
      if (await isAbandoned(path)) await rm(path, { force: true })
      else await wait(RETRY_MS)
    }
  }
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * [BT-41] Lists all months of an import in one step. False, with nothing listed, if another import has changed one of them
 * since: then it has to be staged again. Replaced files stay, as a backtest may be reading them.
 */
export const publishImport = (folder: string, staged: StagedImport): Promise<boolean> =>
  locked(folder, async () => {
    const { imports, months } = await readManifest(folder)
    const isCurrent = staged.months.every(({ file: { pair, source, month }, replaces }) => {
      const listed = months.find((each) => each.pair === pair && each.source === source && each.month === month)
      return listed?.file === replaces
    })
    if (!isCurrent) return false
    const replaced = new Set(staged.months.map(({ replaces }) => replaces))
    const { id, file, source, sha256, reader } = staged
    await writeManifest(folder, {
      imports: [...imports, { id, file, source, sha256, reader }],
      months: [...months.filter((each) => !replaced.has(each.file)), ...staged.months.map((each) => each.file)],
    })
    return true
  })

/** Whether an import is listed. */
export async function isPublished(folder: string, id: string): Promise<boolean> {
  const { imports } = await readManifest(folder)
  return imports.some((each) => each.id === id)
}

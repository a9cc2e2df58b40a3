import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readManifest } from './manifest.ts'

const DAY_MS = 86_400_000
const WRITTEN = /\.csv\.gz(\.tmp)?$/

/** Removes monthly files that the library does not list and that are `chosen`. */
async function removeUnlisted(folder: string, chosen: (path: string) => Promise<boolean>): Promise<void> {
  const entries = await readdir(folder, { recursive: true }).catch(() => [])
  const { months } = await readManifest(folder)
  const listed = new Set(months.map(({ file }) => file))
  for (const file of entries) {
    if (WRITTEN.test(file) && !listed.has(file) && (await chosen(file))) await rm(join(folder, file), { force: true })
  }
}

/** Removes what an import wrote that was not published. */
export const removeUnpublished = (folder: string, id: string): Promise<void> =>
  removeUnlisted(folder, async (file) => file.includes(`.${id}.csv.gz`))

/** Removes what was replaced, and what imports that died have left: not the files of today, which one may be writing. */
export const removeLeftovers = (folder: string, now: number): Promise<void> =>
  removeUnlisted(folder, async (file) => (await stat(join(folder, file))).mtimeMs < now - DAY_MS)

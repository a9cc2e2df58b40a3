import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { pairSchema } from '#contract/pairs.ts'

/** A calendar month of one pair from one source. Times are openings of minutes in unix seconds. */
const monthFileSchema = z.object({
  pair: pairSchema,
  /** Where the candles come from: `kraken`, or what the import named. */
  source: z.string(),
  /** 2019-06, UTC. */
  month: z.string(),
  /** Relative to the library's folder. */
  file: z.string(),
  minutes: z.number(),
  first: z.number(),
  last: z.number(),
})
export type MonthFile = z.infer<typeof monthFileSchema>

/** How files are read: those that an earlier one read, which took columns by their place, can be imported again. */
export const READER = 2

/** What the library contains, and which inputs were imported completely. */
const manifestSchema = z.object({
  months: z.array(monthFileSchema),
  imports: z.array(
    z.object({
      id: z.optional(z.string()),
      file: z.string(),
      source: z.string(),
      sha256: z.string(),
      reader: z.optional(z.number()),
    }),
  ),
})
export type Manifest = z.infer<typeof manifestSchema>

/** A month that an import has written beside the one that the library lists; its file is listed in place of that one's. */
export const stagedMonthSchema = z.object({ file: monthFileSchema, replaces: z.optional(z.string()) })
export type StagedMonth = z.infer<typeof stagedMonthSchema>

/** An import that is read completely, but not listed yet. */
export const stagedImportSchema = z.object({
  id: z.string(),
  file: z.string(),
  source: z.string(),
  sha256: z.string(),
  reader: z.optional(z.number()),
  months: z.array(stagedMonthSchema),
})
export type StagedImport = z.infer<typeof stagedImportSchema>

const FILE = 'manifest.json'

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** The manifest of a library; empty if there is none yet. Throws if it is damaged. */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    return z.parse(manifestSchema, JSON.parse(await readFile(join(folder, FILE), 'utf8')))
  } catch (error) {
    if (isMissing(error)) return { months: [], imports: [] }
    throw new Error(`${join(folder, FILE)} is damaged: import the candles again into an empty folder.`, {
      cause: error,
    })
  }
}

/** Writes a file in one step: after a crash it is the old or the new one. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${path}.tmp`
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeWhole(join(folder, FILE), `${JSON.stringify(manifest, undefined, 2)}\n`)
}

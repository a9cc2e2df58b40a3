import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod/mini'

/** What a backup consists of, beside its manifest: the database, the keys, and the files of uploaded models. */
export const PARTS = ['signing-keys.json', 'models', 'database', 'database.synced'] as const

const MANIFEST = 'backup.json'
export const manifestOf = (folder: string): string => join(folder, MANIFEST)

/** When the last backup of a data directory was made, in that directory: ISO 8601. */
const lastBackupIn = (dataDir: string): string => join(dataDir, 'last-backup')

/** When the last backup of a data directory was made (ISO 8601); null before the first. */
export async function lastBackupOf(dataDir: string): Promise<string | null> {
  const text = await readFile(lastBackupIn(dataDir), 'utf8').catch(() => '')
  return Number.isNaN(Date.parse(text)) ? null : text
}

/** Notes that a backup was made. A volume too full for that is no reason to refuse one. */
export const noteBackup = (dataDir: string, at: Date): Promise<void> =>
  writeFile(lastBackupIn(dataDir), at.toISOString()).catch(() => undefined)

const manifestSchema = z.object({
  format: z.literal(1),
  /** ISO 8601, UTC. */
  created_at: z.string(),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof manifestSchema>

/** A backup that cannot be restored. The message is one line for the operator. */
export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup'
}

/** The manifest of the files in `folder`. */
export async function describeFiles(folder: string, createdAt: Date): Promise<Manifest> {
  const files: Manifest['files'] = []
  for (const path of await filesBelow(folder)) {
    const { size } = await stat(join(folder, path))
    files.push({ path, bytes: size, sha256: await hashOf(join(folder, path)) })
  }
  return { format: 1, created_at: createdAt.toISOString(), files }
}

/** Reads the manifest of a backup and compares every file with it. Throws `DamagedBackup`. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const listed = new Map(manifest.files.map((file) => [file.path, file]))
  const found = (await filesBelow(folder)).filter((path) => path !== MANIFEST)
  const extra = found.find((path) => !listed.has(path))
  if (extra !== undefined) throw new DamagedBackup(`The backup ${folder} is damaged: ${extra} is not part of it.`)
  const present = new Set(found)
  for (const { path, sha256 } of manifest.files) {
    if (!present.has(path)) throw new DamagedBackup(`The backup ${folder} is damaged: ${path} is missing.`)
    if ((await hashOf(join(folder, path))) !== sha256) {
      throw new DamagedBackup(`The backup ${folder} is damaged: ${path} has changed.`)
    }
  }
  return manifest
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestOf(folder), 'utf8').catch(() => undefined)
  if (text === undefined) throw new DamagedBackup(`${folder} is not a complete backup: it has no ${MANIFEST}.`)
  try {
    return z.parse(manifestSchema, JSON.parse(text))
  } catch (cause) {
    throw new DamagedBackup(`The backup ${folder} is damaged: ${MANIFEST} cannot be read.`, { cause })
  }
}

/** Paths of the files in a folder. Throws `DamagedBackup` for links and the like, which would lead out of it. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const foreign = entries.find((entry) => !entry.isFile() && !entry.isDirectory())
  if (foreign !== undefined) {
    throw new DamagedBackup(`The backup ${folder} is damaged: ${foreign.name} is neither a file nor a folder.`)
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted()
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

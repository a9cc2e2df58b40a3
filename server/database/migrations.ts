import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { max } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { bigint, pgSchema } from 'drizzle-orm/pg-core'
import type { Queries } from './database.ts'
import { hasCode } from './errors.ts'

/** Folder of the migrations, found from both the sources and the bundle by the package.json above them. */
export function migrationsFolder(from: string = fileURLToPath(import.meta.url)): string {
  let folder = dirname(from)
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`No package.json above ${from}: cannot find server/database/migrations`)
    folder = parent
  }
  return join(folder, 'server', 'database', 'migrations')
}

const REASONS = {
  newer:
    'The database has the schema of a newer Pairbot, which this version would damage. Start that version, or restore a ' +
    'backup from before the update with "pairbot restore <folder>".',
  older:
    'The database has a schema from before the first release, which this version cannot migrate. Start the last version ' +
    'that can (commit 99a8f127) once, then this one.',
}

/** The database has a schema that this program can neither use nor migrate. The message is one line for the operator. */
class UnsupportedSchema extends Error {
  override readonly name = 'UnsupportedSchema'

  constructor(age: keyof typeof REASONS) {
    super(REASONS[age])
  }
}

/** Where the migrator records what it has applied. */
const applied = pgSchema('drizzle').table('__drizzle_migrations', {
  createdAt: bigint('created_at', { mode: 'number' }),
})
const UNDEFINED_TABLE = '42P01'

/**
 * Throws `UnsupportedSchema` if the database has had a migration that is not in `folder`, or none as new as the first one there:
 * the first one is the sum of those before the first release, and bears the time of the last of them.
 */
export async function assertMigratable(db: Queries, folder: string): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis)
  const [row] = await db
    .select({ newest: max(applied.createdAt) })
    .from(applied)
    .catch((error: unknown) => {
      if (hasCode(error, UNDEFINED_TABLE)) return []
      throw error
    })
  const newest = row?.newest ?? undefined
  if (newest === undefined) return
  if (newest > Math.max(...known)) throw new UnsupportedSchema('newer')
  if (newest < Math.min(...known)) throw new UnsupportedSchema('older')
}

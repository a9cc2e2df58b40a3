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

/** The database has the schema of a newer program. The message is one line for the operator. */
export class NewerSchema extends Error {
  override readonly name = 'NewerSchema'

  constructor() {
    super(
      'The database has the schema of a newer Pairbot, which this version would damage. Start that version, or restore a ' +
        'backup from before the update with "npm run restore -- <folder>".',
    )
  }
}

/** Where the migrator records what it has applied. */
const applied = pgSchema('drizzle').table('__drizzle_migrations', {
  createdAt: bigint('created_at', { mode: 'number' }),
})
const UNDEFINED_TABLE = '42P01'

/** Throws `NewerSchema` if the database has had a migration that this program does not know. */
export async function assertNotNewer(db: Queries): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder: migrationsFolder() })
  const newestKnown = Math.max(...known.map(({ folderMillis }) => folderMillis))
  const [row] = await db
    .select({ newest: max(applied.createdAt) })
    .from(applied)
    .catch((error: unknown) => {
      if (hasCode(error, UNDEFINED_TABLE)) return []
      throw error
    })
  if ((row?.newest ?? 0) > newestKnown) throw new NewerSchema()
}

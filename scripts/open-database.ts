import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#server/database/database.ts'
import { openConfigured } from '#server/database/open.ts'
import { parseSettings } from '#server/settings.ts'

/** Runs `work` with the database of the environment's settings, which must exist already, and closes it. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const settings = parseSettings(process.env)
  const { databaseUrl, dataDir } = settings
  if (!databaseUrl && !existsSync(join(dataDir, 'database'))) throw new Error(`There is no database in ${dataDir}`)
  const database = await openConfigured(settings, (error) => console.error(error.message))
  try {
    await database.whenReady
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Prints the message of what a script failed with; its exit code becomes 1. */
export function reportFailure(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

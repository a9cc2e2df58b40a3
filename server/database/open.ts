import type { Database, DatabaseSettings } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { openPostgresql } from './postgresql.ts'

/** Opens the configured database. `report` is called for connections lost in the background. */
export async function openDatabase(settings: DatabaseSettings, report: (error: Error) => void): Promise<Database> {
  return settings.engine === 'embedded'
    ? openEmbedded(settings.directory, settings.lockTimeoutMs)
    : openPostgresql(settings.url, report)
}

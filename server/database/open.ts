import type { Database, DatabaseSettings } from './database.ts'
import { openEmbedded } from './embedded.ts'

/** Opens the configured database. `report` is called for connections lost in the background. */
export async function openDatabase(settings: DatabaseSettings, report: (error: Error) => void): Promise<Database> {
  if (settings.engine === 'embedded')
    return openEmbedded(settings.directory, { lockTimeoutMs: settings.lockTimeoutMs, report })
  // The client is loaded only by those who have a server.
  const { openPostgresql } = await import('./postgresql.ts')
  return openPostgresql(settings.url, report)
}

/** Opens the database that the settings name: the external one, or the embedded one in the data directory. */
export const openConfigured = (
  { databaseUrl, dataDir }: { readonly databaseUrl: string | undefined; readonly dataDir: string },
  report: (error: Error) => void,
  lockTimeoutMs = 0,
): Promise<Database> =>
  openDatabase(
    databaseUrl
      ? { engine: 'postgresql', url: databaseUrl }
      : { engine: 'embedded', directory: dataDir, lockTimeoutMs },
    report,
  )

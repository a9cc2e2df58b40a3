import { mkdir } from 'node:fs/promises'
import fp from 'fastify-plugin'
import type { Database } from '#server/database/database.ts'
import { openConfigured } from '#server/database/open.ts'
import { SettingsError } from '#server/settings.ts'
import type { Composition } from './composition.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly database: Database
  }
}

/** Opens the database in the data directory, or the one that the settings name. */
export const databasePart = fp<Composition>(
  async (app, { settings, logger, lifecycle, lockTimeoutMs }) => {
    await mkdir(settings.dataDir, { recursive: true, mode: 0o700 }).catch((error: Error) => {
      throw new SettingsError(`PAIRBOT_DATA_DIR: cannot be created (${error.message})`, { cause: error })
    })
    const report = (error: Error) => logger.warn({ err: error }, 'database connection lost')
    const database = await openConfigured(settings, report, lockTimeoutMs)
    lifecycle.add('database', () => database.close())
    app.decorate('database', database)
  },
  { name: 'database' },
)

import { setTimeout as delay } from 'node:timers/promises'
import fp from 'fastify-plugin'
import type { Logger } from 'pino'
import type { Database } from './database.ts'
import { DamagedTable } from './intact.ts'
import { openConfigured } from './open.ts'
import { SettingsError } from '#server/settings.ts'
import type { ServerContext } from '../context.ts'
import { mkdir } from 'node:fs/promises'

declare module 'fastify' {
  interface FastifyInstance {
    readonly database: Database
  }
}

const PATIENCE_MS = 1_000

/**
 * Gives the database a moment. If it needs longer, says in one line why, and lets the start go on without it; rejects if it
 * can never be used.
 */
async function announceWait(database: Database, log: Logger): Promise<void> {
  await Promise.race([database.whenReady, delay(PATIENCE_MS)])
  const reason = database.waitingFor()
  if (reason === undefined) return
  log.warn(
    `The database does not respond (${reason}): check DATABASE_URL, and that its server is running. ` +
      'It is tried again every second; meanwhile everything that needs it is refused.',
  )
  database.whenReady.then(
    () => log.warn('The database responds: Pairbot can be used.'),
    () => undefined,
  )
}

/** What the system says of a directory in which nothing may be created. */
const FORBIDDEN = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOTDIR'])
const isForbidden = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && FORBIDDEN.has(error.code)
const notWritable = (dataDir: string, cause: Error) =>
  new SettingsError(
    `PAIRBOT_DATA_DIR: ${dataDir} is not writable (${cause.message}). Correct its owner or mount, or name another directory`,
    { cause },
  )

/** Opens the database in the data directory, or the one that the settings name. */
export const databasePlugin = fp<ServerContext>(
  async (app, { settings, logger, lifecycle, lockTimeoutMs }) => {
    const report = (error: Error) =>
      error instanceof DamagedTable
        ? logger.error(error.message)
        : logger.warn({ err: error }, 'database connection lost')
    const database = await openConfigured(settings, report, lockTimeoutMs).catch((error: unknown) => {
      throw isForbidden(error) ? notWritable(settings.dataDir, error) : error
    })
    lifecycle.add('database', () => database.close())
    await announceWait(database, logger)
    app.decorate('database', database)
  },
  { name: 'database' },
)

/** Creates the data directory, of a process that has files. */
export const dataDirectoryPlugin = fp<ServerContext>(
  async (_app, { settings: { dataDir } }) => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: Error) => {
      throw new SettingsError(`PAIRBOT_DATA_DIR: cannot be created (${error.message})`, { cause: error })
    })
  },
  { name: 'data-directory' },
)

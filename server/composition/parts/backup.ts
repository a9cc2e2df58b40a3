import fp from 'fastify-plugin'
import { backUp } from '#server/backup/backup.ts'
import { serveBackups } from '#server/backup/socket.ts'
import type { Composition } from './composition.ts'

/** Makes backups for `npm run backup` while the server runs. Without it, such as on a full volume, the server runs too. */
export const backupPart = fp<Composition>(
  async (app, { settings: { dataDir }, logger, lifecycle, market: { now } }) => {
    const { database } = app
    // PostgreSQL has tools of its own.
    if (database.engine !== 'embedded') return
    try {
      const stop = await serveBackups(dataDir, (target) =>
        backUp({ dataDir, target, now, whileUnchanged: (copy) => database.whileUnchanged(copy) }),
      )
      lifecycle.add('backup', stop)
    } catch (error) {
      logger.warn({ err: error }, 'backups cannot be made while the server runs')
    }
  },
  { name: 'backup', dependencies: ['database'] },
)

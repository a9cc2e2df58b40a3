import fp from 'fastify-plugin'
import { backUp } from './backup.ts'
import { serveBackups } from './socket.ts'
import type { ServerContext } from '../context.ts'

/** Makes backups for `pairbot backup` while the server runs. Without it, such as on a full volume, the server runs too. */
export const backupPlugin = fp<ServerContext>(
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

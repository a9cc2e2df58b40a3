import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '#server/http/logger.ts'
import { parseSettings } from '#server/settings.ts'
import { start } from '#server/start.ts'
import { createDatabaseFiles } from './database.ts'
import { ADMIN } from './identity.ts'

interface Options {
  readonly env?: Readonly<Record<string, string>>
  /** Silent by default. */
  readonly logger?: ReturnType<typeof createLogger>
}

/** The complete server in this process, with its own data directory and an administrator. */
export async function startComposition({ env = {}, logger = createLogger('silent') }: Options = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'pairbot-server-'))
  await createDatabaseFiles(dataDir)
  const settings = parseSettings({
    PORT: '0',
    PAIRBOT_DATA_DIR: dataDir,
    PAIRBOT_MARKET: 'simulated',
    PAIRBOT_ADMIN_EMAIL: ADMIN.email,
    PAIRBOT_ADMIN_PASSWORD: ADMIN.password,
    ...env,
  })
  const running = await start(settings, { logger, clientRoot: undefined })
  await running.firstAdministrator
  return {
    ...running,
    async stop() {
      await running.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

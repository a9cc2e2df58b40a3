import { mkdir } from 'node:fs/promises'
import fp from 'fastify-plugin'
import { SettingsError } from '#server/settings.ts'
import type { Composition } from './composition.ts'

/** Creates the data directory, of a process that has files. */
export const dataDirectoryPart = fp<Composition>(
  async (_app, { settings: { dataDir } }) => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: Error) => {
      throw new SettingsError(`PAIRBOT_DATA_DIR: cannot be created (${error.message})`, { cause: error })
    })
  },
  { name: 'data-directory' },
)

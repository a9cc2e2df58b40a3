import { resolve } from 'node:path'
import { backUp, type BackupSummary } from '../backup/backup.ts'
import { restore as restoreBackup, stampOf } from '../backup/restore.ts'
import { requestBackup } from '../backup/socket.ts'
import { lockDirectory } from '../database/directory-lock.ts'
import { hasDatabase } from '../database/intact.ts'
import { parseSettings, type Settings } from '../settings.ts'
import { defineCommand } from './command.ts'

/** Copies the directory of a server that is stopped. */
async function backUpStopped({ dataDir, databaseUrl }: Settings, target: string): Promise<BackupSummary> {
  if (!databaseUrl && !hasDatabase(dataDir)) throw new Error(`There is no database in ${dataDir}`)
  const lock = databaseUrl ? undefined : await lockDirectory(dataDir)
  try {
    return await backUp({ dataDir, target, now: Date.now, whileUnchanged: (copy) => copy() })
  } finally {
    await lock?.release()
  }
}

export const backup = defineCommand({
  summary: 'backs up the data directory, also while the server runs; the folder must not exist',
  words: { names: '[FOLDER]', min: 0, max: 1 },
  options: {},
  run: async ({ positionals: [folder] }) => {
    const settings = parseSettings(process.env)
    const target = resolve(folder ?? `pairbot-backup-${stampOf(Date.now())}`)
    const { files, bytes } = (await requestBackup(settings.dataDir, target)) ?? (await backUpStopped(settings, target))
    console.log(`Backed up ${files} files (${Math.ceil(bytes / 2 ** 20)} MiB) to ${target}`)
    if (settings.databaseUrl) console.log('The PostgreSQL database is not part of it: back it up with pg_dump')
    return true
  },
})

export const restore = defineCommand({
  summary: 'restores a backup while the server is stopped',
  words: { names: 'FOLDER', min: 1, max: 1 },
  options: { replace: { type: 'boolean', text: 'moves the data that is there to a folder beside it' } },
  run: async ({ positionals: [folder = ''], values }) => {
    const { dataDir } = parseSettings(process.env)
    const request = { source: resolve(folder), dataDir, replace: values.replace ?? false, now: Date.now }
    const { replaced, files, createdAt } = await restoreBackup(request)
    if (replaced !== undefined) console.log(`The data that was there is in ${replaced}`)
    console.log(`Restored ${files} files of the backup of ${createdAt} to ${dataDir}`)
    return true
  },
})

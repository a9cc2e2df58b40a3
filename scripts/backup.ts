// Backs up the data directory, also while the server runs: `npm run backup -- [FOLDER]`.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp, type BackupSummary } from '#server/backup/backup.ts'
import { stampOf } from '#server/backup/restore.ts'
import { requestBackup } from '#server/backup/socket.ts'
import { lockDirectory } from '#server/database/directory-lock.ts'
import { hasDatabase } from '#server/database/intact.ts'
import { parseSettings, type Settings } from '#server/settings.ts'
import { reportFailure } from './open-database.ts'

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

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const settings = parseSettings(process.env)
  const target = resolve(positionals[0] ?? `pairbot-backup-${stampOf(Date.now())}`)
  const { files, bytes } = (await requestBackup(settings.dataDir, target)) ?? (await backUpStopped(settings, target))
  console.log(`Backed up ${files} files (${Math.ceil(bytes / 2 ** 20)} MiB) to ${target}`)
  if (settings.databaseUrl) console.log('The PostgreSQL database is not part of it: back it up with pg_dump')
}

main().catch(reportFailure)

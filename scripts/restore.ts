// Restores a backup while the server is stopped: `npm run restore -- FOLDER [--replace]`.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restore } from '#server/backup/restore.ts'
import { parseSettings } from '#server/settings.ts'
import { reportFailure } from './open-database.ts'

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  })
  const [folder] = positionals
  if (folder === undefined) throw new Error('npm run restore -- <folder> [--replace]')
  const { dataDir } = parseSettings(process.env)
  const done = await restore({ source: resolve(folder), dataDir, replace: values.replace, now: Date.now })
  if (done.replaced !== undefined) console.log(`The data that was there is in ${done.replaced}`)
  console.log(`Restored ${done.files} files of the backup of ${done.createdAt} to ${dataDir}`)
}

main().catch(reportFailure)

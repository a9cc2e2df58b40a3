// Verifies the hash chain of the audit log and reports the first broken entry. Stop the server first when the database is
// embedded. `npm run audit:verify -- <hash>` also requires that the head of an earlier run is still part of the chain.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#server/database/open.ts'
import { verifyAudit } from '#server/identity/audit/verify.ts'
import { parseSettings } from '#server/settings.ts'

const [expectedHead] = process.argv.slice(2)
const { databaseUrl, dataDir } = parseSettings(process.env)
if (!databaseUrl && !existsSync(join(dataDir, 'database'))) {
  console.error(`There is no database in ${dataDir}`)
  process.exit(1)
}
const database = await openDatabase(
  databaseUrl ? { engine: 'postgresql', url: databaseUrl } : { engine: 'embedded', directory: dataDir },
  (error) => console.error(error.message),
)
try {
  await database.whenReady
  const result = await verifyAudit(database.db, expectedHead)
  if (result.ok) console.log(`The audit log is intact: ${result.entries} entries, head ${result.head}`)
  else {
    console.error(`The audit log is broken: entry ${result.seq}: ${result.reason}`)
    process.exitCode = 1
  }
} finally {
  await database.close()
}

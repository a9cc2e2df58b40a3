// Verifies the hash chain of the audit log and reports the first broken entry. Stop the server first when the database is
// embedded. `npm run audit:verify -- <hash>` also requires that the head of an earlier run is still part of the chain.
import { verifyAudit } from '#server/identity/audit/verify.ts'
import { reportFailure, withDatabase } from './open-database.ts'

const [expectedHead] = process.argv.slice(2)
await withDatabase(async ({ db }) => {
  const result = await verifyAudit(db, expectedHead)
  if (result.ok) {
    console.log(`The audit log is intact: ${result.entries} entries, head ${result.head}`)
  } else {
    console.error(`The audit log is broken: entry ${result.seq}: ${result.reason}`)
    process.exitCode = 1
  }
}).catch(reportFailure)

// Adds an account without an invitation: `npm run people:add -- --email ada@example.org --role Viewer`. The password is
// generated and printed once, or read from standard input with --password-stdin. Stop the server first when the database is
// embedded.
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { roleSchema } from '#contract/roles.ts'
import { createPasswords } from '#server/identity/passwords.ts'
import { reportFailure, withDatabase } from './open-database.ts'
import { addAccount } from '#server/identity/create-account.ts'

const USAGE = 'npm run people:add -- --email <address> [--role Viewer|Trader|Admin] [--password-stdin]'

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      role: { type: 'string', default: 'Viewer' },
      'password-stdin': { type: 'boolean', default: false },
    },
  })
  const role = roleSchema.safeParse(values.role)
  if (values.email === undefined || !role.success) throw new Error(USAGE)
  const password = values['password-stdin'] ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined
  const { email } = values
  await withDatabase(async (database) => {
    const deps = { database, passwords: createPasswords(), now: Date.now }
    const account = await addAccount(deps, { email, role: role.data, password })
    console.log(`Added ${account.email} as ${role.data}`)
    if (account.password !== undefined) console.log(`Password: ${account.password} (shown only once)`)
  })
}

main().catch(reportFailure)

import { text } from 'node:stream/consumers'
import { ROLES, roleSchema } from '#contract/roles.ts'
import { openEmbedded } from '../database/embedded.ts'
import { hasDatabase } from '../database/intact.ts'
import { moveDatabase, type MovedTable } from '../database/move/move.ts'
import { verifyAudit } from '../identity/audit/verify.ts'
import { addAccount } from '../identity/create-account.ts'
import { createPasswords } from '../identity/passwords.ts'
import { parseSettings } from '../settings.ts'
import { defineCommand, UsageError, withDatabase } from './command.ts'

export const addPerson = defineCommand({
  summary: 'adds an account without an invitation; with the embedded database, stop the server first',
  options: {
    email: { type: 'string', takes: 'ADDRESS', text: 'required' },
    role: { type: 'string', takes: ROLES.join('|'), text: 'Viewer if absent' },
    'password-stdin': { type: 'boolean', text: 'reads the password; otherwise one is made, and printed once' },
  },
  run: async ({ values: { email, role: name = 'Viewer', 'password-stdin': isRead } }) => {
    const role = roleSchema.safeParse(name)
    if (email === undefined) throw new UsageError('--email ADDRESS is missing')
    if (!role.success) throw new UsageError(`--role: ${name} is none of ${ROLES.join(', ')}`)
    const password = isRead ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined
    await withDatabase(async (database) => {
      const deps = { database, passwords: createPasswords(), now: Date.now }
      const account = await addAccount(deps, { email, role: role.data, password })
      console.log(`Added ${account.email} as ${role.data}`)
      if (account.password !== undefined) console.log(`Password: ${account.password} (shown only once)`)
    })
    return true
  },
})

export const verifyAuditLog = defineCommand({
  summary:
    'verifies the hash chain of the audit log, and that HASH, the head of an earlier run, is still part of it; with the embedded database, stop the server first',
  words: { names: '[HASH]', min: 0, max: 1 },
  options: {},
  run: ({ positionals: [expectedHead] }) =>
    withDatabase(async ({ db }) => {
      const result = await verifyAudit(db, expectedHead)
      if (result.ok) console.log(`The audit log is intact: ${result.entries} entries, head ${result.head}`)
      else console.error(`The audit log is broken: entry ${result.seq}: ${result.reason}`)
      return result.ok
    }),
})

function print(moved: readonly MovedTable[]): void {
  const width = Math.max(...moved.map(({ table }) => table.length))
  const line = (table: string, rows: string, hash: string) => `${table.padEnd(width)}  ${rows.padStart(9)}  ${hash}`
  console.log(line('table', 'rows', 'hash, the same in both'))
  for (const { table, target } of moved) console.log(line(table, String(target.rows), target.hash))
}

export const moveToPostgresql = defineCommand({
  summary: 'moves the embedded database to the PostgreSQL of DATABASE_URL, with the server stopped',
  options: {},
  run: async () => {
    const { databaseUrl, dataDir } = parseSettings(process.env)
    if (databaseUrl === undefined) throw new Error('DATABASE_URL: the PostgreSQL database to move to is missing')
    if (!hasDatabase(dataDir)) throw new Error(`There is no database in ${dataDir}`)
    const source = await openEmbedded(dataDir)
    try {
      print(await moveDatabase(source, databaseUrl))
    } finally {
      await source.close()
    }
    console.log(`Moved. Start the server with DATABASE_URL from now on; keys, models and candles stay in ${dataDir}`)
    return true
  },
})

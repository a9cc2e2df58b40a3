import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { sessionGrantSchema, successOf } from '#contract/auth.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { users } from '#server/database/schema/identity.ts'
import { ADMIN, CHEAP_HASHING } from '#test/support/server/identity.ts'

/** Sockets of one user: as many as a gateway lets one have. */
export const SOCKETS_PER_PERSON = 20
const AT_ONCE = 10

async function signIn(address: string, email: string): Promise<string> {
  const response = await fetch(`${address}${DEFAULT_BASES.identity}${AUTH.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: ADMIN.password }),
  })
  if (!response.ok) throw new Error(`Signing in: ${response.status} ${await response.text()}`)
  return successOf(sessionGrantSchema).parse(await response.json()).data.access_token
}

/** Adds users, and signs each in at a server; resolves to their access tokens. */
export async function signInPeople(databaseUrl: string, address: string, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, n) => `person-${n}@pairbot.test`)
  const passwordHash = await CHEAP_HASHING.hash(ADMIN.password)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const createdAt = new Date()
    const rows = emails.map((email) => ({ email, username: email, role: 'Viewer' as const, passwordHash, createdAt }))
    await drizzle(client).insert(users).values(rows)
  } finally {
    await client.end()
  }
  const tokens: string[] = []
  for (let first = 0; first < count; first += AT_ONCE) {
    tokens.push(...(await Promise.all(emails.slice(first, first + AT_ONCE).map((email) => signIn(address, email)))))
  }
  return tokens
}

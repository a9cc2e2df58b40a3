import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { createdApiTokenSchema, type CreateApiToken } from '#contract/api-tokens.ts'
import { sessionGrantSchema, successOf } from '#contract/auth.ts'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import type { Queries } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity.ts'
import { ADMIN, CHEAP_HASHING } from '#test/support/server/identity.ts'

/** Sockets of one user: as many as a gateway lets one have. */
export const SOCKETS_PER_PERSON = 20
const AT_ONCE = 10

async function post(url: string, body: object, token?: string): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response.json()
}

async function signIn(address: string, email: string): Promise<string> {
  const granted = await post(`${address}${DEFAULT_BASES.identity}${AUTH.login.path}`, {
    email,
    password: ADMIN.password,
  })
  return successOf(sessionGrantSchema).parse(granted).data.access_token
}

const WANTED: CreateApiToken = { name: 'Sockets', scopes: ['streams:read'], days: 1 }

/** An API token, which outlives the access token of who makes it. */
export async function createApiToken(address: string, accessToken: string): Promise<string> {
  const created = await post(`${address}${DEFAULT_BASES.identity}${ACCOUNT.createApiToken.path}`, WANTED, accessToken)
  return successOf(createdApiTokenSchema).parse(created).data.secret
}

const emailsOf = (count: number) => Array.from({ length: count }, (_, n) => `person-${n}@pairbot.test`)

export async function addPeople(db: Queries, count: number): Promise<void> {
  const passwordHash = await CHEAP_HASHING.hash(ADMIN.password)
  const createdAt = new Date()
  const rows = emailsOf(count).map((email) => ({
    email,
    username: email,
    role: 'Viewer' as const,
    passwordHash,
    createdAt,
  }))
  await db.insert(users).values(rows)
}

/** Adds users to a database on PostgreSQL, and signs each in at a server; resolves to their access tokens. */
export async function signInPeople(databaseUrl: string, address: string, count: number): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await addPeople(drizzle(client), count)
  } finally {
    await client.end()
  }
  return signInAdded(address, count)
}

/** Signs the added users in at a server; resolves to their access tokens. */
export async function signInAdded(address: string, count: number): Promise<string[]> {
  const emails = emailsOf(count)
  const tokens: string[] = []
  for (let first = 0; first < count; first += AT_ONCE) {
    tokens.push(...(await Promise.all(emails.slice(first, first + AT_ONCE).map((email) => signIn(address, email)))))
  }
  return tokens
}

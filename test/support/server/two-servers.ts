import * as argon2 from '@node-rs/argon2'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sessionGrantSchema, successOf } from '#contract/auth.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import { DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import type { Role } from '#contract/roles.ts'
import { start, type Running } from '#server/start.ts'
import { users } from '#server/database/schema/identity.ts'
import { createLogger } from '#server/http/logger.ts'
import { parseSettings } from '#server/settings.ts'
import * as z from 'zod/mini'
import type { ClientOptions } from 'ws'
import { connectClient, type TestClient } from './gateway.ts'
import { ADMIN } from './identity.ts'
import { createDatabase, startPostgresql } from './postgresql.ts'

/** Two complete servers on one PostgreSQL database, with the same signing keys and model files. */
export interface TwoServers extends AsyncDisposable {
  readonly one: Running
  readonly two: Running
  /** Of the database. */
  readonly url: string
  /** Of each server. */
  readonly dataDirs: readonly [string, string]
}

/** Each server has a pair of its own: a pair is analysed by one process. */
export async function startOn(databaseUrl: string, dataDir: string, pair: 'XBTUSD' | 'ETHUSD'): Promise<Running> {
  const settings = parseSettings({
    PORT: '0',
    DATABASE_URL: databaseUrl,
    PAIRBOT_DATA_DIR: dataDir,
    PAIRBOT_MARKET: 'simulated',
    PAIRBOT_PAIRS: pair,
    PAIRBOT_ADMIN_EMAIL: ADMIN.email,
    PAIRBOT_ADMIN_PASSWORD: ADMIN.password,
  })
  const running = await start(settings, { logger: createLogger('silent'), clientRoot: undefined })
  await running.firstAdministrator
  return running
}

export async function startTwoServers(): Promise<TwoServers> {
  const postgresql = await startPostgresql()
  const { url, [Symbol.asyncDispose]: drop } = await createDatabase(postgresql.url)
  const folder = await mkdtemp(join(tmpdir(), 'pairbot-two-'))
  const dataDirs = [join(folder, 'one'), join(folder, 'two')] as const
  const one = await startOn(url, dataDirs[0], 'XBTUSD')
  await mkdir(dataDirs[1])
  await cp(join(dataDirs[0], 'signing-keys.json'), join(dataDirs[1], 'signing-keys.json'))
  await symlink(join(dataDirs[0], 'models'), join(dataDirs[1], 'models'))
  const two = await startOn(url, dataDirs[1], 'ETHUSD')
  return {
    one,
    two,
    url,
    dataDirs,
    async [Symbol.asyncDispose]() {
      await Promise.all([one.stop(), two.stop()])
      await drop()
      await postgresql[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const BASES = { identity: DEFAULT_BASES.identity, strategy: DEFAULT_BASES.strategy, tdp: DEFAULT_BASES.tdp }

/** Calls a service of a server. */
export async function call(
  { address }: Pick<Running, 'address'>,
  token: string | undefined,
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  [base, path]: readonly [base: keyof typeof BASES, path: string],
  body?: object,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const reply = await fetch(`${address}${BASES[base]}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: await reply.json() }
}

/** Signs in at a server; resolves to the access token. */
export async function signInAt(server: Pick<Running, 'address'>, email: string = ADMIN.email): Promise<string> {
  const { body } = await call(server, undefined, 'POST', ['identity', AUTH.login.path], { ...ADMIN, email })
  return z.parse(successOf(sessionGrantSchema), body).data.access_token
}

/** Adds a user with the administrator's password; resolves to the id. */
export async function addUserAt({ app }: Running, email: string, role: Role): Promise<string> {
  const passwordHash = await argon2.hash(ADMIN.password, { memoryCost: 64, timeCost: 1, parallelism: 1 })
  const [row] = await app.database.db
    .insert(users)
    .values({ email, username: email, role, passwordHash, createdAt: new Date() })
    .returning({ id: users.id })
  if (!row) throw new Error('The user was not added')
  return row.id
}

/** The session of an access token. */
export const sessionOf = (token: string): string => {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return z.parse(z.object({ sid: z.string() }), claims).sid
}

/** A socket at a server. */
export function connectTo(
  { address }: Running,
  token: string,
  options: ClientOptions = { origin: address },
): TestClient {
  const url = `${address.replace(/^http/, 'ws')}${SOCKET_PATHS.tdp}?token=${encodeURIComponent(token)}`
  return connectClient(url, { origin: undefined, ...options })
}

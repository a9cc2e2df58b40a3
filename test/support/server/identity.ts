import * as argon2 from '@node-rs/argon2'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { Subject } from 'rxjs'
import * as AUTH from '#contract/endpoints/auth.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import type { Role } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { ReadOnly, toUnavailable } from '#server/database/errors.ts'
import { users } from '#server/database/schema/identity.ts'
import { createApp, type AppDeps } from '#server/http/app.ts'
import { createIdentity, type Identity, type IdentityDeps, type IdentitySettings } from '#server/identity/identity.ts'
import type { Hashing } from '#server/identity/passwords.ts'
import type { SessionEnded } from '#server/identity/sessions.ts'
import { emptyDatabase, testDatabase } from './database.ts'

export const ADMIN = { email: 'admin@pairbot.test', password: 'Correct-horse-7' }
/** So little that a test can sign in many times; the strength itself has tests of its own. */
export const CHEAP_HASHING: Hashing = {
  hash: (password) => argon2.hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 }),
  verify: argon2.verify,
}
/** A fixed key, so that tests do not write key files. */
export const SIGNING_KEY = { kid: 'test', secret: new Uint8Array(32).fill(7) }
/** All test users share the administrator's password, hashed once. */
let passwordHash: string | undefined
const START = Date.parse('2026-01-05T08:00:00Z')

/** No rate limits: tests send requests faster than users. */
export const UNLIMITED = {
  none: undefined,
  standard: undefined,
  'sign-in': undefined,
  refresh: undefined,
  invitation: undefined,
}

export interface TestResponse {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, unknown>>
  /** `name=value` of the refresh cookie, if the response sets one. */
  readonly cookie: string | undefined
}

export interface IdentityHarness {
  readonly app: FastifyInstance
  readonly database: Database
  readonly identity: Identity
  /** Sessions published as ended so far. */
  readonly ended: readonly SessionEnded[]
  readonly clock: { now: number; advance(ms: number): void }
  /** Whether the database accepts no writes, as on a full disk. */
  setReadOnly(isReadOnly: boolean): void
  /** Begins to sweep what has expired. */
  sweep(): void
  /** Ends the delays that the service waits for. */
  endDelays(): void
  call(options: InjectOptions): Promise<TestResponse>
  signIn(given?: {
    email?: string
    password?: string
    remember_me?: boolean
    ip?: string
    cookie?: string
  }): Promise<TestResponse>
  refresh(cookie: string): Promise<TestResponse>
  addUser(email: string, role: Role): Promise<string>
  /** Restores the initial state: only the administrator, nothing published, the start time. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** The identity service on its own application and database, with a manual clock. */
export async function createIdentityHarness(
  settings: Partial<IdentitySettings> = {},
  {
    mailer,
    sendMail,
    passwordResetMailer,
    hashing = CHEAP_HASHING,
    seenElsewhere,
    rates = UNLIMITED,
  }: Pick<IdentityDeps, 'mailer' | 'sendMail' | 'passwordResetMailer' | 'hashing' | 'seenElsewhere'> &
    Pick<AppDeps, 'rates'> = {},
): Promise<IdentityHarness> {
  const writable = await testDatabase()
  let refusal: ReadOnly | undefined
  const database: Database = {
    ...writable,
    readOnly: () => refusal,
    transaction: (work) => (refusal ? Promise.reject(refusal) : writable.transaction(work)),
  }
  const sweepTicks$ = new Subject<void>()
  const delayEnds$ = new Subject<void>()
  const clock = {
    now: START,
    advance(ms: number) {
      clock.now += ms
    },
  }
  const identity = await createIdentity({
    database,
    settings: {
      dataDir: '/nowhere',
      signingKeys: [SIGNING_KEY],
      adminEmail: ADMIN.email,
      adminPassword: ADMIN.password,
      secureCookies: false,
      ...settings,
    },
    now: () => clock.now,
    random: () => 0.5,
    mailer,
    sendMail,
    passwordResetMailer,
    hashing,
    ...(seenElsewhere && { seenElsewhere }),
    sweepTicks$,
    delay: () => delayEnds$,
    report: (error) => {
      throw error
    },
  })
  await identity.firstAdministrator()
  const ended: SessionEnded[] = []
  identity.sessionEnded$.subscribe((end) => ended.push(end))
  const { access, cookieOwner } = identity
  const app = await createApp({ access, cookieOwner, toKnownFailure: toUnavailable, rates })
  await app.register(identity.routes, { prefix: DEFAULT_BASES.identity })
  await app.ready()
  const call = async (options: InjectOptions): Promise<TestResponse> => {
    const reply = await app.inject(options)
    const cookie = reply.cookies.find(({ name, value }) => name.endsWith('rt') && value !== '')
    return {
      status: reply.statusCode,
      body: reply.headers['content-type']?.toString().includes('json') ? reply.json() : reply.body,
      headers: reply.headers,
      cookie: cookie && `${cookie.name}=${cookie.value}`,
    }
  }
  const post = (path: string, rest: InjectOptions) =>
    call({ method: 'POST', url: `${DEFAULT_BASES.identity}${path}`, ...rest })
  return {
    app,
    database,
    identity,
    ended,
    clock,
    setReadOnly(isReadOnly) {
      refusal = isReadOnly ? new ReadOnly('disk-full') : undefined
    },
    sweep: () => sweepTicks$.next(),
    endDelays: () => delayEnds$.next(),
    call,
    signIn: ({ ip = '203.0.113.7', cookie, ...given } = {}) =>
      post(AUTH.login.path, {
        payload: { ...ADMIN, ...given },
        remoteAddress: ip,
        ...(cookie !== undefined && { headers: { cookie } }),
      }),
    refresh: (cookie) => post(AUTH.refresh.path, { headers: { cookie } }),
    async addUser(email, role) {
      passwordHash ??= await CHEAP_HASHING.hash(ADMIN.password)
      const [row] = await database.db
        .insert(users)
        .values({ email, username: email, role, passwordHash, createdAt: new Date(clock.now) })
        .returning({ id: users.id })
      return row!.id
    },
    async reset() {
      await identity.settled()
      await emptyDatabase(database)
      clock.now = START
      refusal = undefined
      await identity.firstAdministrator()
      ended.length = 0
    },
    async close() {
      await identity.close()
      await app.close()
      await database.close()
    },
  }
}

/** The `access_token` of a sign-in or refresh response. */
export const accessTokenOf = (reply: TestResponse): string =>
  (reply.body as { data: { access_token: string } }).data.access_token

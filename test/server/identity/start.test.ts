import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { auditEntries, sessions, users } from '#server/database/schema/identity.ts'
import { createFirstAdministrator } from '#server/identity/first-administrator.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { passwordError } from '#contract/password-rules.ts'
import { createPasswords, type Passwords } from '#server/identity/passwords.ts'
import { endSession, expiredSessions, startSession } from '#server/identity/sessions.ts'
import { loadSigningKeys, parseSigningKeys } from '#server/identity/signing-keys.ts'
import { emptyDatabase, testDatabase } from '#test/support/server/database.ts'

const NOW = Date.parse('2026-01-05T08:00:00Z')
const now = () => NOW

let database: Database
let passwords: Passwords
beforeAll(async () => {
  passwords = createPasswords()
  database = await testDatabase()
})
beforeEach(() => emptyDatabase(database))
afterAll(() => database.close())

describe('the first administrator', () => {
  const make = (email?: string, password?: string) =>
    createFirstAdministrator({ database, passwords, now, email, password })

  it('[ID-60] is created with a valid generated password that is returned once', async () => {
    const made = await make()
    const [user] = await database.db.select().from(users)

    expect(made).toEqual({
      email: 'admin@pairbot.local',
      password: expect.stringMatching(/^[A-HJ-NP-Za-km-z2-9]{20}$/),
      isWeak: false,
    })
    expect(passwordError(made!.password!)).toBeUndefined()
    expect(user).toMatchObject({ email: 'admin@pairbot.local', username: 'admin', role: 'Admin', isActive: true })
    expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwords.withSlot((verify) => verify(made!.password!, user?.passwordHash))).toBe(true)
    expect(await database.db.select().from(auditEntries)).toEqual([
      expect.objectContaining({
        action: 'user.created',
        userId: user?.id,
        details: { by: 'first start', role: 'Admin' },
      }),
    ])
  })

  it('[ID-60] is created from the settings without returning the password', async () => {
    expect(await make(' Boss@Pairbot.test', 'Correct-horse-7')).toEqual({
      email: 'boss@pairbot.test',
      password: undefined,
      isWeak: false,
    })
  })

  it('[ID-65] accepts a common password from the settings and reports it', async () => {
    expect(await make('boss@pairbot.test', 'Password1')).toMatchObject({ isWeak: true })
  })

  it('[ID-60] is not created again', async () => {
    await make()
    expect(await make('other@pairbot.test', 'Correct-horse-7')).toBeUndefined()
    expect(await database.db.select().from(users)).toHaveLength(1)
  })

  it('[ID-60] is created once by concurrent starts', async () => {
    const made = await Promise.all([make(), make(), make()])
    expect(made.filter(Boolean)).toHaveLength(1)
    expect(await database.db.select().from(users)).toHaveLength(1)
  })

  it('[ID-60] rejects an invalid password with a message', async () => {
    await expect(make('boss@pairbot.test', 'correct-horse')).rejects.toThrow(
      "The first administrator's password cannot be used: Password must contain at least one uppercase letter",
    )
    expect(await database.db.select().from(users)).toEqual([])
  })

  it.each([
    ['Short-1', 'Password must be at least 8 characters'],
    ['lower-case-1', 'Password must contain at least one uppercase letter'],
    ['UPPER-CASE-1', 'Password must contain at least one lowercase letter'],
    ['No-digit-here', 'Password must contain at least one number'],
    [`Aa1${'x'.repeat(1_022)}`, 'Password must be at most 1024 characters'],
    [`Aa1${'x'.repeat(1_021)}`, undefined],
    ['Line-1\nbreak', undefined],
  ])('[ID-61] password %j: %s', (password, fault) => {
    expect(passwordError(password)).toBe(fault)
  })
})

describe('signing keys', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pairbot-keys-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  /** Loads the keys of a database that is available. */
  async function load(path: string, hasUsers: boolean) {
    const { keys, confirm } = await loadSigningKeys(path)
    await confirm(async () => hasUsers)
    return keys
  }

  it('[ID-62] are created at the first start, readable by the owner only, and reused', async () => {
    const path = join(folder, 'new', 'keys.json')
    const made = await load(path, false)

    expect(made).toEqual([{ kid: expect.any(String), secret: expect.any(Uint8Array) }])
    expect(made[0]!.secret).toHaveLength(32)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await load(path, true)).toEqual(made)
  })

  it('[ID-62] S4 BC-32 abort the start when missing although there are users, and are not created', async () => {
    const path = join(folder, 'gone.json')
    await expect(load(path, true)).rejects.toThrow(`The signing keys ${path} are missing`)
    await expect(stat(path)).rejects.toThrow('ENOENT')
  })

  it.each([
    ['', 'not valid JSON'],
    ['{"keys":[]}', 'are damaged'],
    ['{"keys":[{"kid":"a","secret":"c2hvcnQ"}]}', 'are damaged'],
  ])('[ID-62] S4 %j aborts the start', async (content, message) => {
    const path = join(folder, 'damaged.json')
    await writeFile(path, content)
    await expect(load(path, false)).rejects.toThrow(message)
    expect(await readFile(path, 'utf8')).toBe(content)
  })

  it('[RL-14] are not created by a process that has those of another', async () => {
    const path = join(folder, 'none.json')
    await expect(loadSigningKeys(path, { mayCreate: false })).rejects.toThrow('or its content as PAIRBOT_SIGNING_KEYS')
    await expect(stat(path)).rejects.toThrow('ENOENT')
    const made = await load(path, false)
    expect((await loadSigningKeys(path, { mayCreate: false })).keys).toEqual(made)
  })

  it('[RL-14] can be given in a setting, with the content of the file', async () => {
    const path = join(folder, 'given.json')
    const made = await load(path, false)
    expect(parseSigningKeys(await readFile(path, 'utf8'), 'PAIRBOT_SIGNING_KEYS')).toEqual(made)
    expect(() => parseSigningKeys('{', 'PAIRBOT_SIGNING_KEYS')).toThrow(
      'The signing keys in PAIRBOT_SIGNING_KEYS are not valid JSON.',
    )
  })

  it('[ID-62] are not stored before it is known whether there are users', async () => {
    const path = join(folder, 'waiting.json')
    const { keys, confirm } = await loadSigningKeys(path)
    await expect(stat(path)).rejects.toThrow('ENOENT')
    await confirm(async () => false)
    expect(await load(path, true)).toEqual(keys)
  })

  it('[ID-62] are only created after checking for users', async () => {
    await createFirstAdministrator({ database, passwords, now, email: undefined, password: undefined })
    const settings = { dataDir: join(folder, 'empty'), secureCookies: false }
    // An external database does not hold up a start: there the first step that waits for it fails.
    const identity = createIdentity({ database, settings, now, random: () => 0, report: () => undefined })
    await expect(identity.then((made) => made.firstAdministrator())).rejects.toThrow('although there are users')
  })
})

describe('hashing', () => {
  it('[ID-63] S5 is argon2id with 19,456 KiB, two passes and one lane', async () => {
    expect(await passwords.hash('Correct-horse-7')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('[ID-63] S5 SC-12 accepts 34 at a time and rejects more with 429', async () => {
    const fulfilled = Array.from({ length: 40 }, () => passwords.withSlot((verify) => verify('x', undefined)))
    const results = await Promise.allSettled(fulfilled)

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(34)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { statusCode: 429, headers: { 'retry-after': '1' } },
    })
    expect(await passwords.withSlot(async () => 'free again')).toBe('free again')
  })

  it('[ID-63] [ID-91] accepts users who are signed in while strangers take all that there are', async () => {
    const strangers = Array.from({ length: 34 }, () => passwords.withSlot((verify) => verify('x', undefined)))
    await expect(passwords.withSlot(async () => 'stranger')).rejects.toMatchObject({ statusCode: 429 })
    expect(await passwords.signedIn.withSlot(async () => 'user')).toBe('user')
    await Promise.all(strangers)
  })
})

describe('expired sessions', () => {
  it('[ID-64] are found once, by the next sweep, without revoked ones', async () => {
    await createFirstAdministrator({ database, passwords, now, email: undefined, password: undefined })
    const [user] = await database.db.select().from(users)
    const start = () =>
      startSession(database.db, {
        userId: user!.id,
        remembered: false,
        now: NOW,
        ipAddress: '',
        userAgent: 'x'.repeat(300),
      })
    const session = await start()
    const revoked = await start()
    await endSession(database.db, revoked.id, 'revoked', NOW)
    const end = session.expiresAt

    expect(await expiredSessions(database.db, end - 60_000, end - 1)).toEqual([])
    expect(await expiredSessions(database.db, end - 1, end + 59_999)).toEqual([
      { sessionId: session.id, userId: user!.id, reason: 'expired' },
    ])
    expect(await expiredSessions(database.db, end, end + 60_000)).toEqual([])
    expect((await database.db.select().from(sessions))[0]?.userAgent).toHaveLength(256)
  })
})

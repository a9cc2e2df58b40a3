import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Queries } from '#server/database/database.ts'
import { openPostgresql } from '#server/database/postgresql.ts'
import { signInChallenges } from '#server/database/schema/factors.ts'
import { users } from '#server/database/schema/identity.ts'
import { assertStillAdministrator } from '#server/identity/admin/user-actions.ts'
import { writeAudit } from '#server/identity/audit/audit.ts'
import { issueChallenge, lockChallenge } from '#server/identity/factors/challenges.ts'
import { lockAccount } from '#server/identity/users.ts'
import { createDatabase, hasPostgresql, startPostgresql } from '#test/support/server/postgresql.ts'
import { dropExpiredChallenges } from '#server/identity/sweep.ts'

const AT = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000

/** A step that one transaction waits for and another takes. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open, opened }
}

describe.skipIf(!hasPostgresql())('locks of two requests at once', () => {
  let server: Awaited<ReturnType<typeof startPostgresql>>
  let storage: Awaited<ReturnType<typeof createDatabase>>
  let database: Database
  let userId: string
  beforeAll(async () => {
    server = await startPostgresql()
    storage = await createDatabase(server.url)
    database = openPostgresql(storage.url, () => undefined)
    await database.whenReady
    const person = { email: 'ada@pairbot.test', username: 'ada', role: 'Admin', passwordHash: '-' } as const
    const [row] = await database.db
      .insert(users)
      .values({ ...person, createdAt: new Date(AT) })
      .returning({ id: users.id })
    userId = row?.id ?? ''
  }, 60_000)
  afterAll(async () => {
    await database?.close()
    await storage?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
  })

  it.each([
    ['an account', (tx: Queries) => lockAccount(tx, userId)],
    ['all administrators', (tx: Queries) => assertStillAdministrator(tx, userId)],
  ])('[DU-27] who holds %s lets others write what its user did', async (_, lock) => {
    const [head, account] = [gate(), gate()]
    const first = database.transaction(async (tx) => {
      await writeAudit(tx, { action: 'session.cleaned_up', at: AT })
      head.open()
      await account.opened
      await writeAudit(tx, { action: 'session.ended', userId, at: AT })
    })
    const second = database.transaction(async (tx) => {
      await head.opened
      await lock(tx)
      account.open()
      await writeAudit(tx, { action: 'session.started', userId, at: AT })
    })

    expect(await Promise.allSettled([first, second])).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }])
  })

  it('[DU-27] a sweep waits for no challenge that is being answered, and takes it next time', async () => {
    const issue = () =>
      issueChallenge(database.db, { id: userId, passwordHash: '-' }, { remembered: false, now: AT - DAY_MS })
    await issue()
    const answered = await issue()
    const sweep = () => database.transaction((tx) => dropExpiredChallenges(tx, signInChallenges, AT))
    const left = async () => (await database.db.select().from(signInChallenges)).length

    await database.transaction(async (tx) => {
      await lockChallenge(tx, answered, AT)
      await sweep()
      expect(await left()).toBe(1)
    })
    await sweep()

    expect(await left()).toBe(0)
  })
})

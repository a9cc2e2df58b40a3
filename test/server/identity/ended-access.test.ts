import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SESSION } from '#contract/limits.ts'
import { sessions, users } from '#server/database/schema/identity.ts'
import { createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'
import { addSignedInUser, type SignedInUser } from '#test/support/data/people.ts'

let harness: IdentityHarness
let user: SignedInUser
let sessionId: string
beforeAll(async () => {
  harness = await createIdentityHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.reset()
  user = await addSignedInUser(harness, 'ada@pairbot.test', 'Trader')
  const [session] = await harness.database.db.select().from(sessions).where(eq(sessions.userId, user.id))
  sessionId = session?.id ?? ''
})

const change = (values: Partial<typeof sessions.$inferInsert>) =>
  harness.database.transaction((tx) => tx.update(sessions).set(values).where(eq(sessions.id, sessionId)))
const find = (since = harness.clock.now) => harness.identity.findEndedAccess([{ sessionId, userId: user.id, since }])
const endedFor = (reason: string) => ({ ended: [{ sessionId, userId: user.id, reason }], renewed: [] })
const NOTHING = { ended: [], renewed: [] }

describe('looking for access that has ended', () => {
  it('[OP-51] finds nothing while the session goes on', async () => {
    expect(await find()).toEqual(NOTHING)
    expect(await harness.identity.findEndedAccess([])).toEqual(NOTHING)
  })

  it.each(['signed_out', 'role', 'reuse'] as const)('[OP-51] finds a session that ended: %s', async (reason) => {
    await change({ revokedAt: new Date(harness.clock.now), revokedReason: reason })
    expect(await find()).toEqual(endedFor(reason))
  })

  it('[OP-51] finds one that expired', async () => {
    harness.clock.advance(SESSION.idleMs)
    expect(await find()).toEqual(endedFor('expired'))
  })

  it('[OP-51] finds one that was deleted', async () => {
    sessionId = '00000000-0000-4000-8000-000000000000'
    expect(await find()).toEqual(endedFor('revoked'))
  })

  it('[OP-51] finds one of an account that is no longer active', async () => {
    await harness.database.transaction((tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, user.id)))
    expect(await find()).toEqual(endedFor('account'))
  })

  it('[OP-51] finds one in use since before its tokens were replaced, once they are refused', async () => {
    const renewedAt = harness.clock.now
    await change({ tokensRenewedAt: new Date(renewedAt) })
    expect(await find()).toEqual(NOTHING)
    harness.clock.advance(SESSION.renewalGraceMs)
    expect(await find(renewedAt)).toEqual({ ended: [], renewed: [{ sessionId }] })
    expect(await find(harness.clock.now + 1)).toEqual(NOTHING)
  })
})

import { Subject } from 'rxjs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { sessions, signInAttempts, signInThrottles, socketTickets } from '#server/database/schema/identity.ts'
import type { SessionEnded } from '#server/identity/sessions.ts'
import { createSocketTickets } from '#server/identity/socket-tickets.ts'
import { sweepPeriodically } from '#server/identity/sweep.ts'
import { createUnstoredSessions } from '#server/identity/unstored-sessions.ts'
import { createIdentityHarness, type IdentityHarness } from '#test/support/server/identity.ts'

const DAY_MS = 86_400_000

let harness: IdentityHarness
beforeAll(async () => {
  harness = await createIdentityHarness()
})
beforeEach(() => harness.reset())
afterAll(() => harness.close())

/** Runs one sweep per call; resolves to the expired sessions or the reported error. */
function sweeper(database: Database) {
  const ticks$ = new Subject<void>()
  let settle: (outcome: readonly SessionEnded[] | Error) => void = () => undefined
  const report = (error: unknown) => settle(error as Error)
  const unstored = createUnstoredSessions()
  const now = () => harness.clock.now
  sweepPeriodically({ database, unstored, now, report, ticks$ }).subscribe((found) => settle(found))
  return () =>
    new Promise<readonly SessionEnded[] | Error>((done) => {
      settle = done
      ticks$.next()
    })
}

describe('sweeping', () => {
  it('[ID-64] emits each expired session once and deletes rows that no rule needs', async () => {
    const sweep = sweeper(harness.database)
    await harness.signIn()
    await harness.signIn({ password: 'Wrong-horse-7' })
    const [session] = await harness.database.db.select().from(sessions)
    await createSocketTickets(harness.database).issue(
      { sessionId: session!.id, path: undefined, origin: undefined, accessUntil: 0 },
      harness.clock.now,
    )
    harness.clock.advance(DAY_MS)

    expect(await sweep()).toEqual([{ sessionId: session!.id, userId: session!.userId, reason: 'expired' }])
    expect(await sweep()).toEqual([])
    expect(await harness.database.db.select().from(socketTickets)).toEqual([])
    expect(await harness.database.db.select().from(signInThrottles)).toEqual([])
    expect(await harness.database.db.select().from(signInAttempts)).toHaveLength(2)
    harness.clock.advance(90 * DAY_MS)
    await sweep()
    expect(await harness.database.db.select().from(signInAttempts)).toEqual([])
  })

  it('[ID-64] D6 reports a failed sweep and catches up with the next one', async () => {
    let broken = true
    const sweep = sweeper({
      ...harness.database,
      transaction: (work) => (broken ? Promise.reject(new Error('away')) : harness.database.transaction(work)),
    })
    await harness.signIn()
    harness.clock.advance(DAY_MS)

    expect(await sweep()).toEqual(new Error('away'))
    broken = false
    expect(await sweep()).toEqual([expect.objectContaining({ reason: 'expired' })])
  })
})

import { Subject } from 'rxjs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { sessions, signInAttempts, signInThrottles, socketTickets } from '#server/database/schema/identity.ts'
import type { SessionEnded } from '#server/identity/sessions.ts'
import { issueTicket } from '#server/identity/socket-tickets.ts'
import { sweepPeriodically } from '#server/identity/sweep.ts'
import { createIdentityFixture, type IdentityFixture } from '#test/support/server/identity.ts'

const DAY_MS = 86_400_000

let rig: IdentityFixture
beforeAll(async () => {
  rig = await createIdentityFixture()
})
beforeEach(() => rig.reset())
afterAll(() => rig.close())

/** A sweep at each call; gives the sessions it found, or the error it reported. */
function sweeper(database: Database) {
  const ticks$ = new Subject<void>()
  let settle: (outcome: readonly SessionEnded[] | Error) => void = () => undefined
  const report = (error: unknown) => settle(error as Error)
  sweepPeriodically({ database, now: () => rig.clock.now, report, ticks$ }).subscribe((found) => settle(found))
  return () =>
    new Promise<readonly SessionEnded[] | Error>((done) => {
      settle = done
      ticks$.next()
    })
}

describe('sweeping', () => {
  it('[ID-64] gives each session once whose time ran out, and deletes what no rule looks at', async () => {
    const sweep = sweeper(rig.database)
    await rig.signIn()
    await rig.signIn({ password: 'Wrong-horse-7' })
    const [session] = await rig.database.db.select().from(sessions)
    await issueTicket(
      rig.database.db,
      { sessionId: session!.id, path: undefined, origin: undefined, accessUntil: 0 },
      rig.clock.now,
    )
    rig.clock.advance(DAY_MS)

    expect(await sweep()).toEqual([{ sessionId: session!.id, userId: session!.userId, reason: 'expired' }])
    expect(await sweep()).toEqual([])
    expect(await rig.database.db.select().from(socketTickets)).toEqual([])
    expect(await rig.database.db.select().from(signInThrottles)).toEqual([])
    expect(await rig.database.db.select().from(signInAttempts)).toHaveLength(2)
    rig.clock.advance(90 * DAY_MS)
    await sweep()
    expect(await rig.database.db.select().from(signInAttempts)).toEqual([])
  })

  it('[ID-64] D6 a sweep that fails is reported, and the next one makes up for it', async () => {
    let broken = true
    const sweep = sweeper({
      ...rig.database,
      transaction: (work) => (broken ? Promise.reject(new Error('away')) : rig.database.transaction(work)),
    })
    await rig.signIn()
    rig.clock.advance(DAY_MS)

    expect(await sweep()).toEqual(new Error('away'))
    broken = false
    expect(await sweep()).toEqual([expect.objectContaining({ reason: 'expired' })])
  })
})

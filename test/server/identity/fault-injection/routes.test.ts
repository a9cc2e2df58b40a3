import type { FastifyInstance } from 'fastify'
import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentFaultInjectionSchema, faultInjectionResponseSchema } from '#contract/fault-injection.ts'
import * as PROXY from '#contract/endpoints/stream-proxy.ts'
import * as CANDLES from '#contract/endpoints/candles.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { auditEntries } from '#server/database/schema/identity.ts'
import { createApp } from '#server/http/app.ts'
import { verifyAudit } from '#server/identity/audit/verify.ts'
import { accessTokenOf, createIdentityHarness, UNLIMITED, type IdentityHarness } from '#test/support/server/identity.ts'
import {
  callWith,
  dataOf,
  addSignedInUser,
  ok,
  refused,
  signInUser,
  type SignedInUser,
} from '#test/support/data/people.ts'

const PATH = '/admin/fault-injection'
const OUTAGE = { kind: 'answer-503', seconds: 30 }
const DATA = [`${DEFAULT_BASES.tdp}${CANDLES.recent.path}`, `${DEFAULT_BASES.proxy}${PROXY.streams.path}`]

let harness: IdentityHarness
/** Protected services, reduced to the guard in front of them. */
let services: FastifyInstance
let admin: SignedInUser
beforeAll(async () => {
  harness = await createIdentityHarness()
  services = await createApp({
    access: harness.identity.access,
    injectFailure: harness.identity.faultInjection.failureStatus,
    rates: UNLIMITED,
  })
  for (const url of DATA) services.get(url, async () => 'data')
  await services.ready()
})
beforeEach(async () => {
  await harness.reset()
  admin = await signInUser(harness)
})
afterAll(async () => {
  await services.close()
  await harness.close()
})

const start = (fault: object, person = admin) => person.call('POST', PATH, fault)
const dataStatus = async (token: string) => {
  const replies = await Promise.all(
    DATA.map((url) => services.inject({ url, headers: { authorization: `Bearer ${token}` } })),
  )
  return replies.map(({ statusCode }) => statusCode)
}
const audited = async () => {
  const rows = await harness.database.db
    .select()
    .from(auditEntries)
    .where(inArray(auditEntries.action, ['drill.started', 'drill.stopped']))
    .orderBy(auditEntries.seq)
  return rows.map(({ action, userId, ipAddress, details }) => ({ action, userId, ipAddress, details }))
}
const sidOf = (person: SignedInUser) =>
  (JSON.parse(Buffer.from(person.token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid

describe('starting a fault', () => {
  it('[DR-1] [DR-3] starts, returns and stops it, auditing start and stop', async () => {
    const begun = await start(OUTAGE)
    const { injection } = dataOf(faultInjectionResponseSchema, begun)

    expect([begun.status, injection.fault]).toEqual([201, OUTAGE])
    expect(Date.parse(injection.ends_at) - Date.parse(injection.started_at)).toBe(30_000)
    expect(await admin.call('GET', PATH)).toEqual(ok({ injection }))
    expect(await dataStatus(admin.token)).toEqual([503, 503])
    expect(await admin.call('DELETE', PATH)).toEqual(ok({ injection }))
    expect(await admin.call('GET', PATH)).toEqual(ok({ injection: null }))
    expect(await admin.call('DELETE', PATH)).toEqual(ok({ injection: null }))
    expect(await dataStatus(admin.token)).toEqual([200, 200])
    const row = { userId: admin.id, ipAddress: '203.0.113.7', details: { session: sidOf(admin), ...OUTAGE } }
    expect(await audited()).toEqual([
      { action: 'drill.started', ...row },
      { action: 'drill.stopped', ...row },
    ])
    expect(await verifyAudit(harness.database.db)).toMatchObject({ ok: true })
  })

  it('[DR-3] does not start when it cannot be audited', async () => {
    const transaction = vi.spyOn(harness.database, 'transaction').mockRejectedValueOnce(new Error('no luck'))
    expect((await start(OUTAGE)).status).toBe(500)
    transaction.mockRestore()
    expect(await dataStatus(admin.token)).toEqual([200, 200])
    expect(dataOf(currentFaultInjectionSchema, await admin.call('GET', PATH))).toEqual({ injection: null })
  })

  it('[DR-2] rejects a second one at the same time, even when concurrent', async () => {
    const answers = await Promise.all([start(OUTAGE), start(OUTAGE), start(OUTAGE)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    expect(answers.find(({ status }) => status === 409)).toEqual(
      refused(409, 'A fault is already active in this session'),
    )
    expect(await audited()).toHaveLength(1)
    await admin.call('DELETE', PATH)
  })

  it.each<[object, string]>([
    [{ kind: 'answer-503' }, 'seconds'],
    [{ kind: 'answer-503', seconds: 0 }, 'seconds'],
    [{ kind: 'answer-503', seconds: 61 }, 'seconds'],
    [{ kind: 'answer-503', seconds: 1.5 }, 'seconds'],
    [{ kind: 'answer-503', seconds: '5' }, 'seconds'],
    [{ kind: 'power-cut', seconds: 5 }, 'kind'],
    [{ seconds: 5 }, 'kind'],
    [{ kind: 'stop-stream', seconds: 5 }, 'stream'],
    [{ kind: 'stop-stream', seconds: 5, stream: 'divergence' }, 'stream'],
    [{ kind: 'delay-feed', seconds: 5, delay_ms: 99 }, 'delay_ms'],
    [{ kind: 'delay-feed', seconds: 5, delay_ms: 10_001 }, 'delay_ms'],
    [{ kind: 'cut-socket', seconds: 5, socket: 'both' }, 'socket'],
    [{ kind: 'answer-503', seconds: 5, session: 'another' }, 'session'],
  ])('[DR-4] rejects %j with the name of the invalid field', async (fault, word) => {
    const answer = await start(fault)
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining(word)])
    expect(dataOf(currentFaultInjectionSchema, await admin.call('GET', PATH))).toEqual({ injection: null })
    expect(await audited()).toEqual([])
  })

  it.each([1, 60])('[DR-4] accepts %i s', async (seconds) => {
    expect((await start({ kind: 'cut-socket', seconds })).status).toBe(201)
    await admin.call('DELETE', PATH)
  })

  it('returns the default delay when none was given', async () => {
    const { injection } = dataOf(faultInjectionResponseSchema, await start({ kind: 'delay-feed', seconds: 5 }))
    expect(injection.fault).toEqual({ kind: 'delay-feed', seconds: 5, delay_ms: 2_000 })
    await admin.call('DELETE', PATH)
  })

  it.each(['Viewer', 'Trader'] as const)('[DR-6] rejects a %s', async (role) => {
    const person = await addSignedInUser(harness, 'grace@pairbot.test', role)
    const forbidden = refused(403, 'Access denied. Admin role required.')
    expect(await start(OUTAGE, person)).toEqual(forbidden)
    expect(await person.call('GET', PATH)).toEqual(forbidden)
    expect(await person.call('DELETE', PATH)).toEqual(forbidden)
    expect([await audited(), await dataStatus(person.token)]).toEqual([[], [200, 200]])
  })
})

describe('an active fault', () => {
  it('[DR-1] does not affect other sessions, even of the same administrator', async () => {
    const grace = await addSignedInUser(harness, 'grace@pairbot.test', 'Admin')
    const phone = await signInUser(harness)
    await start(OUTAGE)

    expect(await dataStatus(admin.token)).toEqual([503, 503])
    for (const other of [grace, phone]) {
      expect(await dataStatus(other.token)).toEqual([200, 200])
      expect(dataOf(currentFaultInjectionSchema, await other.call('GET', PATH))).toEqual({ injection: null })
      expect(dataOf(currentFaultInjectionSchema, await other.call('DELETE', PATH))).toEqual({ injection: null })
    }
    expect(await dataStatus(admin.token)).toEqual([503, 503])
    await admin.call('DELETE', PATH)
  })

  it('[DR-5] responds 401 except to a renewed token, or to all with `renewed`, but not in the identity service', async () => {
    await start({ kind: 'answer-401', seconds: 30 })
    const reply = await services.inject({ url: DATA[0]!, headers: { authorization: `Bearer ${admin.token}` } })
    expect([reply.statusCode, reply.json(), reply.headers['www-authenticate']]).toEqual([
      401,
      { success: false, error: 'The access token is not valid.' },
      'Bearer error="invalid_token"',
    ])
    expect((await admin.call('GET', '/auth/me')).status).toBe(200)
    harness.clock.advance(1_000)
    const renewed = accessTokenOf(await harness.refresh(admin.cookie))
    expect(await dataStatus(renewed)).toEqual([200, 200])
    expect((await callWith(harness, renewed)('DELETE', PATH)).status).toBe(200)

    await start({ kind: 'answer-401', seconds: 30, renewed: true })
    expect([await dataStatus(admin.token), await dataStatus(renewed)]).toEqual([
      [401, 401],
      [401, 401],
    ])
    expect((await admin.call('DELETE', PATH)).status).toBe(200)
  })

  it('[DR-5] responds 503 with the status text', async () => {
    await start(OUTAGE)
    const reply = await services.inject({ url: DATA[1]!, headers: { authorization: `Bearer ${admin.token}` } })
    expect([reply.statusCode, reply.json()]).toEqual([503, { success: false, error: 'Service Unavailable' }])
    expect((await admin.call('GET', '/admin/users')).status).toBe(200)
    await admin.call('DELETE', PATH)
  })

  it('[DR-1] ends with its session', async () => {
    await start(OUTAGE)
    const ended: unknown[] = []
    const listening = harness.identity.faultInjection.changes$.subscribe((change) => ended.push(change))
    await harness.call({ method: 'POST', url: '/api/identity/auth/logout', headers: { cookie: admin.cookie } })
    listening.unsubscribe()
    expect(ended).toEqual([{ sessionId: sidOf(admin), fault: undefined }])
    expect(harness.identity.faultInjection.faultOf(sidOf(admin))).toBeUndefined()
  })
})

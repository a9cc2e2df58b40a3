import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { adminUsersSchema, auditLogSchema } from '#contract/admin.ts'
import { sessionGrantSchema } from '#contract/auth.ts'
import { createdInvitationSchema } from '#contract/invitations.ts'
import * as ACCOUNT from '#contract/endpoints/account.ts'
import * as ADMINISTRATION from '#contract/endpoints/administration.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import { createdStrategySchema } from '#contract/strategies/responses.ts'
import { createLogger } from '#server/http/logger.ts'
import { parseSettings } from '#server/settings.ts'
import { start } from '#server/start.ts'
import { startComposition } from '#test/support/server/composition.ts'
import { connectClient } from '#test/support/server/gateway.ts'
import { ADMIN } from '#test/support/server/identity.ts'
import { strategyBody } from '#test/support/server/strategies.ts'
import { POLICY } from '#server/http/route-policy.ts'

let running: Awaited<ReturnType<typeof startComposition>>
const lines: string[] = []
beforeAll(async () => {
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  running = await startComposition({ env: { PAIRBOT_TRUST_PROXY: '1' }, logger })
}, 120_000)
afterAll(() => running.stop())

type Method = 'GET' | 'POST' | 'PATCH'
async function ask(url: string, token?: string, method: Method = 'GET', payload?: object): Promise<unknown> {
  const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  return (await running.app.inject({ method, url, headers, ...(payload && { payload }) })).json()
}
const wrapped = z.object({ success: z.literal(true), data: z.unknown() })
/** What a call below the identity base gives. */
async function identity<T extends z.ZodMiniType>(schema: T, path: string, ...rest: [string?, Method?, object?]) {
  return z.parse(schema, z.parse(wrapped, await ask(`${DEFAULT_BASES.identity}${path}`, ...rest)).data)
}
const addressed = z.object({
  kind: z.optional(z.string()),
  address: z.optional(z.string()),
  req: z.optional(z.object({ url: z.string(), ip: z.string() })),
})
const strategies = (path: string) => `${DEFAULT_BASES.strategy}${path}`

describe('the composed server', { timeout: 60_000 }, () => {
  it('[SG-68] [SG-69] deactivating an account stops its strategies, and the audit log records both', async () => {
    const { access_token: admin } = await identity(sessionGrantSchema, AUTH.login.path, undefined, 'POST', ADMIN)
    const email = 'trader@pairbot.test'
    const { invitation } = await identity(createdInvitationSchema, ADMINISTRATION.invitations.path, admin, 'POST', {
      email,
      role: 'Trader',
    })
    const { access_token: trader } = await identity(sessionGrantSchema, ACCOUNT.register.path, undefined, 'POST', {
      invitation_code: invitation.code,
      email,
      password: ADMIN.password,
    })
    const made = await ask(strategies(STRATEGIES.custom.path), trader, 'POST', strategyBody())
    const { strategy_id: id } = z.parse(createdStrategySchema, made)
    const { users } = await identity(adminUsersSchema, `${ADMINISTRATION.users.path}?search=${email}`, admin)
    const user = users[0]?.id ?? ''
    await identity(z.unknown(), ADMINISTRATION.setStatus.path.replace(':id', user), admin, 'PATCH', {
      is_active: false,
    })

    const { entries } = await identity(auditLogSchema, ADMINISTRATION.audit.path, admin)
    const said = new Map(entries.map(({ action, details }) => [action, details]))
    expect(said.get('strategy.created')).toEqual({ target: id, name: 'Two indicators', status: 'active' })
    expect(said.get('user.deactivated')).toMatchObject({ target: user })
    expect(said.get('strategy.paused')).toEqual({ target: user, reason: 'account', strategies: [id] })
    expect(await ask(strategies(STRATEGIES.health.path), admin)).toMatchObject({ active_strategies: 0 })
  })

  it('[HT-1] [HT-43] every policy entry has a route', () => {
    const entries = Object.keys(POLICY).map((key) => key.split(' ') as ['GET', string])
    expect(entries.filter(([method, url]) => !running.app.hasRoute({ method, url }))).toEqual([])
  })

  it('[ID-25] sockets and calls identify a client behind the proxy by the address that the proxy reports', async () => {
    lines.length = 0
    const forwarded = { 'x-forwarded-for': '203.0.113.66, 198.51.100.9' }
    await running.app.inject({ url: '/health', headers: forwarded })
    await connectClient(`${running.address.replace('http', 'ws')}${SOCKET_PATHS.tdp}?token=x`, {
      origin: running.address,
      headers: forwarded,
    }).closed

    const logged = lines.map((line) => z.parse(addressed, JSON.parse(line)))
    expect(logged.filter(({ req }) => req?.url === '/health').map(({ req }) => req?.ip)).toEqual(['198.51.100.9'])
    expect(logged.filter(({ kind }) => kind === 'socket-refused').map(({ address }) => address)).toEqual([
      '198.51.100.9',
    ])
  })
})

describe('[OP-2] a data directory that is a file', () => {
  it('aborts the start with one line that names the setting', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pairbot-start-'))
    const file = join(folder, 'notes.txt')
    await writeFile(file, 'mine')
    const settings = parseSettings({ PORT: '0', PAIRBOT_DATA_DIR: file, PAIRBOT_MARKET: 'simulated' })
    const started = start(settings, { logger: createLogger('fatal'), clientRoot: undefined })
    await expect(started).rejects.toThrow(/^PAIRBOT_DATA_DIR: cannot be created \(EEXIST: [^\n]+\)$/)
    expect(await readFile(file, 'utf8')).toBe('mine')
    await rm(folder, { recursive: true })
  })
})

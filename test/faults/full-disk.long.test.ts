import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { sessionGrantSchema } from '#contract/auth.ts'
import { healthSchema } from '#contract/health.ts'
import * as MODELS from '#contract/endpoints/models.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import { DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import { freeBytes } from '#server/database/disk-space.ts'
import { connectClient } from '#test/support/server/gateway.ts'
import { ADMIN, startServer, TEMPLATE, type RunningServer } from '#test/support/server/server.ts'

const directory = await mkdtemp(join(tmpdir(), 'pairbot-full-'))
/** A small volume of its own; only root may make one. */
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=260m', 'tmpfs', directory]).status === 0
if (!isMounted) await rm(directory, { recursive: true })

const FULL = 'The server is read-only: its disk is full. Signing in and changes are refused until there is space again.'

const identity = (server: RunningServer, path: string, init: RequestInit = {}) =>
  fetch(`${server.origin}${DEFAULT_BASES.identity}${path}`, { method: 'POST', ...init })

const signIn = (server: RunningServer) =>
  identity(server, AUTH.login.path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(ADMIN) })

const granted = z.object({ data: sessionGrantSchema })
const issued = z.object({ data: z.object({ ticket: z.string() }) })
const refreshed = z.object({ data: z.object({ access_token: z.string() }) })

describe.skipIf(!isMounted || !existsSync('dist/server/main.js'))(
  'a server on a full volume',
  { timeout: 120_000 },
  () => {
    afterAll(async () => {
      spawnSync('umount', ['-l', directory])
      await rm(directory, { recursive: true, force: true })
    })
    const filler = join(directory, 'filler')
    const fill = async (left: number) => {
      await rm(filler, { force: true })
      await writeFile(filler, new Uint8Array(Math.max(0, freeBytes(directory) - left)))
    }
    const healthOf = async (server: RunningServer) => {
      const response = await fetch(`${server.origin}/health`)
      return { status: response.status, body: z.parse(healthSchema, await response.json()) }
    }

    it.each([300 * 1024, 0])(
      '[DU-16] killed and started with %i bytes free serves its users reading, says so in one line, and recovers by itself',
      async (left) => {
        const template = process.env[TEMPLATE]
        if (template && !existsSync(join(directory, 'database'))) await cp(template, directory, { recursive: true })
        const first = await startServer({ dataDir: directory })
        const signedIn = await signIn(first)
        const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
        const { access_token: token } = z.parse(granted, await signedIn.json()).data
        await first.stop('SIGKILL')
        // The second time without its ballast.
        if (left === 0) await rm(join(directory, 'ballast'), { force: true })
        await fill(left)

        const server = await startServer({ dataDir: directory })
        const headers = { authorization: `Bearer ${token}` }
        expect(
          server
            .output()
            .split('\n')
            .filter((line) => line.includes(FULL)),
        ).toHaveLength(1)
        expect(await healthOf(server)).toMatchObject({
          status: 200,
          body: {
            status: 'degraded',
            database: { status: 'ready' },
            writes: { status: 'refused', reason: FULL },
            disk: { status: 'full' },
            errors: expect.arrayContaining([FULL]),
          },
        })
        const models = await fetch(`${server.origin}${DEFAULT_BASES.tdp}${MODELS.list.path}`, { headers })
        expect(models.status).toBe(200)
        const refusal = await signIn(server)
        expect([refusal.status, refusal.headers.get('retry-after'), await refusal.json()]).toEqual([
          503,
          '30',
          { success: false, error: FULL },
        ])
        // Users who are signed in go on: with a new access token, and with live data.
        const renewed = await identity(server, AUTH.refresh.path, { headers: { cookie, origin: server.origin } })
        expect(renewed.status).toBe(200)
        const { access_token: fresh } = z.parse(refreshed, await renewed.json()).data
        const asked = await identity(server, AUTH.socketTicket.path, {
          headers: { authorization: `Bearer ${fresh}`, origin: server.origin },
        })
        const { ticket } = z.parse(issued, await asked.json()).data
        const url = `${server.origin.replace('http', 'ws')}${SOCKET_PATHS.tdp}?token=${ticket}`
        const client = connectClient(url, { origin: server.origin })
        expect((await client.received(1))[0]).toMatchObject({ type: 'ConnectionAck' })
        client.ws.close()

        await rm(filler)
        await expect
          .poll(async () => (await healthOf(server)).body.writes, { timeout: 30_000, interval: 250 })
          .toEqual({
            status: 'accepted',
          })
        expect((await signIn(server)).status).toBe(200)
        await expect.poll(() => server.output(), { timeout: 10_000 }).toContain('The server accepts writes again.')
        expect(await server.stop()).toBe(0)
        expect(
          server
            .output()
            .split('\n')
            .filter((line) => /"level":[4-6]0/.test(line)),
        ).toHaveLength(2)
      },
    )
  },
)

import { existsSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recordCount } from '#test/support/counts.ts'
import { signalAll } from '#test/support/process-tree.ts'
import {
  ADMIN,
  makeDataDir,
  ONE_PAIR,
  removeDataDir,
  startServer,
  type RunningServer,
} from '#test/support/server/server.ts'
import { startPostgresqlIn } from '../../scripts/cluster/cluster.ts'
import { findPostgresql } from '../../scripts/services.mjs'

const ROUNDS = Number(process.env['PAIRBOT_TEST_KILL_ROUNDS'] ?? 4)

/** Signs in; gives the cookie that the session is renewed with. */
async function signIn(server: RunningServer): Promise<string | undefined> {
  const reply = await fetch(`${server.origin}/api/identity/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ADMIN, remember_me: true }),
  })
  if (!reply.ok) return undefined
  return reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** Signs in repeatedly until the server dies; reports the first success and returns every acknowledged session. */
async function signInUntilKilled(server: RunningServer, succeeded: () => void): Promise<string[]> {
  const acknowledged: string[] = []
  for (;;) {
    try {
      const cookie = await signIn(server)
      if (cookie === undefined) continue
      acknowledged.push(cookie)
      succeeded()
    } catch {
      return acknowledged
    }
  }
}

/** Where a server stores its data, that of its database included. */
interface Place extends AsyncDisposable {
  readonly start: () => Promise<RunningServer>
  /** Kills the server, and its database where that is a process of its own. */
  readonly kill: (server: RunningServer) => Promise<void>
}

async function onEmbedded(): Promise<Place> {
  const dataDir = await makeDataDir()
  return {
    start: () => startServer({ dataDir, env: ONE_PAIR }),
    kill: async (server) => void (await server.stop('SIGKILL')),
    [Symbol.asyncDispose]: () => removeDataDir(dataDir),
  }
}

async function onPostgresql(): Promise<Place> {
  const dataDir = await makeDataDir()
  // The user as whom PostgreSQL runs must get to its folder.
  await chmod(dataDir, 0o711)
  const postgresql = await startPostgresqlIn(join(dataDir, 'postgresql'))
  const kill = async (server: RunningServer) => {
    signalAll(postgresql.child, 'SIGKILL')
    await Promise.all([postgresql.child.ended, server.stop('SIGKILL')])
  }
  return {
    async start() {
      if (postgresql.child.hasEnded()) await postgresql.restart()
      return startServer({ dataDir: join(dataDir, 'server'), env: { ...ONE_PAIR, DATABASE_URL: postgresql.url } })
    },
    kill,
    async [Symbol.asyncDispose]() {
      await postgresql.child.stop('SIGINT')
      await removeDataDir(dataDir)
    },
  }
}

/** The bars of the long form are for a machine of its own; the short form runs among many others. */
const ENGINES = [
  { engine: 'the embedded database', make: onEmbedded, barMs: ROUNDS >= 200 ? 5_000 : 30_000, isThere: true },
  {
    engine: 'PostgreSQL',
    make: onPostgresql,
    // The lease of the killed server is valid for five seconds.
    barMs: ROUNDS >= 200 ? 10_000 : 30_000,
    isThere: findPostgresql() !== undefined,
  },
]

describe.skipIf(!existsSync('dist/server/main.js'))('a server that is killed', () => {
  it.for(ENGINES.filter(({ isThere }) => isThere))(
    `[OP-8] on $engine loses no acknowledged sign-in in ${ROUNDS} rounds of kill -9, and restarts in time`,
    { timeout: 60_000 + ROUNDS * 20_000 },
    async ({ engine, make, barMs }, { task }) => {
      await using place = await make()
      const ledger: string[] = []
      const restarts: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const server = await place.start()
        if (round > 0) restarts.push(server.readyMs)
        let writing: Promise<string[]> = Promise.resolve([])
        await new Promise<void>((succeeded) => {
          writing = signInUntilKilled(server, succeeded)
        })
        // At a different time of a different sign-in in each round.
        await new Promise((later) => setTimeout(later, (round * 37) % 400))
        await place.kill(server)
        recordCount({ task }, 'Servers killed (kill -9)', round + 1)
        ledger.push(...(await writing))
      }
      const server = await place.start()
      restarts.push(server.readyMs)
      const lost: number[] = []
      // Renewed, because the access tokens of the first rounds may have expired.
      for (const [index, cookie] of ledger.entries()) {
        const headers = { cookie, origin: server.origin }
        const renewed = await fetch(`${server.origin}/api/identity/auth/refresh`, { method: 'POST', headers })
        if (renewed.status !== 200) lost.push(index)
      }
      await server.stop()

      process.stdout.write(
        `kill -9 on ${engine}: ${ledger.length} acknowledged sign-ins in ${ROUNDS} rounds, ${lost.length} lost, slowest restart ${Math.max(...restarts).toFixed(0)} ms\n`,
      )
      expect(ledger.length).toBeGreaterThanOrEqual(ROUNDS)
      expect(lost).toEqual([])
      expect(Math.max(...restarts)).toBeLessThan(barMs)
    },
  )

  it(
    '[OP-7] BC-19 a second process on the same data directory is refused with one line, and the first continues',
    { timeout: 60_000 },
    async () => {
      const dataDir = await makeDataDir()
      const first = await startServer({ dataDir, env: ONE_PAIR })
      try {
        const refusal = await startServer({ dataDir, env: ONE_PAIR }).then(
          () => 'started',
          (error: Error) => error.message,
        )
        expect(refusal).toMatch(/ended with 1 before it was ready/)
        expect(refusal).toContain(dataDir)
        expect(refusal.trim().split('\n')).toHaveLength(2)
        expect(await signIn(first)).toBeDefined()
      } finally {
        await first.stop()
        await removeDataDir(dataDir)
      }
    },
  )

  it('[OP-9] BC-21 exits with 0 on SIGTERM', { timeout: 60_000 }, async () => {
    const dataDir = await makeDataDir()
    const server = await startServer({ dataDir, env: ONE_PAIR })
    expect(await server.stop()).toBe(0)
    await removeDataDir(dataDir)
  })
})

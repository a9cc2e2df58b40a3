import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { recordCount } from '#test/support/counts.ts'
import { ADMIN, makeDataDir, removeDataDir, startServer, type RunningServer } from '#test/support/server/server.ts'

const ROUNDS = Number(process.env['PAIRBOT_TEST_KILL_ROUNDS'] ?? 20)
/** The five seconds are for the long form on a machine of its own; the short form runs among many others. */
const BAR_MS = ROUNDS >= 200 ? 5_000 : 30_000

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

describe.skipIf(!existsSync('dist/server/main.js'))('a server that is killed', () => {
  it(
    `[OP-8] loses no acknowledged sign-in in ${ROUNDS} rounds of kill -9, and restarts in time`,
    { timeout: 60_000 + ROUNDS * 15_000 },
    async ({ task }) => {
      const dataDir = await makeDataDir()
      const ledger: string[] = []
      const restarts: number[] = []
      try {
        for (let round = 0; round < ROUNDS; round += 1) {
          const server = await startServer({ dataDir })
          if (round > 0) restarts.push(server.readyMs)
          let writing: Promise<string[]> = Promise.resolve([])
          await new Promise<void>((succeeded) => {
            writing = signInUntilKilled(server, succeeded)
          })
          // At a different time of a different sign-in in each round.
          await new Promise((later) => setTimeout(later, (round * 37) % 400))
          await server.stop('SIGKILL')
          recordCount({ task }, 'Servers killed (kill -9)', round + 1)
          ledger.push(...(await writing))
        }
        const server = await startServer({ dataDir })
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
          `kill -9: ${ledger.length} acknowledged sign-ins in ${ROUNDS} rounds, slowest restart ${Math.max(...restarts).toFixed(0)} ms\n`,
        )
        expect(ledger.length).toBeGreaterThanOrEqual(ROUNDS)
        expect(lost).toEqual([])
        expect(Math.max(...restarts)).toBeLessThan(BAR_MS)
      } finally {
        await removeDataDir(dataDir)
      }
    },
  )

  it(
    '[OP-7] BC-19 a second process on the same data directory is refused with one line, and the first continues',
    { timeout: 60_000 },
    async () => {
      const dataDir = await makeDataDir()
      const first = await startServer({ dataDir })
      try {
        const refusal = await startServer({ dataDir }).then(
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
    const server = await startServer({ dataDir })
    expect(await server.stop()).toBe(0)
    await removeDataDir(dataDir)
  })
})

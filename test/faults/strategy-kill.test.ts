import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DEFAULT_BASES, STRATEGIES } from '#contract/paths.ts'
import { strategyBody } from '#test/rig/strategies.ts'
import { ADMIN, makeDataDir, removeDataDir, startServer, type RunningServer } from '#test/rig/server.ts'

const ROUNDS = Number(process.env['PAIRBOT_TEST_KILL_ROUNDS'] ?? 2)
/** Moments after the request was sent at which the server dies; about where the commit and the answer are. */
const STEP_MS = 7

async function tokenOf(server: RunningServer): Promise<string> {
  const reply = await fetch(`${server.origin}/api/identity/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const body = (await reply.json()) as { data: { access_token: string } }
  return body.data.access_token
}

const strategyUrl = (server: RunningServer, path: string) => `${server.origin}${DEFAULT_BASES.strategy}${path}`

const create = (server: RunningServer, token: string, key: string, name: string) =>
  fetch(strategyUrl(server, STRATEGIES.custom), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(strategyBody({ id: `custom_${key}`, name })),
  })

describe.skipIf(!existsSync('dist/server/main.js'))('a creation whose answer is lost', () => {
  it(
    `[SG-71] BC-02 after kill -9 and a retry with the same key there is exactly one strategy, ${ROUNDS} times`,
    { timeout: 60_000 + ROUNDS * 40_000 },
    async () => {
      const dataDir = await makeDataDir()
      try {
        let answered = 0
        for (let round = 0; round < ROUNDS; round += 1) {
          const [key, name] = [`round-${round}`, `Round ${round}`]
          const dying = await startServer({ dataDir })
          const token = await tokenOf(dying)
          const first = create(dying, token, key, name).then(
            ({ ok }) => ok,
            () => false,
          )
          await new Promise((later) => setTimeout(later, 5 + round * STEP_MS))
          await dying.stop('SIGKILL')
          if (await first) answered += 1

          const server = await startServer({ dataDir })
          const again = await tokenOf(server)
          expect((await create(server, again, key, name)).status).toBeLessThan(300)
          const list = await fetch(strategyUrl(server, STRATEGIES.list), {
            headers: { authorization: `Bearer ${again}` },
          })
          const text = await list.text()
          expect(text.split(`"${name}"`)).toHaveLength(2)
          await server.stop()
        }
        process.stdout.write(
          `kill -9 during ${ROUNDS} creations: ${answered} answered, each there once after a retry\n`,
        )
      } finally {
        await removeDataDir(dataDir)
      }
    },
  )
})

import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { filter, firstValueFrom, ReplaySubject, timer, type Observable } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { createdStrategySchema, strategiesResponseSchema } from '#contract/strategies/responses.ts'
import { startFaultProxy } from '#test/support/server/fault-proxy.ts'
import {
  ADMIN,
  makeDataDir,
  ONE_PAIR,
  removeDataDir,
  startServer,
  type RunningServer,
} from '#test/support/server/server.ts'
import { strategyBody } from '#test/support/server/strategies.ts'

const isBuilt = existsSync('dist/server/main.js')
const ROUNDS = Number(process.env['PAIRBOT_TEST_KILL_ROUNDS'] ?? 2)
const TIMEOUT = { timeout: 60_000 + ROUNDS * 30_000 }

interface Answer {
  readonly status: number
  readonly body: unknown
}

async function tokenOf(server: RunningServer): Promise<string> {
  const reply = await fetch(`${server.origin}/api/identity/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const body = (await reply.json()) as { data: { access_token: string } }
  return body.data.access_token
}

/** Creates the strategy of a round. It is paused: nothing but its creation writes to the database. */
async function create(port: number, token: string, round: string): Promise<Answer> {
  const reply = await fetch(`http://127.0.0.1:${port}${DEFAULT_BASES.strategy}${STRATEGIES.custom.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': round },
    body: JSON.stringify(strategyBody({ id: `custom_${round}`, name: round, status: 'paused' })),
  })
  return { status: reply.status, body: await reply.json() }
}

/** Ids of the strategies of a round. */
async function made(server: RunningServer, token: string, round: string): Promise<readonly string[]> {
  const url = `${server.origin}${DEFAULT_BASES.strategy}${STRATEGIES.list.path}`
  const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const { strategies } = z.parse(strategiesResponseSchema, await reply.json())
  return strategies.filter(({ name }) => name === round).map(({ id }) => id)
}

/** The answer in the bytes of an HTTP reply. */
function parseAnswer(bytes: Buffer): Answer {
  const [head = '', body = ''] = bytes.toString().split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) }
}

/** What is seen of a server from outside: its write-ahead log was written to, or the first byte of the answer came. */
type Sign = 'logged' | 'answered'

/** Asks for a creation through a proxy that lets no answer pass, and kills the server at the moment. Gives what it answered. */
async function kill(server: RunningServer, round: string, moment: (signs$: Observable<Sign>) => Observable<unknown>) {
  const token = await tokenOf(server)
  const withheld: Buffer[] = []
  const signs$ = new ReplaySubject<Sign>()
  const proxy = await startFaultProxy(server.port, (bytes) => {
    withheld.push(bytes)
    signs$.next('answered')
  })
  proxy.set('drop-down')
  const log = watch(join(server.dataDir, 'database', 'pg_wal'), () => signs$.next('logged'))
  const asked = create(proxy.port, token, round).then(
    () => 'an answer',
    () => 'none',
  )
  await firstValueFrom(moment(signs$))
  await server.stop('SIGKILL')
  expect(await asked).toBe('none')
  log.close()
  await proxy.close()
  return withheld.length === 0 ? undefined : parseAnswer(Buffer.concat(withheld))
}

/** After the death: whether the creation had been committed, and that the client's retry gives its one strategy. */
async function retried(server: RunningServer, round: string, swallowed: Answer | undefined): Promise<boolean> {
  const token = await tokenOf(server)
  const survived = await made(server, token, round)
  const answer = await create(server.port, token, round)
  const { strategy_id: id } = z.parse(createdStrategySchema, answer.body)
  expect(answer).toEqual(swallowed ?? { status: 200, body: { strategy_id: id } })
  expect(await create(server.port, token, round)).toEqual(answer)
  expect(await made(server, token, round)).toEqual([id])
  expect([[], [id]]).toContainEqual(survived)
  return survived.length === 1
}

/** Runs rounds of death and retry, each on what the one before left behind. */
async function inRounds(
  dataDir: string,
  run: (server: RunningServer, round: number, next: () => Promise<RunningServer>) => Promise<void>,
) {
  let server = await startServer({ dataDir, env: ONE_PAIR })
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      await run(server, round, async () => (server = await startServer({ dataDir, env: ONE_PAIR })))
    }
  } finally {
    await server.stop()
  }
}

describe.skipIf(!isBuilt)('a creation whose response is lost', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await makeDataDir()
  })
  afterEach(() => removeDataDir(dataDir))

  it(
    `[SG-71] BC-02 kill -9 between commit and response, then a retry: one strategy, the same response, ${ROUNDS} times`,
    TIMEOUT,
    async () => {
      let committed = 0
      await inRounds(dataDir, async (dying, round, next) => {
        const swallowed = await kill(
          dying,
          `${round}`,
          filter((sign) => sign === 'answered'),
        )
        expect(swallowed).toBeDefined()
        if (await retried(await next(), `${round}`, swallowed)) committed += 1
      })
      process.stdout.write(`kill -9 with the answer under way: ${committed} of ${ROUNDS} deaths after the commit\n`)
      expect(committed).toBe(ROUNDS)
    },
  )

  it(
    `[SG-71] BC-02 kill -9 anywhere before the response, then a retry: one strategy, ${ROUNDS} times`,
    TIMEOUT,
    async () => {
      const tally = { 'before the commit': 0, 'after it, not answered': 0, 'after it, answer under way': 0 }
      let usualMs = 0
      await inRounds(dataDir, async (dying, round, next) => {
        if (round === 0) {
          const token = await tokenOf(dying)
          const began = performance.now()
          await create(dying.port, token, 'measured')
          usualMs = performance.now() - began
        }
        const swallowed = await kill(dying, `${round}`, (signs$) =>
          // In turn at a moment of the time it takes, and at the first write to the log.
          round % 2 === 0 ? timer((usualMs * round) / ROUNDS) : signs$,
        )
        const isCommitted = await retried(await next(), `${round}`, swallowed)
        const death = swallowed ? 'after it, answer under way' : 'after it, not answered'
        tally[isCommitted ? death : 'before the commit'] += 1
      })
      process.stdout.write(`kill -9 over the ${usualMs.toFixed(0)} ms of a creation: ${JSON.stringify(tally)}\n`)
      expect(tally['before the commit'] + tally['after it, not answered']).toBeGreaterThan(0)
    },
  )
})

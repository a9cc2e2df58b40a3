import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { sessionGrantSchema, successOf } from '#contract/auth.ts'
import type { Candle } from '#contract/candles.ts'
import { healthSchema, type Health } from '#contract/health.ts'
import type { ServerMessage } from '#contract/messages.ts'
import * as SERVICE from '#contract/endpoints/service.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import { DEFAULT_BASES, SOCKET_PATHS } from '#contract/paths.ts'
import { makeCandleFolder } from '#test/support/data/candle-files.ts'
import { connectClient, type TestClient } from './gateway.ts'
import { createDatabase, startPostgresql } from './postgresql.ts'
import { startRedis, type TestRedis } from './redis.ts'
import { ADMIN, makeEmptyDir, startServer, type RunningServer } from './server.ts'

/** A directory that cannot be made: a gateway needs none. */
const NO_DIRECTORY = '/proc/none'
const MINUTE_S = 60
const START_S = Date.UTC(2024, 0, 1) / 1000
/** Two minutes of the recording pass in a second. */
const SPEED = 120

/** A worker, gateways, PostgreSQL and Redis, each a process of its own, with a recorded market. */
export interface Gateways extends AsyncDisposable {
  readonly redis: TestRedis
  leader(): RunningServer
  /** Starts a worker again; resolves when it leads. */
  restartLeader(): Promise<RunningServer>
  /** With these settings besides those of all. */
  startGateway(more?: Readonly<Record<string, string>>): Promise<RunningServer>
  readonly databaseUrl: string
}

const minuteAt = (minute: number): Candle => {
  const price = 40_000 + 500 * Math.sin(minute / 40) + 90 * Math.sin(minute / 7)
  const timestamp = START_S + minute * MINUTE_S
  return { timestamp, open: price, high: price + 20, low: price - 20, close: price + 5, volume: 1 + (minute % 5) }
}

/** @param ofLeader settings of the worker besides its own */
export async function startGateways(ofLeader: Readonly<Record<string, string>> = {}): Promise<Gateways> {
  const postgresql = await startPostgresql()
  const database = await createDatabase(postgresql.url)
  const redis = await startRedis()
  const candles = await makeCandleFolder()
  const recording = await candles.write(
    'BTCUSD-1m.csv.gz',
    Array.from({ length: 20_000 }, (_, minute) => minuteAt(minute)),
  )
  const dataDir = await makeEmptyDir()
  const started: RunningServer[] = []
  const shared = { DATABASE_URL: database.url, REDIS_URL: redis.url }
  async function startLeader() {
    const env = {
      ...shared,
      PAIRBOT_ROLE: 'worker',
      PAIRBOT_TRUST_PROXY: '1',
      PAIRBOT_MARKET: 'replay',
      PAIRBOT_REPLAY: recording,
      PAIRBOT_REPLAY_SPEED: String(SPEED),
      ...ofLeader,
    }
    const server = await startServer({ dataDir, env })
    started.push(server)
    return server
  }
  let leader = await startLeader()
  const keys = await readFile(join(dataDir, 'signing-keys.json'), 'utf8')
  return {
    redis,
    leader: () => leader,
    async restartLeader() {
      leader = await startLeader()
      return leader
    },
    databaseUrl: database.url,
    async startGateway(more = {}) {
      const env = { ...shared, PAIRBOT_ROLE: 'gateway', PAIRBOT_SIGNING_KEYS: keys, ...more }
      const server = await startServer({ dataDir: NO_DIRECTORY, env })
      started.push(server)
      return server
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map((server) => server.stop('SIGKILL')))
      await redis[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
      await postgresql[Symbol.asyncDispose]()
      await candles.remove()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Signs the administrator in; resolves to the access token. */
export async function signIn({ origin }: RunningServer): Promise<string> {
  const reply = await fetch(`${origin}${DEFAULT_BASES.identity}${AUTH.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  return z.parse(successOf(sessionGrantSchema), await reply.json()).data.access_token
}

/** A socket at a server. */
export function socketAt({ origin }: RunningServer, token: string, socket: 'tdp' | 'analytics'): TestClient {
  const url = `${origin.replace(/^http/, 'ws')}${SOCKET_PATHS[socket]}?token=${encodeURIComponent(token)}`
  return connectClient(url, { origin })
}

export async function healthOf({ origin }: RunningServer): Promise<Health> {
  return z.parse(healthSchema, await (await fetch(`${origin}${SERVICE.health.path}`)).json())
}

/** A lossless message: its stream, number, id and epoch. */
export interface Numbered {
  readonly stream: string
  readonly seq: number
  readonly id: string
  readonly epoch: string
}

/** The closed candles, or entries, that a client got, in their order. */
export const losslessOf = (client: TestClient): Numbered[] => client.messages().flatMap(toNumbered)

function toNumbered(message: ServerMessage): Numbered[] {
  const { seq = 0, message_id: id = '', epoch = '' } = message
  if (message.type === 'AnalyticsUpdate' && id !== '')
    return [{ stream: message.data.stream_key ?? '', seq, id, epoch }]
  if (message.type !== 'LiveUpdate' || !('partial_candle' in message.data)) return []
  return message.data.partial_candle.is_complete ? [{ stream: `${message.timeframe}`, seq, id, epoch }] : []
}

/** The numbers of one stream. */
export const seqsOf = (messages: readonly Numbered[], stream: string): number[] =>
  messages.filter((each) => each.stream === stream).map(({ seq }) => seq)

/** The numbers from the first to the last, without a hole. */
export const withoutHoles = ([first = 0, ...rest]: readonly number[]): number[] =>
  Array.from({ length: rest.length + 1 }, (_, index) => first + index)

// How long a replay at full speed holds the event loop, with sockets, calls and active strategies. Per turn of the loop:
// wall time, and time on the processor, which other processes do not lengthen (Linux). `npm run bench:replay`;
// `--speed=12000`, `--seconds=30`, `--strategies=20`. Needs PAIRBOT_REFERENCE_DATA. Exits 1 if a turn took the processor for
// more than 50 ms after the first five seconds, in which the code is optimized.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { sessionGrantSchema, successOf } from '#contract/auth.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { start } from '#server/start.ts'
import { createLogger } from '#server/http/logger.ts'
import { parseSettings } from '#server/settings.ts'
import { TEMPLATES } from '#server/strategies/templates/templates.ts'
import { percentile } from '../figures.ts'

const option = (name: string, fallback: number) =>
  Number(process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1] ?? fallback)
const speed = option('speed', 12_000)
const seconds = option('seconds', 30)
const strategies = option('strategies', 20)
const WARM_UP_MS = 5_000
const LIMIT_MS = 50
const ADMIN = { email: 'admin@pairbot.test', password: 'Correct-horse-7' }

const data = process.env['PAIRBOT_REFERENCE_DATA']
if (!data) throw new Error('PAIRBOT_REFERENCE_DATA is not set')
const candles = (name: string) => join(data, 'candles', name)
const dataDir = await mkdtemp(join(tmpdir(), 'pairbot-replay-'))
const settings = parseSettings({
  PORT: '0',
  PAIRBOT_DATA_DIR: dataDir,
  PAIRBOT_MARKET: 'replay',
  PAIRBOT_REPLAY: [candles('BTCUSD-1m-2019-06.csv.gz'), candles('ETHUSD-1m-2019-05.csv.gz')].join(':'),
  PAIRBOT_REPLAY_SPEED: String(speed),
  PAIRBOT_ADMIN_EMAIL: ADMIN.email,
  PAIRBOT_ADMIN_PASSWORD: ADMIN.password,
})

/** Milliseconds that the main thread has been on a processor. */
const onProcessor = (): number =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6

const running = await start(settings, { logger: createLogger('error'), clientRoot: undefined })
await running.firstAdministrator
const post = async (path: string, body: object, token?: string): Promise<unknown> => {
  const reply = await running.app.inject({
    method: 'POST',
    url: path,
    payload: body,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  })
  if (reply.statusCode >= 300) throw new Error(`${path}: ${reply.statusCode} ${reply.body}`)
  return reply.json()
}
const signedIn = await post(`${DEFAULT_BASES.identity}${AUTH.login.path}`, ADMIN)
const token = z.parse(successOf(sessionGrantSchema), signedIn).data.access_token
for (let n = 0; n < strategies; n += 1) {
  const template = TEMPLATES[n % TEMPLATES.length]
  if (!template) break
  await post(
    `${DEFAULT_BASES.strategy}${STRATEGIES.fromTemplate.path.replace(':templateId', template.id)}`,
    { name: `${template.name} ${n}`, exchange: 'kraken', trading_pair: 'BTCUSD' },
    token,
  )
}

const load = spawn(
  process.execPath,
  ['--import', 'tsx', new URL('load.ts', import.meta.url).pathname, running.address, token],
  {
    stdio: ['pipe', 'pipe', 'inherit'],
  },
)
const wall: number[] = []
const processor: number[] = []
const startedAt = performance.now()
let last = { wall: startedAt, processor: onProcessor() }
const marketAt = running.app.live.market.clock.now()
await new Promise<void>((done) => {
  const turn = () => {
    const now = { wall: performance.now(), processor: onProcessor() }
    if (now.wall - startedAt > WARM_UP_MS) {
      wall.push(now.wall - last.wall)
      processor.push(now.processor - last.processor)
    }
    last = now
    if (now.wall - startedAt < WARM_UP_MS + seconds * 1_000) setImmediate(turn)
    else done()
  }
  turn()
})
const elapsedMs = performance.now() - startedAt
const played = (running.app.live.market.clock.now() - marketAt) / elapsedMs
const { entries } = running.app.live.publisher.health()
load.stdin.end()
const chunks: Buffer[] = []
for await (const chunk of load.stdout) chunks.push(chunk as Buffer)
const show = (name: string, turns: readonly number[]) => {
  const values = turns.toSorted((a, b) => a - b)
  console.log(
    `${name}: p50 ${percentile(values, 0.5).toFixed(1)} ms, p99 ${percentile(values, 0.99).toFixed(1)} ms, longest ${Math.max(...values).toFixed(1)} ms, above ${LIMIT_MS} ms: ${values.filter((ms) => ms > LIMIT_MS).length}`,
  )
}
console.log(`${wall.length} turns in ${seconds} s; market at ${played.toFixed(0)}x of ${speed}x; ${entries} entries`)
show('wall time', wall)
show('on processor', processor)
console.log(`load: ${Buffer.concat(chunks).toString().trim()}`)
await running.stop()
await rm(dataDir, { recursive: true, force: true })
process.exit(processor.some((ms) => ms > LIMIT_MS) ? 1 : 0)

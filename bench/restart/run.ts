// How long a server with a week of entries takes after kill -9 until GET /health responds with 200: five starts and their
// median, each with the processor time that it took (Linux). `npm run bench:restart`; `--rounds=n`, `--busy=n` beside as many
// processes that never rest. Needs a build. Exits 1 if the median is above 3 s, or above 5 s beside other processes.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import * as SERVICE from '#contract/endpoints/service.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { createInvitationCodes } from '#server/identity/invitations/invitations.ts'
import { loadSigningKeys } from '#server/identity/signing-keys.ts'
import { ADMIN, cleanEnvironment, makeEmptyDir, removeDataDir } from '#test/support/server/server.ts'
import { fill } from '../admin/fill.ts'
import { figureOf } from '../figures.ts'
import { fillCandles } from './candles.ts'

const option = (name: string, fallback: number) =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? fallback)
const rounds = option('rounds', 5)
const busy = option('busy', 0)
const limitMs = busy > 0 ? 5_000 : 3_000
const POLL_MS = 10
const SIGN_INS = 10

interface Started {
  readonly child: ChildProcess
  readonly origin: string
  readonly readyMs: number
  /** Seconds on the processor, of all threads. */
  readonly processorS: number
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** User and system time of a process, in hundredths of a second each. */
function processorSecondsOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function start(dataDir: string): Promise<Started> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...cleanEnvironment(),
      PORT: String(port),
      PAIRBOT_DATA_DIR: dataDir,
      PAIRBOT_MARKET: 'simulated',
      PAIRBOT_ADMIN_EMAIL: ADMIN.email,
      PAIRBOT_ADMIN_PASSWORD: ADMIN.password,
    },
  })
  const isReady = () =>
    fetch(`${origin}${SERVICE.health.path}`).then(
      ({ status }) => status === 200,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await delay(POLL_MS)
  }
  return { child, origin, readyMs: performance.now() - began, processorS: processorSecondsOf(child.pid) }
}

async function stop({ child }: Started, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  await once(child, 'exit')
}

/** Leaves writes in the log that the next start has to replay. */
async function signIn({ origin }: Started): Promise<void> {
  const { status } = await fetch(`${origin}${DEFAULT_BASES.identity}${AUTH.login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ADMIN, remember_me: true }),
  })
  if (status !== 200) throw new Error(`the sign-in was answered with ${status}`)
}

async function fillDatabase(dataDir: string): Promise<void> {
  const database = await openEmbedded(dataDir)
  const { keys } = await loadSigningKeys(`${dataDir}/signing-keys.json`)
  await fill(database.db, createInvitationCodes(keys))
  await fillCandles(database.db)
  await database.close()
}

const dataDir = await makeEmptyDir()
const others: ChildProcess[] = []
try {
  await stop(await start(dataDir), 'SIGTERM')
  await fillDatabase(dataDir)
  for (let n = 0; n < busy; n += 1) others.push(spawn(process.execPath, ['-e', 'for (;;);']))
  const starts: Started[] = []
  // The first one follows a proper stop.
  for (let round = 0; round <= rounds; round += 1) {
    const started = await start(dataDir)
    if (round > 0) {
      starts.push(started)
      const { readyMs, processorS } = started
      console.log(`start ${round}: ${(readyMs / 1000).toFixed(2)} s, on the processor ${processorS.toFixed(2)} s`)
    }
    for (let n = 0; n < SIGN_INS; n += 1) await signIn(started)
    await stop(started, 'SIGKILL')
  }
  const { median } = figureOf(starts.map(({ readyMs }) => readyMs))
  const processor = figureOf(starts.map(({ processorS }) => processorS))
  const load = loadavg()[0]?.toFixed(1)
  console.log(
    `median of ${rounds}: ${(median / 1000).toFixed(2)} s (goal ${limitMs / 1000} s), on the processor ${processor.median.toFixed(2)} s; ` +
      `${busy} other processes, load ${load}`,
  )
  process.exitCode = median <= limitMs ? 0 : 1
} finally {
  for (const child of others) child.kill('SIGKILL')
  await removeDataDir(dataDir)
}

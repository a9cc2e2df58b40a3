// How long a server with a week of entries takes after kill -9 until GET /health responds with 200: five starts and their
// median, each with the processor time that it took (Linux). `npm run bench:restart`; `--rounds=n`, `--clients=n` that follow the
// analysis and connect again, and sign in while it is killed, `--busy=n` beside as many processes that never rest. Needs a build.
// Exits 1 if the median is above 3 s, or any start above 5 s with clients or beside other processes.
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import * as SERVICE from '#contract/endpoints/service.ts'
import * as AUTH from '#contract/endpoints/auth.ts'
import { PAIR_IDS } from '#contract/pairs.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { createInvitationCodes } from '#server/identity/invitations/invitations.ts'
import { loadSigningKeys } from '#server/identity/signing-keys.ts'
import { ADMIN, cleanEnvironment, makeEmptyDir, removeDataDir } from '#test/support/server/server.ts'
import { fill } from '../admin/fill.ts'
import type { Gaps } from '../cluster/followers.ts'
import { addPeople, createApiToken, signInAdded, SOCKETS_PER_PERSON } from '../cluster/people.ts'
import { figureOf } from '../figures.ts'
import { ask } from '../processes.ts'
import { fillCandles } from './candles.ts'

const option = (name: string, fallback: number) =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? fallback)
const rounds = option('rounds', 5)
const busy = option('busy', 0)
const clients = option('clients', 0)
const isLoaded = busy + clients > 0
const POLL_MS = 10
/** With those under way fewer than one address may send. */
const SIGN_INS = 3
const LOOK_MS = 500
/** Some time after the sign-ins that are under way began. */
const KILL_AFTER_MS = 100
const people = Math.ceil(clients / SOCKETS_PER_PERSON)

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

const port = await freePort()
/** To be killed at the end. */
const children: ChildProcess[] = []

async function start(dataDir: string): Promise<Started> {
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
  children.push(child)
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
  if (people > 0) await addPeople(database.db, people)
  await database.close()
}

/** Clients in a process of their own, each of which follows the analysis and connects again when its server is back. */
async function startClients({ origin }: Started): Promise<ChildProcess> {
  const child = fork('bench/cluster/followers.ts', {
    execArgv: ['--import', 'tsx'],
    stdio: ['inherit', 'inherit', 'ignore', 'ipc'],
  })
  const tokens: string[] = []
  for (const token of await signInAdded(origin, people)) tokens.push(await createApiToken(origin, token))
  await ask(child, { do: 'follow', targets: [origin], tokens, perToken: SOCKETS_PER_PERSON, pairs: PAIR_IDS })
  return child
}

/** Resolves when all clients have new data again. */
async function allFollow(child: ChildProcess): Promise<void> {
  await ask(child, { do: 'watch' })
  do await delay(LOOK_MS)
  while ((await ask<Gaps>(child, { do: 'gaps' })).waiting > 0)
}

const secondsOf = (ms: number) => (ms / 1_000).toFixed(2)

const dataDir = await makeEmptyDir()
try {
  await stop(await start(dataDir), 'SIGTERM')
  await fillDatabase(dataDir)
  // Follows a proper stop, and is not counted.
  let started = await start(dataDir)
  const followers = clients > 0 ? await startClients(started) : undefined
  if (followers) children.push(followers)
  for (let n = 0; n < busy; n += 1) children.push(spawn(process.execPath, ['-e', 'for (;;);']))
  const starts: Started[] = []
  for (let round = 1; round <= rounds; round += 1) {
    if (followers) await allFollow(followers)
    for (let n = 0; n < SIGN_INS; n += 1) await signIn(started)
    const underWay = Promise.allSettled([signIn(started), signIn(started)])
    await delay(KILL_AFTER_MS)
    await stop(started, 'SIGKILL')
    await underWay
    started = await start(dataDir)
    starts.push(started)
    console.log(`start ${round}: ${secondsOf(started.readyMs)} s, on the processor ${started.processorS.toFixed(2)} s`)
  }
  await stop(started, 'SIGTERM')
  const { median } = figureOf(starts.map(({ readyMs }) => readyMs))
  const max = Math.max(...starts.map(({ readyMs }) => readyMs))
  const processor = figureOf(starts.map(({ processorS }) => processorS))
  const load = loadavg()[0]?.toFixed(1)
  const goal = isLoaded ? 'each 5 s' : 'median 3 s'
  console.log(
    `median of ${rounds}: ${secondsOf(median)} s, slowest ${secondsOf(max)} s (goal: ${goal}), ` +
      `on the processor ${processor.median.toFixed(2)} s; ${clients} clients, ${busy} other processes, load ${load}`,
  )
  process.exitCode = isLoaded ? Number(max > 5_000) : Number(median > 3_000)
} finally {
  for (const child of children) child.kill('SIGKILL')
  await removeDataDir(dataDir)
}

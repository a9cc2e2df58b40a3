import { chmod, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { localSocket } from '#server/database/directory-lock.ts'
import type { BackupSummary } from './backup.ts'

/** Socket in the data directory, over which `pairbot backup` asks the running server: only its owner can open it. */
const NAME = 'backup.sock'
const MAX_REQUEST = 8_192
/** Longest wait for the request of a client that has connected. */
const REQUEST_MS = 10_000

const requestSchema = z.object({ target: z.string().check(z.minLength(1)) })
const answerSchema = z.union([
  z.object({ ok: z.literal(true), files: z.number(), bytes: z.number() }),
  z.object({ ok: z.literal(false), error: z.string() }),
])
type Answer = z.infer<typeof answerSchema>

/** Serves requests for backups, one at a time; resolves with how to stop. */
export async function serveBackups(
  dataDir: string,
  backUpTo: (target: string) => Promise<BackupSummary>,
): Promise<() => Promise<void>> {
  const { path, dispose } = localSocket(dataDir, NAME)
  let last: Promise<unknown> = Promise.resolve()
  /** Clients that have not said yet what they want. */
  const silent = new Set<Socket>()

  async function answer(request: string): Promise<Answer> {
    try {
      const { target } = z.parse(requestSchema, JSON.parse(request))
      return { ok: true, ...(await backUpTo(target)) }
    } catch (error) {
      return { ok: false, error: error instanceof Error ? error.message : String(error) }
    }
  }
  async function serve(socket: Socket): Promise<void> {
    const request = await readLine(socket)
    silent.delete(socket)
    socket.setTimeout(0)
    const result = last.then(() => answer(request))
    last = result
    // Destroyed, because the end of a socket that is no longer read would not be noticed.
    socket.end(`${JSON.stringify(await result)}\n`, () => socket.destroy())
  }
  const server = createServer((socket) => {
    silent.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => silent.delete(socket))
    socket.setTimeout(REQUEST_MS, () => socket.destroy())
    serve(socket).catch(() => socket.destroy())
  })
  // Left by a server that was killed: this one holds the lock of the directory.
  await rm(path, { force: true })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(path, done))
  await chmod(path, 0o600)
  return async () => {
    await last
    const closed = new Promise((done) => server.close(done))
    for (const socket of silent) socket.destroy()
    await closed
    dispose()
  }
}

/** Asks the server that runs on `dataDir` for a backup; undefined if none does. */
export async function requestBackup(dataDir: string, target: string): Promise<BackupSummary | undefined> {
  const { path, dispose } = localSocket(dataDir, NAME)
  try {
    const socket = await open(path)
    if (!socket) return undefined
    socket.write(`${JSON.stringify({ target })}\n`)
    const line = await text(socket)
    if (line === '') throw new Error('The server ended before the backup was complete.')
    const answer = z.parse(answerSchema, JSON.parse(line))
    if (!answer.ok) throw new Error(answer.error)
    return answer
  } finally {
    dispose()
  }
}

const ABSENT = new Set(['ENOENT', 'ECONNREFUSED'])

function open(path: string): Promise<Socket | undefined> {
  return new Promise((done, fail) => {
    const socket = connect(path, () => done(socket))
    socket.once('error', (error: NodeJS.ErrnoException) =>
      ABSENT.has(error.code ?? '') ? done(undefined) : fail(error),
    )
  })
}

async function readLine(socket: Socket): Promise<string> {
  let line = ''
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    line += String(chunk)
    if (line.includes('\n') || line.length > MAX_REQUEST) break
  }
  return line
}

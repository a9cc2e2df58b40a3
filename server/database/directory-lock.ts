import { createHash } from 'node:crypto'
import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { relative, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Another process holds the directory. The message is for the person who started the second one. */
export class DirectoryBusy extends Error {
  override readonly name = 'DirectoryBusy'
}

export interface DirectoryLock {
  release(): Promise<void>
}

/** Unix socket paths are cut at 108 bytes (104 on macOS) by the system. */
const MAX_SOCKET_PATH = 100
const POLL_MS = 50
/** A take-over lasts milliseconds; a guard older than this was left by a process that was killed in the middle of one. */
const GUARD_STALE_MS = 5_000
const QUERY_TIMEOUT_MS = 1_000

/**
 * Makes this process the only one that writes to `directory`, until `release` or its death. A Unix socket is the lock:
 * listening is holding, a refused connection means the holder died. A pid file would not do, as containers reuse pids.
 * Rejects with `DirectoryBusy` when another process still holds it after `patienceMs`.
 */
export async function lockDirectory(directory: string, timeoutMs = 0): Promise<DirectoryLock> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const { path, dispose } = socketAddress(directory)
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const server = (await listen(path)) ?? (await takeOver(directory, path))
    if (server) {
      const release = () => new Promise<void>((done) => server.close(() => done())).finally(dispose)
      return { release }
    }
    const holder = await queryHolder(path)
    if (holder !== undefined && Date.now() >= deadline) {
      dispose()
      throw new DirectoryBusy(
        `The data directory ${directory} is in use by another Pairbot process${holder && ` (${holder})`}. ` +
          'Stop it first, or set PAIRBOT_DATA_DIR to another directory.',
      )
    }
    await delay(POLL_MS)
  }
}

interface SocketAddress {
  readonly path: string
  /** To be called when the path is no longer used. */
  readonly dispose: () => void
}

/** Where the lock stands: a named pipe on Windows, else a socket in the directory, by a spelling that is short enough. */
function socketAddress(directory: string): SocketAddress {
  const dispose = () => undefined
  if (process.platform === 'win32') {
    const name = createHash('sha256').update(directory).digest('hex')
    return { path: `\\\\.\\pipe\\pairbot-${name}`, dispose }
  }
  const spellings = [join(directory, 'lock'), relative(process.cwd(), join(directory, 'lock'))]
  const path = spellings.find((spelling) => Buffer.byteLength(spelling) <= MAX_SOCKET_PATH)
  if (path) return { path, dispose }
  if (process.platform === 'linux') {
    const descriptor = openSync(directory, 'r')
    return { path: `/proc/self/fd/${descriptor}/lock`, dispose: () => closeSync(descriptor) }
  }
  throw new Error(`The path of the data directory ${directory} is too long: at most ${MAX_SOCKET_PATH - 5} bytes.`)
}

/** The listening lock, or undefined when the socket is already there. */
function listen(path: string): Promise<Server | undefined> {
  return new Promise((done, fail) => {
    const holderInfo = `pid ${process.pid}, since ${new Date().toISOString()}`
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.end(holderInfo)
    })
    server.unref()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') done(undefined)
      else fail(error)
    })
    server.listen(path, () => done(server))
  })
}

/** What the holder says of itself ('' when it is too busy to), or undefined when nobody holds the socket. */
function queryHolder(path: string): Promise<string | undefined> {
  return new Promise((done) => {
    let holderInfo = ''
    const socket = connect(path)
    const finish = (answer: string | undefined) => {
      socket.destroy()
      done(answer)
    }
    socket.setTimeout(QUERY_TIMEOUT_MS, () => finish(holderInfo))
    socket.on('data', (chunk: Buffer) => (holderInfo += chunk.toString('utf8')))
    socket.on('end', () => finish(holderInfo))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      finish(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? undefined : holderInfo),
    )
  })
}

/** Removes a dead holder's socket and listens in its place; undefined when it is not dead or somebody else does the same. */
async function takeOver(directory: string, path: string): Promise<Server | undefined> {
  const guard = join(directory, 'lock.takeover')
  if (!acquireGuard(guard)) return undefined
  try {
    if ((await queryHolder(path)) !== undefined) return undefined
    // Between binding and listening a starter refuses too; a dead one still does a moment later.
    await delay(POLL_MS)
    if ((await queryHolder(path)) !== undefined) return undefined
    rmSync(path, { force: true })
    return await listen(path)
  } finally {
    rmSync(guard, { force: true })
  }
}

function acquireGuard(guard: string): boolean {
  try {
    const descriptor = openSync(guard, 'wx', 0o600)
    writeSync(descriptor, String(process.pid))
    closeSync(descriptor)
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    if (ageOf(guard) > GUARD_STALE_MS) rmSync(guard, { force: true })
    return false
  }
}

function ageOf(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? Date.now() - stat.mtimeMs : 0
}

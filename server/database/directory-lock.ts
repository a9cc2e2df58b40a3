import { createHash } from 'node:crypto'
import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { relative, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** Another process holds the directory. The message is for the person starting this process. */
export class DirectoryBusy extends Error {
  override readonly name = 'DirectoryBusy'
}

export interface DirectoryLock {
  release(): Promise<void>
}

/** The system truncates Unix socket paths at 108 bytes (104 on macOS). */
const MAX_SOCKET_PATH = 100
const POLL_MS = 50
/** A take-over lasts milliseconds; an older guard was left by a process that was killed during one. */
const GUARD_STALE_MS = 5_000
const QUERY_TIMEOUT_MS = 1_000

/**
 * Locks `directory` for this process until `release` or its death. The lock is a Unix socket: listening means holding, a
 * refused connection means the holder died. A pid file would not work because containers reuse pids.
 * Rejects with `DirectoryBusy` if another process still holds it after `timeoutMs`.
 */
export async function lockDirectory(directory: string, timeoutMs = 0): Promise<DirectoryLock> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const { path, dispose } = localSocket(directory, 'lock')
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

export interface SocketAddress {
  readonly path: string
  /** To be called once the path is no longer used. */
  readonly dispose: () => void
}

/** Address of a local socket: a named pipe on Windows, otherwise a socket in the directory by a path that is short enough. */
export function localSocket(directory: string, name: string): SocketAddress {
  const dispose = () => undefined
  if (process.platform === 'win32') {
    const id = createHash('sha256').update(directory).digest('hex')
    return { path: `\\\\.\\pipe\\pairbot-${id}-${name}`, dispose }
  }
  const spellings = [join(directory, name), relative(process.cwd(), join(directory, name))]
  const path = spellings.find((spelling) => Buffer.byteLength(spelling) <= MAX_SOCKET_PATH)
  if (path) return { path, dispose }
  if (process.platform === 'linux') {
    const descriptor = openSync(directory, 'r')
    return { path: `/proc/self/fd/${descriptor}/${name}`, dispose: () => closeSync(descriptor) }
  }
  throw new Error(
    `The path of the data directory ${directory} is too long: at most ${MAX_SOCKET_PATH - name.length - 1} bytes.`,
  )
}

/** Listens on the lock's socket; undefined if the socket already exists. */
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

/** The holder's description of itself ('' if it is too busy to respond), or undefined if no process holds the socket. */
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

/** Replaces a dead holder's socket; undefined if the holder is alive or another process is taking over. */
async function takeOver(directory: string, path: string): Promise<Server | undefined> {
  const guard = join(directory, 'lock.takeover')
  if (!acquireGuard(guard)) return undefined
  try {
    if ((await queryHolder(path)) !== undefined) return undefined
    // A process between bind and listen also refuses connections, but only briefly: check again.
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
    // Empty, because a full volume has no room for content.
    closeSync(openSync(guard, 'wx', 0o600))
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

import { Redis } from 'ioredis'
import { parseSentinels, type Sentinels } from '#server/lib/redis-sentinels.ts'
import type { RedisRole } from '../ports.ts'
import { assertVersion, toRefusal, type RedisRefused } from './refusals.ts'

export const LIMITS = {
  connectMs: 5_000,
  /** A connection on which an answer takes longer is given up. */
  answerMs: 4_000,
  /** How long a server may take to close a connection. */
  disconnectMs: 500,
  /** How long a read waits for entries; well below `answerMs`. */
  blockMs: 1_000,
  firstRetryMs: 50,
  lastRetryMs: 2_000,
  /** A server that loads its files is asked again after this; its own estimate may be ten seconds for a tenth of one. */
  loadingMs: 250,
} as const

/** The wait before attempt `times` (from 1), doubled each time up to a cap, less up to a quarter by chance. */
export function backoff(times: number, random: () => number): number {
  const full = Math.min(LIMITS.lastRetryMs, LIMITS.firstRetryMs * 2 ** Math.min(times - 1, 10))
  return Math.round(full * (1 - random() / 4))
}

/** Why an entry could not be stored while the server stops. */
export class LogClosed extends Error {
  override readonly name = 'LogClosed'
  override readonly message = 'The stream log is closed'
}

export interface Connection {
  readonly redis: Redis
  /** Resolves when commands can be sent: connected, signed in, and new enough. Rejects once it is closed. */
  ready(): Promise<void>
  /** Why commands cannot be sent; undefined while they can. */
  problem(): string | undefined
  /** Connects anew, after a failure of which the connection itself does not know. */
  reconnect(): void
  /** Times that a connection was lost. */
  losses(): number
  close(): void
}

export interface ConnectionDeps {
  readonly url: string
  readonly role: RedisRole
  readonly random: () => number
  readonly onRefused: (refusal: RedisRefused) => void
}

/** The reason in an error, without its details: those of ioredis contain commands with their arguments. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  if (error instanceof Error && error.message.startsWith('Socket timeout'))
    return `no answer for ${LIMITS.answerMs / 1000} s`
  return error instanceof Error && error.message !== '' ? error.message : 'no response'
}

/** What finds the primary that the sentinels name, anew where it has become a replica. */
const primaryOf = ({ sentinels, isEncrypted, username, password, ...primary }: Sentinels) => ({
  ...primary,
  ...(username !== undefined && { username }),
  ...(password !== undefined && { password }),
  ...(isEncrypted && { tls: {}, enableTLSForSentinelMode: true }),
  sentinels: [...sentinels],
  sentinelCommandTimeout: LIMITS.answerMs,
  failoverDetector: true,
  reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
})

/** Keeps a connection open; nothing is queued or repeated here, which would double or reorder entries. */
export function createConnection({ url, role, random, onRefused }: ConnectionDeps): Connection {
  let problem: string | undefined = 'no response yet'
  let losses = 0
  let closed = false
  let waiting: { readonly resolve: () => void; readonly reject: (error: Error) => void }[] = []
  let usable = false

  const retryStrategy = (times: number) => (closed ? null : backoff(times, random))
  const options = {
    lazyConnect: true,
    connectionName: `pairbot-${role}`,
    connectTimeout: LIMITS.connectMs,
    socketTimeout: LIMITS.answerMs,
    disconnectTimeout: LIMITS.disconnectMs,
    maxLoadingRetryTime: LIMITS.loadingMs,
    // What is in flight when a connection is lost is rejected at once: with `null` it would be neither sent again nor rejected.
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    retryStrategy,
  }
  const sentinels = parseSentinels(url)
  const redis = sentinels
    ? new Redis({ ...options, ...primaryOf(sentinels), sentinelRetryStrategy: retryStrategy })
    : new Redis(url, options)

  function fail(error: unknown) {
    if (closed) return
    problem = reasonOf(error)
    const refusal = toRefusal(error, url)
    if (refusal) onRefused(refusal)
  }

  async function onReady() {
    try {
      assertVersion(await redis.info('server'), url)
    } catch (error) {
      return fail(error)
    }
    problem = undefined
    usable = true
    for (const { resolve } of waiting) resolve()
    waiting = []
  }

  redis.on('error', fail)
  redis.on('ready', () => void onReady())
  redis.on('close', () => {
    if (usable) losses += 1
    usable = false
    problem ??= 'the connection was lost'
  })
  redis.connect().catch(fail)

  return {
    redis,
    ready() {
      if (closed) return Promise.reject(new LogClosed())
      if (usable) return Promise.resolve()
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    },
    problem: () => problem,
    reconnect() {
      usable = false
      redis.disconnect(true)
    },
    losses: () => losses,
    close() {
      closed = true
      usable = false
      redis.disconnect()
      for (const { reject } of waiting) reject(new LogClosed())
      waiting = []
    },
  }
}

/** Whether something is ready: once, and then for good, or never. */
interface ReadyOnce {
  /** Rejects if it never will be. */
  readonly whenReady: Promise<void>
  /** Like `reject`, has no effect once it is settled. */
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

export function createReadyOnce(): ReadyOnce {
  let resolve: () => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const whenReady = new Promise<void>((resolveReady, rejectReady) => {
    resolve = resolveReady
    reject = rejectReady
  })
  // Callers that await it get the error; without any, an unhandled rejection would end the process.
  whenReady.catch(() => undefined)
  return { whenReady, resolve, reject }
}

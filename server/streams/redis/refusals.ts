import { namesSentinels, parseSentinels } from '#server/lib/redis-sentinels.ts'

/** Redis refuses this configuration, and will go on to. The message is one line for the operator. */
export class RedisRefused extends Error {
  override readonly name = 'RedisRefused'
}

const LOWEST_VERSION = 7

const hostOf = (url: string): string => {
  const sentinels = parseSentinels(url)
  if (sentinels) return `${sentinels.name}, as the sentinels name it,`
  const { hostname, port } = new URL(url)
  return `${hostname || 'localhost'}:${port || '6379'}`
}

/** What to do about a permanent error, by how its message starts. Messages of Redis contain no passwords. */
const ADVICE: readonly (readonly [RegExp, (host: string) => string])[] = [
  [/^WRONGPASS|^ERR invalid password/, (host) => `${host} does not accept the user or password. Correct them`],
  [/^NOAUTH/, (host) => `${host} asks for a password. Name it: redis://:password@${host}`],
  [/^NOPERM/, (host) => `${host} does not allow the user what Pairbot needs: ~{pairbot*} +@all -@dangerous +info`],
  [/^ERR DB index|^ERR invalid DB/, (host) => `${host} has no database of this number. Correct the number`],
  [
    /^ERR unknown command|^Protocol error/,
    (host) => `${host} is not a Redis server, or an old one. Correct the address`,
  ],
  [/^READONLY/, (host) => `${host} is a replica, which cannot be written to. Name its primary`],
]

/** The one line for an error that trying again does not mend; undefined for any other. */
export function toRefusal(error: unknown, url: string): RedisRefused | undefined {
  if (error instanceof RedisRefused) return error
  if (!(error instanceof Error)) return undefined
  // The sentinels have not named the next primary yet.
  if (error.message.startsWith('READONLY') && namesSentinels(url)) return undefined
  const advice = ADVICE.find(([start]) => start.test(error.message))
  // Not with the error as cause: errors of ioredis carry the command with its arguments, AUTH with the password.
  return advice && new RedisRefused(`REDIS_URL: ${advice[1](hostOf(url))}.`)
}

/** Refuses a server that is too old. Valkey reports the version of Redis that it is compatible with. */
export function assertVersion(info: string, url: string): void {
  const version = /^redis_version:(\S+)/m.exec(info)?.[1]
  if (version !== undefined && Number.parseInt(version, 10) >= LOWEST_VERSION) return
  const found = version === undefined ? 'is not a Redis server' : `is Redis ${version}`
  throw new RedisRefused(
    `REDIS_URL: ${hostOf(url)} ${found}. Pairbot needs Redis ${LOWEST_VERSION} or newer, or Valkey: update it, or name another.`,
  )
}

/** The sentinels of a replicated Redis, which know the server that is its primary now. */
export interface Sentinels {
  readonly sentinels: readonly { readonly host: string; readonly port: number }[]
  /** Name of the primary at the sentinels. */
  readonly name: string
  readonly username: string | undefined
  readonly password: string | undefined
  readonly db: number
  readonly isEncrypted: boolean
}

const ADDRESS = /^redis(s?)\+sentinel:\/\/(?:([^@/]*)@)?([^@/]+)\/([\w.-]+)(?:\/(\d{1,5}))?$/
const SENTINEL = /^([\w.-]+|\[[\da-f:]+\])(?::(\d{1,5}))?$/i
const SENTINEL_PORT = 26_379

export const namesSentinels = (url: string): boolean => /^rediss?\+sentinel:/.test(url)

/** `redis+sentinel://user:password@host:26379,host:26379/name/0`; undefined if it is none. Sentinels take no password. */
export function parseSentinels(url: string): Sentinels | undefined {
  const [, secure, login = '', hosts = '', name, db = '0'] = ADDRESS.exec(url) ?? []
  const found = hosts.split(',').map((each) => SENTINEL.exec(each))
  const sentinels = found.flatMap((match) =>
    match?.[1] ? [{ host: match[1], port: Number(match[2] ?? SENTINEL_PORT) }] : [],
  )
  if (name === undefined || sentinels.length < found.length) return undefined
  const [username, password] = login.split(':').map((part) => decodeURIComponent(part) || undefined)
  return { sentinels, name, username, password, db: Number(db), isEncrypted: secure === 's' }
}

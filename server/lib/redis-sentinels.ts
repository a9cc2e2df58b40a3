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

const ADDRESS = /^redis(s?)\+sentinel:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^@/]+)\/([\w.-]+)(?:\/(\d{1,5}))?$/
const SENTINEL = /^(?:([\w.-]+)|\[([\da-f:]+)\])(?::(\d{1,5}))?$/i
const SENTINEL_PORT = 26_379

export const namesSentinels = (url: string): boolean => /^rediss?\+sentinel:/.test(url)

/** Undefined for a text that is empty; a stray % stands for itself, as in the addresses of single servers. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text) || undefined
  } catch {
    return text
  }
}

/** `redis+sentinel://user:password@host:26379,host:26379/name/0`; undefined if it is none. Sentinels take no password. */
export function parseSentinels(url: string): Sentinels | undefined {
  const [, secure, username = '', password = '', hosts = '', name, db = '0'] = ADDRESS.exec(url) ?? []
  const found = hosts.split(',').map((each) => SENTINEL.exec(each))
  const sentinels = found.flatMap((match) => {
    const host = match?.[1] ?? match?.[2]
    return host === undefined ? [] : [{ host, port: Number(match?.[3] ?? SENTINEL_PORT) }]
  })
  if (name === undefined || sentinels.length < found.length) return undefined
  return {
    sentinels,
    name,
    username: decoded(username),
    password: decoded(password),
    db: Number(db),
    isEncrypted: secure === 's',
  }
}

/** A value that is safe to show to developers: plain, bounded and without secrets. */
export type Scrubbed = string | number | boolean | null | readonly Scrubbed[] | { readonly [name: string]: Scrubbed }

const DEPTH = 6
const WIDTH = 60
const LENGTH = 400
const EMAIL = /[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)+/gi
const JWT = /\bey[\w-]{6,}\.[\w-]+\.[\w-]*/g
const BEARER = /\bBearer\s+\S+/gi
/** The query of a URL may hold an invitation or a ticket. */
const QUERY = /(\/[^\s?"]*)\?[^\s"]+/g
/** Long unbroken runs of digits and letters: session ids, codes, hashes. */
const RANDOM = /\b(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]{24,}\b/gi
const SECRET_NAME =
  /pass(word|phrase)?|token|secret|credential|authori[sz]ation|cookie|ticket|invitation|jwt|challenge|signature|attestation|authenticatorData|clientDataJSON|(^|_)(codes?|uri)$/i

/** Removes e-mail addresses and tokens. Ids that grant no access stay. */
export const redact = (text: string): string =>
  text.replace(EMAIL, '[e-mail]').replace(JWT, '[token]').replace(BEARER, '[token]')

/** Removes everything private and limits the length. */
const scrubText = (text: string): string => {
  const safe = redact(text.slice(0, 4 * LENGTH))
    .replace(QUERY, '$1?[hidden]')
    .replace(RANDOM, '[hidden]')
  return safe.length > LENGTH ? `${safe.slice(0, LENGTH)}…` : safe
}

/** Numbers and booleans of such a name (`close code`, `hasToken`) are harmless; strings and objects may not be. */
const isSecret = (name: string, value: unknown): boolean =>
  SECRET_NAME.test(name) && (typeof value === 'string' || (typeof value === 'object' && value !== null))

const isActor = (value: object): value is { readonly id: string; readonly sessionId: string } =>
  'sessionId' in value && 'getSnapshot' in value && 'id' in value

function scrubObject(value: object, depth: number): Scrubbed {
  if (isActor(value)) return `[actor ${value.id}]`
  if (value instanceof Error) return `${value.name}: ${scrubText(value.message)}`
  if (value instanceof Date) return value.toISOString()
  if (depth >= DEPTH) return '[deeper]'
  if (value instanceof Map) return scrubObject(Object.fromEntries(value), depth)
  if (value instanceof Set) return scrubObject([...value], depth)
  if (Array.isArray(value)) {
    const rows = value.slice(0, WIDTH).map((item) => scrubAt(item, depth + 1))
    return value.length > WIDTH ? [...rows, `[${value.length - WIDTH} more]`] : rows
  }
  const shown: Record<string, Scrubbed> = {}
  for (const [name, item] of Object.entries(value).slice(0, WIDTH)) {
    if (item === undefined) continue
    shown[scrubText(name)] = isSecret(name, item) ? '[hidden]' : scrubAt(item, depth + 1)
  }
  return shown
}

function scrubAt(value: unknown, depth: number): Scrubbed {
  if (typeof value === 'string') return scrubText(value)
  if (typeof value === 'boolean' || value === null) return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'object') return scrubObject(value, depth)
  return typeof value === 'bigint' ? value.toString() : `[${typeof value}]`
}

/** Copies a context or event for display. Throws only if a getter of the value does. */
export const scrub = (value: unknown): Scrubbed => scrubAt(value, 0)

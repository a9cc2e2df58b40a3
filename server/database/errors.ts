/** The database is currently unavailable; the caller cannot rely on anything having been written. */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
  readonly statusCode = 503
  readonly retryAfterS: number

  constructor(reason: string, options: { readonly cause?: unknown; readonly retryAfterS?: number } = {}) {
    super(reason, { cause: options.cause })
    this.retryAfterS = options.retryAfterS ?? 5
  }
}

/** The database can be read but accepts no writes. The message is shown on every screen. */
export class ReadOnly extends Unavailable {
  override readonly name = 'ReadOnly'

  constructor(reason: keyof typeof READ_ONLY_TEXTS, cause?: unknown) {
    super(READ_ONLY_TEXTS[reason], { cause, retryAfterS: 30 })
  }
}

/** The result of a write, or undefined if the database accepts none: for writes that can be left out. */
export async function unlessReadOnly<T>(write: Promise<T>): Promise<T | undefined> {
  try {
    return await write
  } catch (error) {
    if (toUnavailable(error) instanceof ReadOnly) return undefined
    throw error
  }
}

const READ_ONLY_TEXTS = {
  'disk-full':
    'The server is read-only: its disk is full. Signing in and changes are refused until there is space again.',
  'directory-gone':
    'The server is read-only: its data directory is gone or was replaced. Signing in and changes are refused until it is back.',
  'read-only-database':
    'The server is read-only: its database accepts no writes. Signing in and changes are refused meanwhile.',
} as const

/** SQLSTATE of a write in a read-only transaction, and of a disk without space. */
const READ_ONLY_CODES: Readonly<Record<string, keyof typeof READ_ONLY_TEXTS>> = {
  '25006': 'read-only-database',
  '53100': 'disk-full',
}

/** Transient SQLSTATE classes and codes: connection, resources, operator, disk, time-outs. */
const TRANSIENT = /^(08|53|57|58)|^(25P03|55P03|40001|40P01)$/
const NETWORK = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** Errors of `pg` that have neither code nor class. */
const POOL_MESSAGES =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end|PGlite is (closed|closing)/

function* causes(error: unknown): Generator<Error> {
  let current = error
  for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
    yield current
    current = current.cause
  }
}

const codeOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined

/** The `Unavailable` for a query's error, or undefined if the error is not transient. */
export function toUnavailable(error: unknown): Unavailable | undefined {
  for (const cause of causes(error)) {
    if (cause instanceof Unavailable) return cause
    const code = codeOf(cause)
    const readOnly = code === undefined ? undefined : READ_ONLY_CODES[code]
    if (readOnly) return new ReadOnly(readOnly, error)
    if ((code && (TRANSIENT.test(code) || NETWORK.test(code))) || POOL_MESSAGES.test(cause.message)) {
      return new Unavailable('The database did not respond in time. Please try again.', { cause: error })
    }
  }
  return undefined
}

/** Whether an error, however wrapped, has this SQLSTATE. */
export const hasCode = (error: unknown, code: string): boolean =>
  [...causes(error)].some((cause) => codeOf(cause) === code)

/** Name of the violated unique index, or undefined. */
export function violatedUnique(error: unknown): string | undefined {
  for (const cause of causes(error)) {
    if (codeOf(cause) !== '23505') continue
    if ('constraint' in cause && typeof cause.constraint === 'string') return cause.constraint
    return ''
  }
  return undefined
}

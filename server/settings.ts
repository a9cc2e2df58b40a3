import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { namesSentinels, parseSentinels } from '#server/lib/redis-sentinels.ts'
import { numericString } from '#contract/numeric-strings.ts'
import { PAIR_IDS, parsePair, type PairId } from '#contract/pairs.ts'

/** What a process does: `worker` runs market and analysis, `gateway` serves clients, `all` does both by itself. */
export type Role = 'all' | 'worker' | 'gateway'

/** The server's configuration, parsed once from the environment. Everything has a default. */
export interface Settings {
  readonly port: number
  readonly host: string
  readonly role: Role
  /** Where other processes reach this one's HTTP server; undefined to derive it from the address it listens on. */
  readonly internalUrl: string | undefined
  readonly dataDir: string
  readonly market: 'auto' | 'kraken' | 'replay' | 'simulated'
  /** The pairs of the market; undefined for the default ones, or all of a recording. */
  readonly pairs: readonly PairId[] | undefined
  /** How many of the pairs a worker leads at most; undefined for all or none of them. */
  readonly pairsPerWorker: number | undefined
  /** Candle files or folders, separated by the path delimiter. */
  readonly replay: string | undefined
  readonly replaySpeed: number
  readonly seed: number
  readonly krakenWs: string
  readonly krakenRest: string
  readonly adminEmail: string | undefined
  readonly adminPassword: string | undefined
  readonly databaseUrl: string | undefined
  /** Redis for the stream log; undefined for the log in memory. */
  readonly redisUrl: string | undefined
  readonly publicUrl: string | undefined
  /** SMTP server, sender and link address of invitations; absent if they are shared by hand. */
  readonly mail: { readonly smtpUrl: string; readonly from: string; readonly publicUrl: string } | undefined
  readonly trustProxy: boolean
  /** Whether sockets negotiate permessage-deflate. */
  readonly compress: boolean
  readonly spreadSockets: boolean
  /** Whether every signed-in user may upload, activate and delete models. */
  readonly openModels: boolean
  /** Whether Admins may use the admin area only with a second factor. */
  readonly adminsNeedFactor: boolean
  /** The signing keys as JSON, for a process without a file of them. */
  readonly signingKeys: string | undefined
  /** Bearer token for reading metrics; without it there are none. */
  readonly metricsToken: string | undefined
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug'
}

/** An invalid setting. Its message is one line for the operator. */
export class SettingsError extends Error {}

const startsWith = (text: string, protocols: readonly string[]): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol)
const REDIS_PROTOCOLS = ['redis:', 'rediss:']

const url = (protocols: readonly string[]) =>
  z.string().check(
    z.refine((text) => startsWith(text, protocols), {
      error: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    }),
  )

const integer = (low: number, high: number) =>
  numericString('must be a whole number').check(
    z.int('must be a whole number'),
    z.gte(low, `must be at least ${low}`),
    z.lte(high, `must be at most ${high}`),
  )

const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, `must be one of ${names.join(', ')}`)

const environmentSchema = z.object({
  PORT: z._default(integer(0, 65_535), 8080),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  PAIRBOT_ROLE: z._default(oneOf(['all', 'worker', 'gateway']), 'all'),
  PAIRBOT_INTERNAL_URL: z.optional(url(['http:', 'https:'])),
  PAIRBOT_DATA_DIR: z._default(z.string().check(z.minLength(1)), '.pairbot'),
  PAIRBOT_MARKET: z._default(oneOf(['auto', 'kraken', 'replay', 'simulated']), 'auto'),
  PAIRBOT_PAIRS: z.optional(z.string().check(z.maxLength(1_000))),
  PAIRBOT_PAIRS_PER_WORKER: z.optional(integer(1, PAIR_IDS.length)),
  PAIRBOT_REPLAY: z.optional(z.string().check(z.minLength(1))),
  PAIRBOT_REPLAY_SPEED: z._default(
    numericString('must be a number').check(z.positive('must be above 0'), z.lte(100_000, 'must be at most 100000')),
    1,
  ),
  PAIRBOT_SEED: z._default(integer(0, 2 ** 32 - 1), 1),
  PAIRBOT_KRAKEN_WS: z._default(url(['ws:', 'wss:']), 'wss://ws.kraken.com/v2'),
  PAIRBOT_KRAKEN_REST: z._default(url(['http:', 'https:']), 'https://api.kraken.com'),
  PAIRBOT_ADMIN_EMAIL: z.optional(z.string().check(z.regex(/^\S+@\S+$/, 'must look like an e-mail address'))),
  PAIRBOT_ADMIN_PASSWORD: z.optional(z.string().check(z.minLength(8, 'must be at least 8 characters'))),
  DATABASE_URL: z.optional(url(['postgres:', 'postgresql:'])),
  REDIS_URL: z.optional(
    z.string().check(
      z.refine((text) => namesSentinels(text) || startsWith(text, REDIS_PROTOCOLS), {
        error: 'must be an address that starts with redis://, rediss:// or redis+sentinel://',
      }),
      z.refine((text) => !startsWith(text, REDIS_PROTOCOLS) || /^\/?\d{0,5}$/.test(new URL(text).pathname), {
        error: 'must have nothing but the number of a database after the host, like redis://host:6379/0',
      }),
      z.refine((text) => !namesSentinels(text) || parseSentinels(text) !== undefined, {
        error: 'must name sentinels and the primary, like redis+sentinel://host1:26379,host2:26379/mymaster/0',
      }),
    ),
  ),
  PAIRBOT_PUBLIC_URL: z.optional(url(['http:', 'https:'])),
  PAIRBOT_SMTP_URL: z.optional(url(['smtp:', 'smtps:'])),
  PAIRBOT_MAIL_FROM: z.optional(
    z.string().check(z.regex(/^[^\r\n]*\S+@\S+$/, 'must look like an e-mail address, with a name before it or not')),
  ),
  PAIRBOT_TRUST_PROXY: z._default(oneOf(['0', '1']), '0'),
  PAIRBOT_COMPRESS: z._default(oneOf(['0', '1']), '1'),
  PAIRBOT_SPREAD_SOCKETS: z._default(oneOf(['0', '1']), '1'),
  PAIRBOT_MODELS: z._default(oneOf(['roles', 'everyone']), 'roles'),
  PAIRBOT_ADMIN_FACTOR: z._default(oneOf(['optional', 'required']), 'optional'),
  PAIRBOT_SIGNING_KEYS: z.optional(z.string()),
  PAIRBOT_METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must be at least 16 characters'))),
  PAIRBOT_LOG: z._default(oneOf(['fatal', 'error', 'warn', 'info', 'debug']), 'warn'),
})

/** Settings that only tests and tools read. */
const IGNORED = new Set([
  'PAIRBOT_REFERENCE_DATA',
  'PAIRBOT_CHROMIUM',
  'PAIRBOT_PLAYWRIGHT_CHROMIUM',
  'PAIRBOT_PLAYWRIGHT_REPORT',
])

const SECRETS = new Set<string>([
  'PAIRBOT_ADMIN_PASSWORD',
  'DATABASE_URL',
  'REDIS_URL',
  'PAIRBOT_SMTP_URL',
  'PAIRBOT_SIGNING_KEYS',
  'PAIRBOT_METRICS_TOKEN',
])

type Environment = z.infer<typeof environmentSchema>

function parseEnvironment(env: NodeJS.ProcessEnv): Environment {
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ''))
  const result = z.safeParse(environmentSchema, given)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const name = String(issue?.path[0] ?? 'environment')
  const shown = SECRETS.has(name) ? '' : ` (it is ${JSON.stringify(env[name]?.slice(0, 100))})`
  throw new SettingsError(`${name}: ${issue?.message ?? 'cannot be used'}${shown}`)
}

function refuseUnknown(env: NodeJS.ProcessEnv): void {
  const known = Object.keys(environmentSchema.shape)
  const unknown = Object.keys(env).find(
    (name) => name.startsWith('PAIRBOT_') && !known.includes(name) && !IGNORED.has(name),
  )
  if (unknown) throw new SettingsError(`${unknown}: no such setting; there are ${known.join(', ')}`)
}

/** Sending invitations needs a mail server, a sender and a public URL: all three or none. */
function parseMail(given: Environment): Settings['mail'] {
  const { PAIRBOT_SMTP_URL: smtpUrl, PAIRBOT_MAIL_FROM: from, PAIRBOT_PUBLIC_URL: publicUrl } = given
  if (smtpUrl === undefined && from === undefined) return undefined
  if (smtpUrl === undefined) throw new SettingsError('PAIRBOT_MAIL_FROM: only used with PAIRBOT_SMTP_URL beside it')
  if (from === undefined) throw new SettingsError('PAIRBOT_SMTP_URL: needs PAIRBOT_MAIL_FROM beside it')
  if (publicUrl === undefined)
    throw new SettingsError('PAIRBOT_SMTP_URL: needs PAIRBOT_PUBLIC_URL beside it, for the link of an invitation')
  return { smtpUrl, from, publicUrl }
}

/** The named pairs, each once, in Kraken's or our own spelling: `XBTUSD, ETH/USD`. */
function parsePairs(text: string | undefined): Settings['pairs'] {
  const names = text?.split(/[\s,;]+/).filter((name) => name !== '')
  if (names === undefined || names.length === 0) return undefined
  const pairs = names.map((name) => {
    const pair = parsePair(name)
    if (pair === undefined)
      throw new SettingsError(
        `PAIRBOT_PAIRS: Pairbot does not know the pair ${JSON.stringify(name.slice(0, 20))}; it knows ${PAIR_IDS.join(', ')}`,
      )
    return pair
  })
  return [...new Set(pairs)]
}

/** A worker and a gateway find each other through the database and Redis. */
function refuseAlone({ role, databaseUrl, redisUrl }: Settings): void {
  if (role === 'all') return
  const missing = [databaseUrl === undefined ? 'DATABASE_URL' : [], redisUrl === undefined ? 'REDIS_URL' : []].flat()
  if (missing.length > 0) throw new SettingsError(`PAIRBOT_ROLE: a ${role} needs ${missing.join(' and ')} beside it`)
}

/** Parses the environment. Throws a `SettingsError` with one line for an unknown or invalid setting. */
export function parseSettings(env: NodeJS.ProcessEnv): Settings {
  refuseUnknown(env)
  const given = parseEnvironment(env)
  const settings: Settings = {
    port: given.PORT,
    host: given.HOST,
    role: given.PAIRBOT_ROLE,
    internalUrl: given.PAIRBOT_INTERNAL_URL,
    dataDir: resolve(given.PAIRBOT_DATA_DIR),
    market: given.PAIRBOT_MARKET,
    pairs: parsePairs(given.PAIRBOT_PAIRS),
    pairsPerWorker: given.PAIRBOT_PAIRS_PER_WORKER,
    replay: given.PAIRBOT_REPLAY,
    replaySpeed: given.PAIRBOT_REPLAY_SPEED,
    seed: given.PAIRBOT_SEED,
    krakenWs: given.PAIRBOT_KRAKEN_WS,
    krakenRest: given.PAIRBOT_KRAKEN_REST,
    adminEmail: given.PAIRBOT_ADMIN_EMAIL,
    adminPassword: given.PAIRBOT_ADMIN_PASSWORD,
    databaseUrl: given.DATABASE_URL,
    redisUrl: given.REDIS_URL,
    publicUrl: given.PAIRBOT_PUBLIC_URL,
    mail: parseMail(given),
    trustProxy: given.PAIRBOT_TRUST_PROXY === '1',
    compress: given.PAIRBOT_COMPRESS === '1',
    spreadSockets: given.PAIRBOT_SPREAD_SOCKETS === '1',
    openModels: given.PAIRBOT_MODELS === 'everyone',
    adminsNeedFactor: given.PAIRBOT_ADMIN_FACTOR === 'required',
    signingKeys: given.PAIRBOT_SIGNING_KEYS,
    metricsToken: given.PAIRBOT_METRICS_TOKEN,
    logLevel: given.PAIRBOT_LOG,
  }
  refuseAlone(settings)
  if (settings.market === 'replay' && !settings.replay)
    throw new SettingsError('PAIRBOT_REPLAY: a replay needs a candle file or a folder')
  if (settings.market !== 'replay' && settings.replay)
    throw new SettingsError('PAIRBOT_REPLAY: only used with PAIRBOT_MARKET=replay')
  if (settings.role === 'all' && settings.pairsPerWorker !== undefined)
    throw new SettingsError('PAIRBOT_PAIRS_PER_WORKER: only used with PAIRBOT_ROLE=worker')
  if (settings.adminPassword && !settings.adminEmail)
    throw new SettingsError('PAIRBOT_ADMIN_PASSWORD: needs PAIRBOT_ADMIN_EMAIL beside it')
  return settings
}

import type { Health } from '#contract/health.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import type { Database } from '#server/database/database.ts'
import { Unavailable } from '#server/database/errors.ts'
import { RESTORE } from '#server/database/intact.ts'
import type { Bus } from '#server/cluster/bus/ports.ts'
import type { MarketService } from '#server/market/ports.ts'
import { inWords } from '#server/lib/in-words.ts'
import type { StreamLog } from '#server/streams/ports.ts'

export interface ReadinessDeps {
  readonly database: Pick<Database, 'ping' | 'readOnly' | 'engine' | 'durability' | 'files'>
  readonly market: Pick<MarketService, 'describe' | 'lastSeen'>
  /** Undefined for a process that never runs market and analysis. */
  readonly leadership: () => Health['leadership']
  readonly bus: Pick<Bus, 'state'>
  readonly log: Pick<StreamLog, 'engine' | 'problem'>
  readonly role: Health['role']
  /** Absent in a process that needs no file of its own. */
  readonly files?:
    | {
        /** Number of models whose file is missing. */
        readonly modelsWithoutFile: () => Promise<number>
        /** Space on the volume of the data directory. */
        readonly disk: { readonly freeMib: () => number; readonly hasRoomToWrite: () => boolean }
      }
    | undefined
  readonly version: string
  /** Start time, unix milliseconds. */
  readonly startedAt: number
  readonly now: () => number
  readonly worstLagMs: () => number
  /** How a gateway stands beside the others. */
  readonly standing?: () => { isAside(): boolean; problem(): string | undefined } | undefined
}

/** A pair without data for longer is overdue: two candles, and half a minute for their delivery. */
export const OVERDUE_S = 150
/** Probes ask again after this time, however often they are called. */
const FRESH_MS = 1_000

/** Says whether the server can do its work, as /health reports it. */
export function createReadiness(deps: ReadinessDeps): () => Promise<Health> {
  let last: { readonly at: number; readonly health: Promise<Health> } | undefined
  return () => {
    const at = deps.now()
    if (last === undefined || Math.abs(at - last.at) >= FRESH_MS) last = { at, health: assess(deps) }
    return last.health
  }
}

async function assess(deps: ReadinessDeps): Promise<Health> {
  const { database, now, startedAt, files } = deps
  const unavailable = await problemOf(database.ping())
  const models = files && (await modelsState(unavailable === undefined ? files.modelsWithoutFile() : undefined))
  const disk = files && diskState(files.disk)
  const readOnly = database.readOnly()
  const databaseFiles = database.files()
  const { latencyMs, ...bus } = deps.bus.state()
  const market = deps.market.describe()
  const leadership = deps.leadership()
  const data = marketDataState(deps, market.pairs)
  const logProblem = deps.log.problem()
  const standing = deps.standing?.()
  const lacking = standing?.problem()
  const errors = [
    unavailable && `database: ${unavailable}`,
    readOnly?.message ?? (disk?.status === 'full' ? `disk: full, models cannot be uploaded` : undefined),
    ...(databaseFiles?.problems.map((problem) => `database files: ${problem}. ${RESTORE}`) ?? []),
    databaseFiles?.status === 'stopped' && 'database files: they cannot be checked',
    bus.status === 'disconnected' && unavailable === undefined && 'bus: not connected to the other processes',
    leadership?.status === 'uncertain' && 'leadership: cannot be renewed in the database',
    market.degraded && `market: ${market.degraded}`,
    data.problem && `market data: ${data.problem}`,
    logProblem && `stream log: ${inWords(logProblem)}`,
    lacking && `gateway: ${lacking}`,
    models?.status === 'unavailable' && unavailable === undefined && 'models: cannot be read',
    models && models.file_missing > 0 && `models: ${countOf(models.file_missing, 'file')} missing`,
  ].filter((line): line is string => typeof line === 'string' && line !== '')
  const reason = readOnly?.message ?? unavailable
  return {
    status: unavailable !== undefined || standing?.isAside() ? 'error' : errors.length > 0 ? 'degraded' : 'healthy',
    version: deps.version,
    role: deps.role,
    uptime_s: Math.round((now() - startedAt) / 1000),
    durability: database.durability,
    ...(leadership && { leadership }),
    database: { status: unavailable === undefined ? 'ready' : 'unavailable', engine: database.engine },
    writes: reason === undefined ? { status: 'accepted' } : { status: 'refused', reason },
    bus: { ...bus, latency_ms: latencyMs === null ? null : Math.round(latencyMs * 10) / 10 },
    ...(databaseFiles && {
      database_files: {
        status: databaseFiles.status,
        checked_mib: Math.round(databaseFiles.checkedBytes / 2 ** 20),
      },
    }),
    ...(disk && { disk }),
    market,
    market_data: data.state,
    stream_log: { status: logProblem === undefined ? 'ready' : 'unavailable', engine: deps.log.engine },
    ...(models && { models }),
    event_loop: { worst_lag_ms: deps.worstLagMs() },
    errors,
  }
}

const problemOf = (result: Promise<unknown>): Promise<string | undefined> =>
  result.then(
    () => undefined,
    // Its own words, with addresses and names, are for the log.
    (error: unknown) => (error instanceof Unavailable ? error.message : 'The database reports an error.'),
  )

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? ' is' : 's are'}`

/** @param counted number of models whose file is missing; undefined if nothing can be counted */
async function modelsState(counted: Promise<number> | undefined): Promise<NonNullable<Health['models']>> {
  try {
    const missing = await counted
    if (missing === undefined) return { status: 'unavailable', file_missing: 0 }
    return { status: missing > 0 ? 'incomplete' : 'ready', file_missing: missing }
  } catch {
    return { status: 'unavailable', file_missing: 0 }
  }
}

const diskState = ({ hasRoomToWrite, freeMib }: NonNullable<ReadinessDeps['files']>['disk']) => ({
  status: hasRoomToWrite() ? ('ok' as const) : ('full' as const),
  free_mib: freeMib(),
})

/** Ages are in wall time, since replayed data is old by nature. Until the first data, the wait counts from the start. */
function marketDataState(
  { market, now, startedAt }: ReadinessDeps,
  pairs: readonly string[],
): { readonly state: Health['market_data']; readonly problem: string | undefined } {
  const waits = pairs.filter(isPair).map((pair) => {
    const receivedAt = market.lastSeen(pair)?.receivedAt
    return { pair, receivedAt, waitS: Math.max(0, Math.round((now() - (receivedAt ?? startedAt)) / 1000)) }
  })
  const longest = waits.toSorted((one, other) => other.waitS - one.waitS)[0]
  if (longest === undefined) return { state: { status: 'current', age_s: null }, problem: undefined }
  const { pair, receivedAt, waitS } = longest
  const age = receivedAt === undefined ? null : waitS
  if (waitS <= OVERDUE_S) return { state: { status: 'current', age_s: age }, problem: undefined }
  const problem = `none for ${PAIRS[pair].label} for ${waitS} s`
  return { state: { status: 'overdue', age_s: age }, problem }
}

const isPair = (pair: string): pair is PairId => pair in PAIRS

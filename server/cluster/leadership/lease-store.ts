import * as z from 'zod/mini'
import { pairSchema, type PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { Attempt, Held, LeaseStore } from './ports.ts'

/** Queries on one connection, which is opened as needed and again after a failure. */
export interface LeaseQueries {
  run(text: string, values?: readonly unknown[]): Promise<readonly unknown[]>
  /** Gives the connection up: after a failure it is unknown what it has done. */
  discard(): void
  close(): Promise<void>
}

export interface LeaseStoreDeps {
  readonly queries: LeaseQueries
  readonly market: MarketKind
  readonly pairs: readonly PairId[]
  /** Identifies this process. */
  readonly holder: string
  readonly leaseMs: number
  /** How many of the pairs this process takes at most, of those that are free; if absent it takes all or none. */
  readonly share?: number | undefined
}

/** How much later those take leases that are over who could not do a leader's work. */
const GRACE_MS = 3_000
/** In front of the expiry of a lease that its holder gave up. */
const OVER = 'to_timestamp(0)'
/** How long a pair that nobody stood by for is kept for a process that starts, before another leader ends for it. */
const KEPT_MS = 60_000
const heldRowSchema = z.object({ address: z.nullable(z.string()) })
const freeRowsSchema = z.array(z.object({ pair: pairSchema, kept: z.boolean() }))
type FreePair = z.infer<typeof freeRowsSchema>[number]
const renewedSchema = z.object({ renewed: z.number(), wanted: z.boolean(), unled: z.array(pairSchema) })
const tokenRowsSchema = z.array(z.object({ token: z.coerce.number() }))

const PREPARE = `
insert into leases (market, pair, holder, token, expires_at)
select $1, pair, $3::uuid, 0, ${OVER} from unnest($2::text[]) as pair
on conflict do nothing`
const LOCK = 'select 1 from leases where market = $1 and pair = any($2) order by pair for update'
const HELD_BY_OTHERS = `
from leases where market = $1 and holder <> $3 and expires_at > statement_timestamp() - $4 * interval '1 ms'`
const OTHER = `select address ${HELD_BY_OTHERS} and pair = any($2) order by pair limit 1`
/** A leader notes on a pair that nobody stood by for that it is wanted, when it is over for longer than a standby would have waited. */
const IS_KEPT = `
coalesce(wanted_at > greatest(expires_at + interval '5 s', statement_timestamp() - ${KEPT_MS} * interval '1 ms'), false)`
const FREE = `
select wanted.pair, ${IS_KEPT} as kept
from unnest($2::text[]) with ordinality as wanted (pair, place) left join leases on market = $1 and leases.pair = wanted.pair
where wanted.pair not in (select pair ${HELD_BY_OTHERS}) order by place`
/** At most once a second, however often it is asked. */
const WANT = `
update leases set wanted_at = clock_timestamp()
where market = $1 and pair = any($2) and expires_at > clock_timestamp()
  and (wanted_at is null or wanted_at < clock_timestamp() - interval '1 s')`
/** The time is part of the token, so that it also grows when the database is restored from a backup, or is another one. */
const TAKE = `
update leases set
  holder = $3, address = $4, expires_at = statement_timestamp() + $5 * interval '1 ms', wanted_at = null,
  token = greatest(
    (select max(token) + 1 from leases where market = $1 and pair = any($2)),
    floor(extract(epoch from statement_timestamp()) * 1000)::bigint)
where market = $1 and pair = any($2)
returning token`
/** One time for all pairs, so that they are over, and free for another process, at the same moment. */
const RENEW = `
with renewed as (
  update leases set expires_at = statement_timestamp() + $6 * interval '1 ms', address = $5
  where market = $1 and pair = any($2) and holder = $3 and token = $4
  returning wanted_at is not null and wanted_at > clock_timestamp() - interval '2 s' as wanted)
select count(*)::int as renewed, coalesce(bool_and(wanted), false) as wanted, array(
  select pair from leases
  where market = $1 and pair = any($7) and pair <> all($2) and expires_at <= statement_timestamp() and not ${IS_KEPT}) as unled
from renewed`
const KEEP = `
update leases set wanted_at = clock_timestamp()
where market = $1 and pair = any($2) and expires_at <= statement_timestamp() and not ${IS_KEPT}
returning pair`
const RELEASE = `
update leases set expires_at = case when $5 then clock_timestamp() else ${OVER} end, wanted_at = null
where market = $1 and pair = any($2) and holder = $3 and token = $4`

/** The leases of some pairs of a market, in the table `leases`. */
export function createLeaseStore({ queries, market, pairs, holder, leaseMs, share }: LeaseStoreDeps): LeaseStore {
  const ours = [market, [...pairs]] as const

  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      queries.discard()
      throw error
    }
  }

  const findFree = async (among: readonly PairId[], graceMs: number): Promise<readonly FreePair[]> =>
    freeRowsSchema.parse(await queries.run(FREE, [market, among, holder, graceMs]))

  /** What this process may take of those that are free: all or none, or its share and what is kept. */
  function choose(free: readonly FreePair[]): readonly PairId[] {
    if (share === undefined) return free.length === pairs.length ? pairs : []
    const kept = free.filter((each) => each.kept)
    return [...kept, ...free.filter((each) => !each.kept).slice(0, share)].map(({ pair }) => pair)
  }

  async function refuse(graceMs: number): Promise<Attempt> {
    const [row] = await queries.run(OTHER, [...ours, holder, graceMs])
    return { kind: 'refused', address: row === undefined ? null : heldRowSchema.parse(row).address }
  }

  async function take(address: string | null, isAble: boolean): Promise<Attempt> {
    const graceMs = isAble ? 0 : GRACE_MS
    // Without a lock, for which the holder's renewal would have to wait.
    const free = await findFree(pairs, graceMs)
    if (choose(free).length === 0) {
      if (isAble) await queries.run(WANT, ours)
      return refuse(graceMs)
    }
    await queries.run('begin')
    await queries.run(PREPARE, [...ours, holder])
    const locked = free.map(({ pair }) => pair)
    await queries.run(LOCK, [market, locked])
    // Again, as some may have been taken while this process waited for the lock.
    const taken = choose(await findFree(locked, graceMs))
    if (taken.length === 0) {
      await queries.run('rollback')
      return refuse(graceMs)
    }
    const [first] = tokenRowsSchema.parse(await queries.run(TAKE, [market, taken, holder, address, leaseMs]))
    await queries.run('commit')
    if (first === undefined) throw new Error('The leases are gone')
    return { kind: 'held', token: first.token, pairs: taken }
  }

  const those = (held: Held) => [market, held.pairs, holder, held.token] as const
  return {
    acquire: (address, isAble) => attempt(() => take(address, isAble)),
    renew: (held, address) =>
      attempt(async () => {
        const [row] = await queries.run(RENEW, [...those(held), address, leaseMs, pairs])
        const { renewed, wanted, unled } = renewedSchema.parse(row)
        return renewed < held.pairs.length ? 'lost' : { isWanted: wanted, unled }
      }),
    keep: (unled) => attempt(async () => (await queries.run(KEEP, [market, unled])).length > 0),
    release: (held, toAble = false) => attempt(async () => void (await queries.run(RELEASE, [...those(held), toAble]))),
    close: () => queries.close(),
  }
}

import * as z from 'zod/mini'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { Attempt, LeaseStore } from './ports.ts'

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
}

/** How much later those take leases that are over who could not do a leader's work. */
const GRACE_MS = 3_000
/** In front of the expiry of a lease that its holder gave up. */
const OVER = 'to_timestamp(0)'
const heldRowSchema = z.object({ address: z.nullable(z.string()) })
const renewedRowsSchema = z.array(z.object({ wanted: z.boolean() }))
const tokenRowsSchema = z.array(z.object({ token: z.coerce.number() }))

const PREPARE = `
insert into leases (market, pair, holder, token, expires_at)
select $1, pair, $3::uuid, 0, ${OVER} from unnest($2::text[]) as pair
on conflict do nothing`
const LOCK = 'select 1 from leases where market = $1 and pair = any($2) order by pair for update'
/** Read after the lock, as a lease may have been taken while this process waited for it. */
const HELD_BY_OTHERS = `
select address from leases
where market = $1 and pair = any($2) and holder <> $3 and expires_at > clock_timestamp() - $4 * interval '1 ms'
order by pair limit 1`
/** At most once a second, however often it is asked. */
const WANT = `
update leases set wanted_at = clock_timestamp()
where market = $1 and pair = any($2) and (wanted_at is null or wanted_at < clock_timestamp() - interval '1 s')`
/** The time is part of the token, so that it also grows when the database is restored from a backup, or is another one. */
const TAKE = `
update leases set
  holder = $3, address = $4, expires_at = clock_timestamp() + $5 * interval '1 ms', wanted_at = null,
  token = greatest(
    (select max(token) + 1 from leases where market = $1 and pair = any($2)),
    floor(extract(epoch from statement_timestamp()) * 1000)::bigint)
where market = $1 and pair = any($2)
returning token`
const RENEW = `
update leases set expires_at = clock_timestamp() + $6 * interval '1 ms', address = $5
where market = $1 and pair = any($2) and holder = $3 and token = $4
returning wanted_at is not null and wanted_at > clock_timestamp() - interval '2 s' as wanted`
const RELEASE = `
update leases set expires_at = case when $5 then clock_timestamp() else ${OVER} end
where market = $1 and pair = any($2) and holder = $3 and token = $4`

/** The leases of some pairs of a market, in the table `leases`. */
export function createLeaseStore({ queries, market, pairs, holder, leaseMs }: LeaseStoreDeps): LeaseStore {
  const ours = [market, [...pairs]] as const

  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      queries.discard()
      throw error
    }
  }

  async function findOther(graceMs: number): Promise<Extract<Attempt, { kind: 'refused' }> | undefined> {
    const [row] = await queries.run(HELD_BY_OTHERS, [...ours, holder, graceMs])
    return row === undefined ? undefined : { kind: 'refused', address: heldRowSchema.parse(row).address }
  }

  async function take(address: string | null, isAble: boolean): Promise<Attempt> {
    const graceMs = isAble ? 0 : GRACE_MS
    // Without a lock, for which the holder's renewal would have to wait.
    const current = await findOther(graceMs)
    if (current && isAble) await queries.run(WANT, ours)
    if (current) return current
    await queries.run('begin')
    await queries.run(PREPARE, [...ours, holder])
    await queries.run(LOCK, ours)
    const other = await findOther(graceMs)
    if (other) {
      await queries.run('rollback')
      return other
    }
    const [first] = tokenRowsSchema.parse(await queries.run(TAKE, [...ours, holder, address, leaseMs]))
    await queries.run('commit')
    if (first === undefined) throw new Error('The leases are gone')
    return { kind: 'held', token: first.token }
  }

  return {
    acquire: (address, isAble) => attempt(() => take(address, isAble)),
    renew: (token, address) =>
      attempt(async () => {
        const renewed = await queries.run(RENEW, [...ours, holder, token, address, leaseMs])
        const rows = renewedRowsSchema.parse(renewed)
        if (rows.length < pairs.length) return 'lost'
        return rows.every(({ wanted }) => wanted) ? 'wanted' : 'held'
      }),
    release: (token, toAble = false) =>
      attempt(async () => void (await queries.run(RELEASE, [...ours, holder, token, toAble]))),
    close: () => queries.close(),
  }
}

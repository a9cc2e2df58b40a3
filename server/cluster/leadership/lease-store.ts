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

/** In front of the expiry of a lease that its holder gave up. */
const OVER = 'to_timestamp(0)'
const heldRowSchema = z.object({ address: z.nullable(z.string()) })
const tokenRowsSchema = z.array(z.object({ token: z.coerce.number() }))

const PREPARE = `
insert into leases (market, pair, holder, token, expires_at)
select $1, pair, $3::uuid, 0, ${OVER} from unnest($2::text[]) as pair
on conflict do nothing`
const LOCK = 'select 1 from leases where market = $1 and pair = any($2) order by pair for update'
/** Read after the lock, as a lease may have been taken while this process waited for it. */
const HELD_BY_OTHERS = `
select address from leases
where market = $1 and pair = any($2) and holder <> $3 and expires_at > clock_timestamp()
order by pair limit 1`
/** The time is part of the token, so that it also grows when the database is restored from a backup, or is another one. */
const TAKE = `
update leases set
  holder = $3, address = $4, expires_at = clock_timestamp() + $5 * interval '1 ms',
  token = greatest(
    (select max(token) + 1 from leases where market = $1 and pair = any($2)),
    floor(extract(epoch from statement_timestamp()) * 1000)::bigint)
where market = $1 and pair = any($2)
returning token`
const RENEW = `
update leases set expires_at = clock_timestamp() + $6 * interval '1 ms', address = $5
where market = $1 and pair = any($2) and holder = $3 and token = $4
returning token`
const RELEASE = `
update leases set expires_at = ${OVER} where market = $1 and pair = any($2) and holder = $3 and token = $4`

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

  async function findOther(): Promise<Extract<Attempt, { kind: 'refused' }> | undefined> {
    const [row] = await queries.run(HELD_BY_OTHERS, [...ours, holder])
    return row === undefined ? undefined : { kind: 'refused', address: heldRowSchema.parse(row).address }
  }

  async function take(address: string | null): Promise<Attempt> {
    // Without a lock, for which the holder's renewal would have to wait.
    const current = await findOther()
    if (current) return current
    await queries.run('begin')
    await queries.run(PREPARE, [...ours, holder])
    await queries.run(LOCK, ours)
    const other = await findOther()
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
    acquire: (address) => attempt(() => take(address)),
    renew: (token, address) =>
      attempt(async () => {
        const renewed = await queries.run(RENEW, [...ours, holder, token, address, leaseMs])
        return renewed.length === pairs.length
      }),
    release: (token) => attempt(async () => void (await queries.run(RELEASE, [...ours, holder, token]))),
    close: () => queries.close(),
  }
}

import { createHash } from 'node:crypto'
import type { Side } from './side.ts'
import { quoted, type Table } from './tables.ts'

/** Number of rows of a table, and a hash of all of them, in whatever order they are. */
export interface Contents {
  readonly rows: number
  readonly hash: string
}

/** Sums of the halves of each row's MD5: computed by the database, so that no row has to leave it. */
const half = (from: number) => `coalesce(sum(('x' || substr(md5, ${from}, 16))::bit(64)::bigint::numeric), 0)::text`

/** What a table has, computed by the database. */
export async function contentsOf(side: Side, { name, columns }: Table): Promise<Contents> {
  const row = columns.map((column) => quoted(column.name)).join(', ')
  const [found] = await side.query(
    `select count(*)::text as rows, ${half(1)} as first, ${half(17)} as second
     from (select md5(row(${row})::text) as md5 from ${quoted(name)}) hashed`,
  )
  const hash = createHash('sha256').update(`${found?.['first']} ${found?.['second']}`).digest('hex').slice(0, 16)
  return { rows: Number(found?.['rows']), hash }
}

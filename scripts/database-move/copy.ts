import type { Side } from './side.ts'
import { quoted, type Table } from './tables.ts'

const BATCH_BYTES = 4 * 2 ** 20
const BATCH_ROWS = 2_000

/** So many rows that even the longest ones fit into memory. */
async function batchOf(source: Side, { name }: Table): Promise<number> {
  const [row] = await source.query(
    `select coalesce(max(octet_length(t::text)), 1)::text as longest from ${quoted(name)} t`,
  )
  return Math.max(1, Math.min(BATCH_ROWS, Math.floor(BATCH_BYTES / Number(row?.['longest'] ?? 1))))
}

/** Replaces the rows of a table of the target by those of the source. */
export async function copyTable(source: Side, target: Side, table: Table): Promise<void> {
  const { columns } = table
  const name = quoted(table.name)
  const size = await batchOf(source, table)
  const read = columns.map((column, n) => `${quoted(column.name)}::text as c${n}`).join(', ')
  const written = columns.map(({ type }, n) => `u.c${n}::${type}`).join(', ')
  const given = columns.map((_, n) => `$${n + 1}::text[]`).join(', ')
  const insert = `insert into ${name} (${columns.map((column) => quoted(column.name)).join(', ')}) overriding system value
    select ${written} from unnest(${given}) as u(${columns.map((_, n) => `c${n}`).join(', ')})`
  await target.query(`delete from ${name}`)
  await source.query(`declare moved no scroll cursor for select ${read} from ${name}`)
  for (;;) {
    const rows = await source.query(`fetch forward ${size} from moved`)
    if (rows.length === 0) break
    await target.query(
      insert,
      columns.map((_, n) => rows.map((row) => row[`c${n}`] ?? null)),
    )
  }
  await source.query('close moved')
}

/** Lets every sequence go on where the source's ended. */
export async function copySequences(source: Side, target: Side): Promise<void> {
  const sequences = await source.query(
    `select quote_literal(format('public.%I', sequencename)) as name, last_value::text as last
     from pg_sequences where schemaname = 'public' and last_value is not null`,
  )
  for (const { name, last } of sequences) await target.query(`select setval(${name}::regclass, ${last}, true)::text`)
}

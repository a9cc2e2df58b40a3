import { sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Queries } from '#server/database/database.ts'

const foundSchema = z.object({ rows: z.array(z.record(z.string(), z.string())) })

/** Runs a statement whose columns are all text. */
export const textRows = async (db: Queries, text: string): Promise<readonly Readonly<Record<string, string>>[]> =>
  z.parse(foundSchema, await db.execute(sql.raw(text))).rows

const COLUMNS = `
  select c.relname::text as "table", a.attname::text as "column", format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull::text as required, coalesce(parent.relname::text, '') as parent, coalesce(key.attname::text, '') as key
  from pg_class c
    join pg_attribute a on a.attrelid = c.oid
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey)
    left join pg_class parent on parent.oid = k.confrelid
    left join pg_attribute key on key.attrelid = k.confrelid and key.attnum = k.confkey[1]
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and a.attidentity = '' and c.relname <> 'audit_head'
  order by 1, a.attnum`

/** A value of each type that does not survive a careless copy, another one for each `n`. */
const VALUES: Readonly<Record<string, (n: number) => string>> = {
  text: (n) => `'ü"\\,{}NULL; ''' || chr(10) || '${n}'`,
  'text[]': (n) => `array['a,b', 'c"d', 'NULL', '${n}']`,
  uuid: () => 'gen_random_uuid()',
  boolean: (n) => String(n % 2 === 0),
  integer: (n) => `${n} - 2147483648`,
  smallint: String,
  bigint: (n) => `${n} + 9007199254740000`,
  'double precision': (n) => `0.1::float8 + 0.2::float8 * ${n}`,
  bytea: (n) => `'\\x00ff5c27${n.toString(16).padStart(2, '0')}'::bytea`,
  jsonb: (n) => `'{"a": [null, "ü\\\\n", 1e-7, {"b": ${n}}]}'::jsonb`,
  'timestamp(3) with time zone': (n) => `'2026-03-29 00:59:59.${String(n).padStart(3, '0')}+00'::timestamptz`,
}

/** Puts rows into every table but the head of the audit log: the last one has nothing where nothing is required. */
export async function fillEveryTable(db: Queries, rows: number): Promise<void> {
  const columns = await textRows(db, COLUMNS)
  const tables = new Set(columns.map(({ table }) => table ?? ''))
  const filled = new Set<string>()
  const fill = async (table: string): Promise<void> => {
    if (filled.has(table)) return
    filled.add(table)
    const own = columns.filter((each) => each['table'] === table)
    for (const { parent = '' } of own) if (parent !== '') await fill(parent)
    const valueOf = ({ type = '', required, parent, key }: Readonly<Record<string, string>>, n: number) => {
      if (n === rows && required === 'false') return 'null'
      if (parent) return `(select ${key} from ${parent} order by 1 offset ${n - 1} limit 1)`
      const value = VALUES[type]
      if (value === undefined) throw new Error(`There is no value of type ${type}`)
      return value(n)
    }
    for (let n = 1; n <= rows; n += 1) {
      const values = own.map((column) => valueOf(column, n)).join(', ')
      await db.execute(
        sql.raw(`insert into ${table} (${own.map(({ column }) => `"${column}"`).join(', ')}) values (${values})`),
      )
    }
  }
  for (const table of tables) await fill(table)
}

/** Every row of every table as text, by table. */
export async function everyRow(db: Queries): Promise<Readonly<Record<string, readonly string[]>>> {
  await db.execute(sql.raw(`set time zone 'UTC'`))
  const tables = await textRows(
    db,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'drizzle') order by 1`,
  )
  const contents: Record<string, readonly string[]> = {}
  for (const { name = '' } of tables) {
    const rows = await textRows(db, `select t::text as row from ${name} t order by 1`)
    contents[name] = rows.map(({ row }) => row ?? '')
  }
  return contents
}

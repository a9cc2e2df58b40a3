import type { Side } from './side.ts'

export interface Table {
  readonly name: string
  /** By name. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

const COLUMNS = `
  select c.relname::text as "table", a.attname::text as "column", format_type(a.atttypid, a.atttypmod) as type
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  order by 1, 2`

const REFERENCES = `
  select distinct one.relname::text as "table", other.relname::text as "to"
  from pg_constraint k join pg_class one on one.oid = k.conrelid join pg_class other on other.oid = k.confrelid
  where k.contype = 'f' and one.oid <> other.oid`

/** A name as SQL has it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The tables, each after those that it refers to. */
export async function tablesOf(side: Side): Promise<readonly Table[]> {
  const columns = new Map<string, { name: string; type: string }[]>()
  for (const { table, column, type } of await side.query(COLUMNS)) {
    const known = columns.get(table ?? '') ?? []
    columns.set(table ?? '', [...known, { name: column ?? '', type: type ?? '' }])
  }
  const references = await side.query(REFERENCES)
  const ordered = new Map<string, Table>()
  const add = (name: string, path: readonly string[]): void => {
    if (ordered.has(name)) return
    if (path.includes(name)) throw new Error(`Tables refer to each other: ${[...path, name].join(', ')}`)
    for (const { table, to } of references) if (table === name) add(to ?? '', [...path, name])
    ordered.set(name, { name, columns: columns.get(name) ?? [] })
  }
  for (const name of columns.keys()) add(name, [])
  return [...ordered.values()]
}

/** What a new database has: the head of an empty audit log. */
const isNew = (table: string) => (table === 'audit_head' ? ' where seq > 0' : '')

/** Throws if a table has rows, or is none of `known`. */
export async function assertEmpty(side: Side, known: ReadonlySet<string>): Promise<void> {
  for (const { name } of await tablesOf(side)) {
    if (!known.has(name))
      throw new Error(`The target has a table that is not Pairbot's, ${name}: name an empty database`)
    const rows = await side.query(`select '' as row from ${quoted(name)}${isNew(name)} limit 1`)
    if (rows.length > 0) throw new Error(`The target has data already, in the table ${name}: name an empty database`)
  }
}

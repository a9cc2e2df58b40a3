import type { PGlite } from '@electric-sql/pglite'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DamagedDatabase, DamagedTable } from './intact.ts'
import * as factors from './schema/factors.ts'
import * as identity from './schema/identity.ts'

/** Bytes of a page, and pages of a file: what follows is in the next file of the table. */
export const PAGE_BYTES = 8_192
const PAGES_PER_FILE = 131_072

/** What PostgreSQL's checksum (`checksum_impl.h`) begins its 32 partial sums with. */
const BASE_OFFSETS = Int32Array.from([
  0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c, 0xf8d4474f,
  0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb, 0xe58f764b, 0x187636bc,
  0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4, 0x783125bb, 0x6ca8eaa2, 0xe407eac6,
  0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756,
])
const FNV_PRIME = 16_777_619
const SUMS = BASE_OFFSETS.length
const PAGE_WORDS = PAGE_BYTES / 4

/** The header of a page, in its words: the checksum, where free space begins and ends, where the rest begins, and the layout. */
const HEADER = { checksum: 2, free: 3, layout: 4, bytes: 24 }
/** The size of a page and the version of its format. */
const LAYOUT = PAGE_BYTES | 4

const lowHalf = (word: number) => word & 0xffff
const highHalf = (word: number) => word >>> 16

/** Signed, as V8 keeps those as integers, and written in one loop without calls: all of a database's pages pass through it at a start. */
const sums = new Int32Array(SUMS)

/** The checksum of a page with this number in its table, as the engine stores it in the page. */
function checksumOf(page: Int32Array, number: number): number {
  sums.set(BASE_OFFSETS)
  // Two rounds of zeros follow the page.
  for (let round = 0; round < PAGE_WORDS + 2 * SUMS; round += SUMS) {
    for (let index = 0; index < SUMS; index += 1) {
      const at = round + index
      let word = at < PAGE_WORDS ? (page[at] ?? 0) : 0
      // The stored checksum itself counts as zero.
      if (at === HEADER.checksum) word &= 0xffff_0000
      const mixed = (sums[index] ?? 0) ^ word
      sums[index] = Math.imul(mixed, FNV_PRIME) ^ (mixed >>> 17)
    }
  }
  let sum = number
  for (let index = 0; index < SUMS; index += 1) sum ^= sums[index] ?? 0
  return ((sum >>> 0) % 65_535) + 1
}

/**
 * Whether the engine would accept a page: with the right checksum, unless the database has none, and a possible header. One that
 * was never written has zeros only.
 */
function isWhole(page: Int32Array, number: number, hasChecksums: boolean): boolean {
  const [checksum, free, layout] = [page[HEADER.checksum] ?? 0, page[HEADER.free] ?? 0, page[HEADER.layout] ?? 0]
  const [lower, upper, special] = [lowHalf(free), highHalf(free), lowHalf(layout)]
  if (upper === 0) return page.every((word) => word === 0)
  if (highHalf(layout) !== LAYOUT) return false
  if (lower < HEADER.bytes || lower > upper || upper > special || special > PAGE_BYTES) return false
  return !hasChecksums || lowHalf(checksum) === checksumOf(page, number)
}

/** What has been found in the files of the embedded database since it was opened. */
export interface FilesFound {
  /** `damaged` as soon as anything was found; `stopped`: the check itself failed. */
  readonly status: 'checking' | 'intact' | 'damaged' | 'stopped'
  readonly checkedBytes: number
  /** The tables that are damaged, and how; one line each. */
  readonly problems: readonly string[]
}

/** The check of what the start did not wait for. */
export interface FileCheck {
  found(): FilesFound
  /** Goes on in the background, a slice in each turn of the event loop, and reports each table that is damaged. */
  begin(report: (error: Error) => void): void
  /** Resolves once it reads no more. */
  stop(): Promise<void>
}

/** A table, an index or what else has pages. */
interface Relation {
  readonly oid: number
  /** Below the folder of the database. */
  readonly path: string
  readonly bytes: number
  /** The table that it belongs to. */
  readonly table: string
  readonly isIndex: boolean
  /** Its quoted name if it is a table itself. */
  readonly name: string | null
  /** Whether it is in the schema of the product, not in the engine's catalog. */
  readonly isOurs: boolean
}

/** Files are read at a start up to this size in total, smallest first, besides those without which nobody can sign in. */
const START_BYTES = 64 * 2 ** 20
/** Read without a pause: about 0.3 ms, and 10 ms from a slow disk. */
const SLICE_PAGES = 32

const SIGN_IN_TABLES: ReadonlySet<string> = new Set(
  [...Object.values(identity), ...Object.values(factors)].flatMap((each) =>
    is(each, PgTable) ? getTableName(each) : [],
  ),
)
const isNeededToSignIn = ({ isOurs, table }: Relation) => !isOurs || SIGN_IN_TABLES.has(table)

/**
 * Compares the pages of the database's files with their checksums, so that a damaged one is found before it is needed: indexes
 * and long values too. Resolves once the catalog, the tables needed to sign in, and small ones are found whole; the others wait
 * for `begin`. Throws `DamagedDatabase`.
 * @param directory the data directory; its `database` is open in `client`
 */
export async function checkFiles(client: PGlite, directory: string): Promise<FileCheck> {
  const { relations, hasChecksums } = await listRelations(client, directory)
  const files = { directory, hasChecksums, pathNow: (oid: number) => pathOf(client, oid) }
  const [first, later] = split(relations)
  let checkedBytes = 0
  for (const relation of first) {
    const problem = await problemOf(relation, files, async () => true)
    if (problem !== undefined) throw new DamagedDatabase(directory, problem)
    checkedBytes += relation.bytes
  }
  await openTables(client, first)
  const problems: string[] = []
  let status: FilesFound['status'] = later.length === 0 ? 'intact' : 'checking'
  let isStopped = false
  let running = Promise.resolve()
  const mayGoOn = async () => {
    await nextTurn()
    return !isStopped
  }
  const run = async (report: (error: Error) => void) => {
    for (const relation of later) {
      const problem = await problemOf(relation, files, mayGoOn)
      if (isStopped) return
      checkedBytes += relation.bytes
      if (problem === undefined) continue
      problems.push(problem)
      report(new DamagedTable(directory, problem))
    }
    status = 'intact'
  }
  return {
    found: () => ({ status: problems.length > 0 ? 'damaged' : status, checkedBytes, problems }),
    begin(report) {
      running = run(report).catch((error: unknown) => {
        status = 'stopped'
        if (!isStopped) report(error instanceof Error ? error : new Error(String(error)))
      })
    },
    stop() {
      isStopped = true
      return running
    },
  }
}

async function listRelations(client: PGlite, directory: string) {
  try {
    const { rows } = await client.query<Omit<Relation, 'bytes'>>(
      `select c.oid, pg_relation_filepath(c.oid) as path,
         coalesce(owner.relname, base.relname) as table, c.relkind = 'i' as "isIndex",
         case when c.relkind = 'r' then c.oid::regclass::text end as name,
         coalesce(owner.relnamespace, base.relnamespace) = 'public'::regnamespace as "isOurs"
       from pg_class c
       left join pg_index i on i.indexrelid = c.oid
       join pg_class base on base.oid = coalesce(i.indrelid, c.oid)
       left join pg_class owner on owner.reltoastrelid = base.oid
       where c.relpersistence = 'p' and pg_relation_filepath(c.oid) is not null`,
    )
    // The engine would open each of them for its size: half of the time that this takes.
    const sized = rows.map((row) => ({ ...row, bytes: sizeOf(join(directory, 'database', row.path)) }))
    const setting = await client.query<{ data_checksums: string }>('show data_checksums')
    return {
      relations: sized.toSorted((one, other) => one.bytes - other.bytes),
      hasChecksums: setting.rows[0]?.data_checksums === 'on',
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DamagedDatabase(directory, `its catalog cannot be read (${reason})`, error)
  }
}

/** The path of one of a relation's files, from 0 on. */
const fileOf = (path: string, file: number) => (file === 0 ? path : `${path}.${file}`)

function sizeOf(path: string): number {
  let bytes = 0
  for (let file = 0; ; file += 1) {
    const { size = 0 } = statSync(fileOf(path, file), { throwIfNoEntry: false }) ?? {}
    bytes += size
    if (size < PAGES_PER_FILE * PAGE_BYTES) return bytes
  }
}

/** Those that a start waits for, and the others. */
function split(relations: readonly Relation[]): readonly [first: readonly Relation[], later: readonly Relation[]] {
  const [first, later]: [Relation[], Relation[]] = [[], []]
  let bytes = 0
  for (const relation of relations) {
    if (!isNeededToSignIn(relation)) bytes += relation.bytes
    ;(isNeededToSignIn(relation) || bytes <= START_BYTES ? first : later).push(relation)
  }
  return [first, later]
}

/** Lets the engine open the files of tables, which it can then read on if the directory is moved away. */
async function openTables(client: PGlite, relations: readonly Relation[]): Promise<void> {
  const names = relations.flatMap(({ name, isOurs }) => (isOurs && name !== null ? [name] : []))
  await client.exec(names.map((name) => `select from ${name} limit 1`).join(';'))
}

async function pathOf(client: PGlite, oid: number): Promise<string | null | undefined> {
  const { rows } = await client.query<{ path: string | null }>('select pg_relation_filepath($1::oid) as path', [oid])
  return rows[0]?.path
}

interface Files {
  readonly directory: string
  readonly hasChecksums: boolean
  /** The path of a relation by now: a table that was written anew has another. */
  readonly pathNow: (oid: number) => Promise<string | null | undefined>
}

/** Filled and read within one turn of the event loop. One for all: fresh memory costs more than what is done with it. */
const buffer = new Int32Array(SLICE_PAGES * PAGE_WORDS)

/** The first problem of a relation's files; undefined without one, or if `mayGoOn`, asked before each slice, resolves to false. */
async function problemOf(
  { oid, path, table, isIndex }: Relation,
  { directory, hasChecksums, pathNow }: Files,
  mayGoOn: () => Promise<boolean>,
): Promise<string | undefined> {
  const problem = (what: string) => `${isIndex ? 'an index of ' : ''}the table ${table} is damaged (${what})`
  for (let number = 0; await mayGoOn();) {
    const file = Math.floor(number / PAGES_PER_FILE)
    const name = fileOf(path, file)
    let pages: number
    try {
      pages = readPages(join(directory, 'database', name), number % PAGES_PER_FILE, buffer)
    } catch (error) {
      if (!isMissing(error)) throw error
      if (file > 0 || (await pathNow(oid)) !== path) return undefined
      return problem(`${name} is missing`)
    }
    for (let index = 0; index < pages; index += 1) {
      const page = buffer.subarray(index * PAGE_WORDS, (index + 1) * PAGE_WORDS)
      if (!isWhole(page, number + index, hasChecksums)) return problem(`page ${number + index} of ${path}`)
    }
    if (pages < SLICE_PAGES) return undefined
    number += pages
  }
  return undefined
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Reads whole pages from a file; returns how many. Not awaited: the engine, in this thread, writes none meanwhile. */
function readPages(path: string, from: number, into: Int32Array): number {
  const file = openSync(path, 'r')
  try {
    return Math.floor(readSync(file, into, 0, into.byteLength, from * PAGE_BYTES) / PAGE_BYTES)
  } finally {
    closeSync(file)
  }
}

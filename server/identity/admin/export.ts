import { Readable } from 'node:stream'
import { sql, type Column, type SQL } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { csvLine } from '#contract/csv.ts'
import { EXPORT_FIELDS, EXPORT_NAMES, toCell, type ExportedRows, type ExportFormat } from '#contract/exports.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import type { ListName } from '#contract/sorting.ts'
import type { Database } from '#server/database/database.ts'
import { writeAudit } from '../audit/audit.ts'
import { actorOf } from '../context.ts'

/** Rows after the given one, newest first, or the newest without it; empty at the end. */
export type NextRows<Row> = (last: Row | undefined, limit: number) => Promise<readonly Row[]>

/** What is exported: everything that matches a filter. */
export interface ExportSource<List extends ListName> {
  readonly list: List
  readonly count: () => Promise<number>
  readonly next: NextRows<ExportedRows[List]>
}

const BATCH = 1_000

/** Condition for rows older than the one created at `time` (ISO 8601) with `id`. */
export const olderThan = (time: Column, id: Column, last: { readonly time: string; readonly id: string }): SQL =>
  sql`(${time}, ${id}) < (${sql.param(new Date(last.time), time)}, ${sql.param(last.id, id)})`

/** Reads in batches, so that neither the database nor the memory holds the whole list. */
async function* readAll<Row>(next: NextRows<Row>): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined
  for (let count = 0; count < ADMIN_AREA.maxExportRows;) {
    const rows = await next(last, Math.min(BATCH, ADMIN_AREA.maxExportRows - count))
    if (rows.length === 0) return
    yield rows
    count += rows.length
    last = rows.at(-1)
  }
}

/** One line a row, below the names of the fields. */
async function* toCsv<List extends ListName>({ list, next }: ExportSource<List>): AsyncGenerator<string> {
  const fields = EXPORT_FIELDS[list]
  yield csvLine(fields.map(String))
  for await (const rows of readAll(next))
    yield rows.map((row) => csvLine(fields.map((field) => toCell(row[field])))).join('')
}

async function* toJson<List extends ListName>(source: ExportSource<List>, head: object): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"${EXPORT_NAMES[source.list].replaceAll('-', '_')}":[`
  let separator = '\n'
  for await (const rows of readAll(source.next)) {
    yield rows
      .map((row) => {
        const line = `${separator}${JSON.stringify(row)}`
        separator = ',\n'
        return line
      })
      .join('')
  }
  yield '\n]}\n'
}

const TYPES: Readonly<Record<ExportFormat, string>> = { csv: 'text/csv; charset=utf-8', json: 'application/json' }

/** Streams the newest 100,000 rows that match, and records in the audit log who exported them. */
export async function sendExport<List extends ListName>(
  { database, now }: { readonly database: Database; readonly now: () => number },
  request: FastifyRequest<{ Querystring: { format: ExportFormat } }>,
  reply: FastifyReply,
  source: ExportSource<List>,
): Promise<FastifyReply> {
  const { list } = source
  const total = await source.count()
  const { format, ...filter } = request.query
  const { actorId, ipAddress, now: at } = actorOf(request, now())
  const details = { list: EXPORT_NAMES[list], format, filter, rows: Math.min(total, ADMIN_AREA.maxExportRows) }
  await database.transaction((tx) =>
    writeAudit(tx, { action: 'list.exported', userId: actorId, ipAddress, details, at }),
  )
  const head = { exported_at: new Date(at).toISOString(), filter, total }
  return reply
    .type(TYPES[format])
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="pairbot-${EXPORT_NAMES[list]}.${format}"`)
    .send(Readable.from(format === 'csv' ? toCsv(source) : toJson(source, head)))
}

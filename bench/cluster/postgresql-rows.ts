import { Client } from 'pg'
import * as z from 'zod/mini'

/** A table with its indexes. */
export interface TableRows {
  readonly name: string
  readonly rows: number
  readonly bytes: number
}

/** Tables that grow with the market, not with users. */
const TABLES = ['minute_candles', 'score_cases', 'score_progress', 'score_tallies']
const answerSchema = z.tuple([z.object({ rows: z.coerce.number(), bytes: z.coerce.number() })])

/** Rows and size of what pairs store. */
export async function rowsOf(url: string): Promise<TableRows[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const tables: TableRows[] = []
    for (const name of TABLES) {
      const answer = await client.query(
        `select count(*) as rows, pg_total_relation_size('${name}') as bytes from ${name}`,
      )
      tables.push({ name, ...z.parse(answerSchema, answer.rows)[0] })
    }
    return tables
  } finally {
    await client.end()
  }
}

import { sql } from 'drizzle-orm'
import type { Client } from 'pg'
import * as z from 'zod/mini'
import type { Queries } from '../database.ts'

/** A row as text: values have one form on every engine, and lose nothing on the way. */
export type TextRow = Readonly<Record<string, string | null>>

/** One database of a move. All columns of a query must be text. */
export interface Side {
  query(text: string, values?: readonly (readonly (string | null)[])[]): Promise<readonly TextRow[]>
}

/** What decides how values look as text. */
const FORM = ["time zone 'UTC'", "datestyle to 'ISO'", 'extra_float_digits to 1', "bytea_output to 'hex'"]

const foundSchema = z.object({ rows: z.array(z.record(z.string(), z.nullable(z.string()))) })

async function withForm(side: Side): Promise<Side> {
  for (const setting of FORM) await side.query(`set local ${setting}`)
  return side
}

/** The source, within a transaction. */
export const embeddedSide = (tx: Queries): Promise<Side> =>
  withForm({ query: async (text) => z.parse(foundSchema, await tx.execute(sql.raw(text))).rows })

/** The target, within a transaction of the client. */
export const postgresqlSide = (client: Client): Promise<Side> =>
  withForm({ query: async (text, values = []) => z.parse(foundSchema, await client.query(text, [...values])).rows })

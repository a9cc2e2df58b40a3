import * as z from 'zod/mini'
import { RELAY_KINDS, type RelayRow } from './ports.ts'

const flatSchema = z.array(z.string())
const rowsSchema = z.array(z.tuple([z.string(), flatSchema]))
const readSchema = z.nullable(z.array(z.tuple([z.string(), rowsSchema])))
const stateSchema = z.tuple([flatSchema, flatSchema])
const fieldsSchema = z.object({
  e: z.string(),
  b: z.string(),
  s: z.string(),
  k: z.enum(RELAY_KINDS),
  m: z.string(),
})

/** Field names and values, which Redis gives in one flat list. */
function toFields(flat: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (let index = 0; index + 1 < flat.length; index += 2) fields.set(flat[index] ?? '', flat[index + 1] ?? '')
  return fields
}

/** A row with its number, the epoch that published it, and the batch that wrote it. */
export interface ReceivedRow {
  readonly n: number
  readonly epoch: string
  readonly batch: string
  readonly row: RelayRow
}

function toRow([id, flat]: z.infer<typeof rowsSchema>[number]): ReceivedRow {
  const { e, b, s, k, m } = fieldsSchema.parse(Object.fromEntries(toFields(flat)))
  return { n: Number.parseInt(id, 10), epoch: e, batch: b, row: { stream: s, kind: k, text: m } }
}

export const parseRows = (reply: unknown): ReceivedRow[] => rowsSchema.parse(reply).map(toRow)

/** Rows of a blocking read; none if it timed out. */
export const parseRead = (reply: unknown): ReceivedRow[] => (readSchema.parse(reply)?.[0]?.[1] ?? []).map(toRow)

/** Where the rows are, and the newest text of every stream. */
export function parseState(reply: unknown): {
  readonly n: number
  readonly epoch: string | undefined
  readonly batch: string | undefined
  readonly newest: ReadonlyMap<string, string>
} {
  const [head, newest] = stateSchema.parse(reply)
  const fields = toFields(head)
  return {
    n: Number(fields.get('n') ?? 0),
    epoch: fields.get('epoch'),
    batch: fields.get('batch'),
    newest: toFields(newest),
  }
}

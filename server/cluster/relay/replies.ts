import * as z from 'zod/mini'
import { leaderScopeSchema, RELAY_KINDS, type LeaderScope, type RelayedLeader, type RelayRow } from './ports.ts'

const flatSchema = z.array(z.string())
const rowsSchema = z.array(z.tuple([z.string(), flatSchema]))
const readSchema = z.nullable(z.array(z.tuple([z.string(), rowsSchema])))
const stateSchema = z.tuple([flatSchema, flatSchema, flatSchema])
const fieldsSchema = z.object({
  e: z.string(),
  b: z.string(),
  s: z.string(),
  k: z.enum([...RELAY_KINDS, 'began']),
  m: z.string(),
})

/** Field names and values, which Redis gives in one flat list. */
function toFields(flat: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (let index = 0; index + 1 < flat.length; index += 2) fields.set(flat[index] ?? '', flat[index + 1] ?? '')
  return fields
}

const parseScope = (text: string): LeaderScope => leaderScopeSchema.parse(JSON.parse(text))

/** A row with its number, the epoch of the leader that published it, and the batch that wrote it. */
export interface ReceivedRow {
  readonly n: number
  readonly epoch: string
  readonly batch: string
  /** A message, or what a leader runs that has begun with this row. */
  readonly content: { readonly row: RelayRow } | { readonly began: LeaderScope }
}

function toRow([id, flat]: z.infer<typeof rowsSchema>[number]): ReceivedRow {
  const { e, b, s, k, m } = fieldsSchema.parse(Object.fromEntries(toFields(flat)))
  const content = k === 'began' ? { began: parseScope(m) } : { row: { stream: s, kind: k, text: m } }
  return { n: Number.parseInt(id, 10), epoch: e, batch: b, content }
}

export const parseRows = (reply: unknown): ReceivedRow[] => rowsSchema.parse(reply).map(toRow)

/** Rows of a blocking read; none if it timed out. */
export const parseRead = (reply: unknown): ReceivedRow[] => (readSchema.parse(reply)?.[0]?.[1] ?? []).map(toRow)

/** Where the rows are, and the newest text of every stream of every leader. */
export function parseState(reply: unknown): {
  readonly n: number
  readonly batch: string | undefined
  readonly leaders: readonly RelayedLeader[]
} {
  const [head, scopes, newest] = stateSchema.parse(reply)
  const fields = toFields(head)
  const texts = new Map<string, Map<string, string>>()
  const leaders = [...toFields(scopes)].map(([epoch, scope]) => {
    const own = new Map<string, string>()
    texts.set(epoch, own)
    return { epoch, scope: parseScope(scope), newest: own }
  })
  for (const [field, text] of toFields(newest)) {
    const space = field.indexOf(' ')
    texts.get(field.slice(0, space))?.set(field.slice(space + 1), text)
  }
  return { n: Number(fields.get('n') ?? 0), batch: fields.get('batch'), leaders }
}

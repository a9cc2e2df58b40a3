import * as z from 'zod/mini'
import { provenanceSchema } from '#contract/provenance.ts'
import { wrappedPayloadSchema } from '#contract/streams.ts'
import type { StreamEntry } from '../ports.ts'
import { DEPOSED } from './scripts.ts'
import { LogDeposed } from './keys.ts'

const bodySchema = z.object({ data: wrappedPayloadSchema, provenance: provenanceSchema })
const rowSchema = z.tuple([z.string(), z.array(z.string())])
const rowsSchema = z.array(rowSchema)
const readSchema = z.nullable(z.array(z.tuple([z.string(), rowsSchema])))
const answerSchema = z.array(z.string())
const HEAD = /^(\d+) (\d+-\d+)$/

/** An entry as Redis stores it: its payload and provenance as JSON. */
export const encodeBody = ({ data, provenance }: Pick<StreamEntry, 'data' | 'provenance'>): string =>
  JSON.stringify({ data, provenance })

/** Field names and values, which Redis gives in one flat list. */
function toFields(flat: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (let index = 0; index + 1 < flat.length; index += 2) fields.set(flat[index] ?? '', flat[index + 1] ?? '')
  return fields
}

function toEntry(id: string, fields: ReadonlyMap<string, string>): StreamEntry {
  const { data, provenance } = bodySchema.parse(JSON.parse(fields.get('d') ?? ''))
  return { id, seq: Number(fields.get('s')), data, provenance }
}

/** One row of the journal. */
export interface JournalRow {
  /** Its number; they have no gaps. */
  readonly n: number
  /** The batch that wrote it. */
  readonly token: string
  /** Undefined for the beginning of an epoch. */
  readonly appended: { readonly key: string; readonly entry: StreamEntry } | undefined
}

function toJournalRow([id, flat]: z.infer<typeof rowSchema>): JournalRow {
  const fields = toFields(flat)
  const key = fields.get('k') ?? ''
  const appended = key === '' ? undefined : { key, entry: toEntry(fields.get('i') ?? '', fields) }
  return { n: Number.parseInt(id, 10), token: fields.get('t') ?? '', appended }
}

export const parseJournalRows = (reply: unknown): JournalRow[] => rowsSchema.parse(reply).map(toJournalRow)

/** Rows of a blocking read of the journal; none if it timed out. */
export const parseJournalRead = (reply: unknown): JournalRow[] =>
  (readSchema.parse(reply)?.[0]?.[1] ?? []).map(toJournalRow)

/** An entry with its number in the journal. */
export interface StoredEntry {
  readonly n: number
  readonly entry: StreamEntry
}

/** The rows of one stream. */
export const parseStoredEntries = (reply: unknown): StoredEntry[] =>
  rowsSchema.parse(reply).map(([id, flat]) => {
    const fields = toFields(flat)
    return { n: Number(fields.get('n')), entry: toEntry(id, fields) }
  })

/** What Redis stored of a batch. */
export interface BatchAnswer {
  readonly n: number
  readonly entries: readonly { readonly id: string; readonly seq: number }[]
}

/** Undefined if the batch was meant for another epoch. Throws `LogDeposed`. */
export function parseBatchAnswer(reply: unknown): BatchAnswer | undefined {
  const [n, ...rest] = answerSchema.parse(reply)
  if (n === undefined) return undefined
  if (n === DEPOSED) throw new LogDeposed()
  const entries: { readonly id: string; readonly seq: number }[] = []
  for (let index = 0; index + 1 < rest.length; index += 2)
    entries.push({ id: rest[index] ?? '', seq: Number(rest[index + 1]) })
  return { n: Number(n), entries }
}

/** The number of the last row of the journal, and the last entry of each stream. */
export interface Heads {
  readonly n: number
  readonly last: ReadonlyMap<string, { readonly seq: number; readonly id: string }>
}

export function parseHeads(reply: unknown): Heads {
  const heads = z.record(z.string(), z.string()).parse(reply)
  const last = Object.entries(heads).flatMap(([key, head]) => {
    const [, seq, id] = HEAD.exec(head) ?? []
    return key === '' || id === undefined ? [] : [[key, { seq: Number(seq), id }] as const]
  })
  return { n: Number(heads[''] ?? 0), last: new Map(last) }
}

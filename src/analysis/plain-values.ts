import { finiteNumber, humanize, isFields, toText, type Fields } from './fields.ts'
import { readPayload, type ParsedPayload } from './payload.ts'

/** A number, text or truth value of a payload whose format is not known. */
export interface PlainValue {
  readonly name: string
  readonly label: string
  readonly value: number | string | boolean
}

const MAX_VALUES = 6
/** Fields that every card shows elsewhere. */
const HEADER_FIELDS = new Set(['timestamp', 'trading_pair', 'exchange', 'errors'])

/** The first `limit` plain values of an object; none for anything else. */
export function toPlainValues(value: unknown, limit: number): readonly PlainValue[] {
  const values: PlainValue[] = []
  for (const [sentName, sent] of isFields(value) ? Object.entries(value) : []) {
    const name = toText(sentName)
    const plain = typeof sent === 'boolean' ? sent : (finiteNumber(sent) ?? toText(sent))
    if (name !== undefined && plain !== undefined) values.push({ name, label: humanize(name), value: plain })
    if (values.length === limit) break
  }
  return values
}

const itemsText = (value: unknown): unknown =>
  Array.isArray(value) ? `${value.length} ${value.length === 1 ? 'item' : 'items'}` : value

function read(payload: Fields) {
  const own = Object.entries(payload).filter(([name]) => !HEADER_FIELDS.has(name))
  const model = toPlainValues(Object.fromEntries(own.map(([name, value]) => [name, itemsText(value)])), MAX_VALUES)
  return { model, isOfKind: model.length > 0, problems: [] }
}

/** Reads an analysis of an unknown kind: its first plain values, and the lengths of its lists. */
export const readPlainValues = (data: unknown, key = ''): ParsedPayload<readonly PlainValue[]> =>
  readPayload(data, key, read)

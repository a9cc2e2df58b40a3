import { deflateRawSync, inflateRawSync } from 'node:zlib'
import * as z from 'zod/mini'
import { DATA_PATHS, STREAM_TIMEFRAMES } from '#contract/strategies/names.ts'
import { SLOTS, type Readings, type SignalColumns, type Slot } from './readings.ts'
import { READINGS_VERSION } from './version.ts'

/** Fast; the columns repeat themselves so much that more effort gains little. */
const LEVEL = 1

const valueSchema = z.object({ score: z.number(), confidence: z.number() })
const initialSchema = z.object({
  at: z.number(),
  price: z.optional(z.number()),
  volumeRatio: z.optional(z.number()),
  signals: z.array(
    z.object({
      key: z.string(),
      asOf: z.number(),
      overall: z.optional(valueSchema),
      byTimeframe: z.partialRecord(z.enum(STREAM_TIMEFRAMES), valueSchema),
      byPath: z.partialRecord(z.enum(DATA_PATHS), valueSchema),
    }),
  ),
})

const blockSchema = z.object({
  /** Empty for time, price and volume of the minutes. */
  key: z.string(),
  slots: z.array(z.enum(SLOTS)),
  entries: z.number(),
  bytes: z.number(),
})

/** First comes its length, as 32 bits, then this as JSON, then the blocks of columns. */
const headerSchema = z.object({
  version: z.literal(READINGS_VERSION),
  initial: z.nullable(initialSchema),
  blocks: z.array(blockSchema),
})
type Header = z.infer<typeof headerSchema>

const LENGTH_BYTES = 4
/** Of zlib. */
const LEAST_CHUNK = 64

function pack(columns: readonly Float64Array[]): Buffer {
  return deflateRawSync(
    Buffer.concat(columns.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))),
    { level: LEVEL },
  )
}

/** The `count` columns of a block, `entries` values each. */
function unpack(bytes: Uint8Array, entries: number, count: number): (index: number) => Float64Array {
  const length = entries * count * Float64Array.BYTES_PER_ELEMENT
  // In one piece: by default it is put together from many small ones.
  const plain = inflateRawSync(bytes, {
    chunkSize: Math.max(LEAST_CHUNK, length),
    maxOutputLength: LEAST_CHUNK + length,
  })
  if (plain.byteLength !== length) throw new Error('a block is incomplete')
  const values = new Float64Array(plain.buffer.slice(plain.byteOffset, plain.byteOffset + plain.byteLength))
  return (index) => values.subarray(index * entries, (index + 1) * entries)
}

const initialOf = ({ initial }: Readings): Header['initial'] =>
  initial
    ? {
        at: initial.at,
        price: initial.price,
        volumeRatio: initial.volumeRatio,
        signals: [...initial.signals].map(([key, { asOf, overall, byTimeframe, byPath }]) => ({
          key,
          asOf,
          overall,
          byTimeframe,
          byPath,
        })),
      }
    : null

/** Readings as the bytes of a file. */
export function encodeReadings(readings: Readings): Buffer {
  const { at, price, volumeRatio, streams } = readings
  const packed = [
    { key: '', slots: [] as Slot[], entries: at.length, bytes: pack([at, price, volumeRatio]) },
    ...streams.map(({ key, minutes, asOf, slots }) => ({
      key,
      slots: slots.map(({ slot }) => slot),
      entries: minutes.length,
      bytes: pack([minutes, asOf, ...slots.flatMap(({ score, confidence }) => [score, confidence])]),
    })),
  ]
  const header: Header = {
    version: READINGS_VERSION,
    initial: initialOf(readings),
    blocks: packed.map(({ bytes, ...block }) => ({ ...block, bytes: bytes.length })),
  }
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(text.length)
  return Buffer.concat([length, text, ...packed.map(({ bytes }) => bytes)])
}

function readInitial(initial: Header['initial']): Readings['initial'] {
  if (!initial) return undefined
  const { at, price, volumeRatio, signals } = initial
  return {
    at,
    price,
    volumeRatio,
    signals: new Map(
      signals.map(({ key, asOf, overall, byTimeframe, byPath }) => [
        key,
        { asOf, messageId: null, overall, byTimeframe, byPath },
      ]),
    ),
    unreadable: [],
  }
}

/** Readings from the bytes of a file, only those of the streams in `keys`. Throws for anything that is not one. */
export function decodeReadings(file: Buffer, keys: ReadonlySet<string>): Readings {
  const blocksFrom = LENGTH_BYTES + file.readUInt32LE()
  const text = file.toString('utf8', LENGTH_BYTES, blocksFrom)
  const { initial, blocks } = z.parse(headerSchema, JSON.parse(text))
  const streams: SignalColumns[] = []
  let base: ((index: number) => Float64Array) | undefined
  let offset = blocksFrom
  for (const { key, slots, entries, bytes } of blocks) {
    const content = file.subarray(offset, offset + bytes)
    offset += bytes
    if (key === '') base = unpack(content, entries, 3)
    if (key === '' || !keys.has(key)) continue
    const column = unpack(content, entries, 2 + 2 * slots.length)
    streams.push({
      key,
      minutes: column(0),
      asOf: column(1),
      slots: slots.map((slot, n) => ({ slot, score: column(2 + 2 * n), confidence: column(3 + 2 * n) })),
    })
  }
  if (!base || offset !== file.length) throw new Error('the file is incomplete')
  return { at: base(0), price: base(1), volumeRatio: base(2), initial: readInitial(initial), streams }
}

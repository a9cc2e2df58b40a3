import * as z from 'zod/mini'
import { liveUpdateSchema, type LiveUpdate } from '#contract/messages.ts'

/** What the crowd needs of a candle's message. */
export interface CandleMessage {
  readonly isClosed: boolean
  readonly seq: number
  /** Grows with every message of a server. */
  readonly id: number
  /** Wall time at which it was written, unix milliseconds. */
  readonly writtenAt: number
}

/** Frames whose reading is cached: those on their way at one moment. */
const MOST_CACHED = 1_000

/** The candle in a message; undefined for other messages. */
export function readCandle(text: string): CandleMessage | undefined {
  const { success, data: update } = z.safeParse(liveUpdateSchema, JSON.parse(text))
  if (!success || !('partial_candle' in update.data) || update.data.provenance === undefined) return undefined
  return {
    isClosed: update.data.partial_candle.is_complete,
    seq: update.seq ?? Number.NaN,
    id: Number(update.message_id?.split('-')[1]),
    writtenAt: update.data.provenance.published_at,
  }
}

/** Reads each text once, however many sockets get it, so that one process can hold all of them. */
export function createCandleReader(): (text: string) => CandleMessage | undefined {
  let newer = new Map<string, CandleMessage | undefined>()
  let older = newer
  return (text) => {
    const cached = newer.get(text) ?? older.get(text)
    if (cached !== undefined) return cached
    if (newer.size >= MOST_CACHED) {
      older = newer
      newer = new Map()
    }
    const candle = readCandle(text)
    newer.set(text, candle)
    return candle
  }
}

/** Writes messages of the same size as a recorded one, numbered from 1 on. */
export function createWriter(recorded: string, now: () => number): () => string {
  const sample: unknown = JSON.parse(recorded)
  const update: LiveUpdate = z.parse(liveUpdateSchema, sample)
  const { data } = update
  if (!('partial_candle' in data) || data.provenance === undefined) throw new Error('Not a candle of the server')
  const { partial_candle, provenance } = data
  let seq = 0
  return () => {
    seq += 1
    const published_at = now()
    return JSON.stringify({
      ...update,
      seq,
      message_id: `${published_at}-${seq}`,
      data: { partial_candle, provenance: { ...provenance, published_at } },
    })
  }
}

import { DATA_PATHS, STREAM_TIMEFRAMES } from '#contract/strategies/names.ts'
import type { SignalUpdate } from '#server/strategies/signal-extractors/extract.ts'
import type { SignalValue, StreamSignal } from '#server/strategies/signal-extractors/stream-signal.ts'
import type { Readings, SignalColumns, Slot } from './readings.ts'

/** Collects the updates of consecutive minutes as columns. */
export interface ReadingsRecorder {
  add(update: SignalUpdate): void
  readings(): Readings
}

type Growing = Map<Slot, { readonly score: number[]; readonly confidence: number[] }>

interface GrowingStream {
  readonly minutes: number[]
  readonly asOf: number[]
  readonly slots: Growing
}

function append(stream: GrowingStream, minute: number, { asOf, overall, byTimeframe, byPath }: StreamSignal): void {
  const before = stream.minutes.length
  function put(slot: Slot, value: SignalValue | undefined): void {
    const columns = stream.slots.get(slot)
    if (!columns && !value) return
    const { score, confidence } = columns ?? {
      score: Array.from({ length: before }, () => Number.NaN),
      confidence: Array.from({ length: before }, () => Number.NaN),
    }
    score.push(value?.score ?? Number.NaN)
    confidence.push(value?.confidence ?? Number.NaN)
    if (!columns) stream.slots.set(slot, { score, confidence })
  }
  put('overall', overall)
  for (const timeframe of STREAM_TIMEFRAMES) put(timeframe, byTimeframe[timeframe])
  for (const path of DATA_PATHS) put(path, byPath[path])
  stream.minutes.push(minute)
  stream.asOf.push(asOf)
}

const toColumns = (key: string, { minutes, asOf, slots }: GrowingStream): SignalColumns => ({
  key,
  minutes: Float64Array.from(minutes),
  asOf: Float64Array.from(asOf),
  slots: [...slots].map(([slot, { score, confidence }]) => ({
    slot,
    score: Float64Array.from(score),
    confidence: Float64Array.from(confidence),
  })),
})

/** @param initial the streams before the first minute */
export function createRecorder(initial: SignalUpdate | undefined): ReadingsRecorder {
  const at: number[] = []
  const price: number[] = []
  const volumeRatio: number[] = []
  const streams = new Map<string, GrowingStream>()

  return {
    add(update) {
      for (const [key, signal] of update.signals) {
        const stream = streams.get(key) ?? { minutes: [], asOf: [], slots: new Map() }
        append(stream, at.length, signal)
        streams.set(key, stream)
      }
      at.push(update.at)
      price.push(update.price ?? Number.NaN)
      volumeRatio.push(update.volumeRatio ?? Number.NaN)
    },
    readings: () => ({
      at: Float64Array.from(at),
      price: Float64Array.from(price),
      volumeRatio: Float64Array.from(volumeRatio),
      initial,
      streams: [...streams].map(([key, stream]) => toColumns(key, stream)),
    }),
  }
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Candle } from '#contract/candles.ts'

export const CSV_HEADER = 'timestamp,open,high,low,close,volume'

export const toRow = ({ timestamp, open, high, low, close, volume }: Candle): string =>
  [timestamp, open, high, low, close, volume].join(',')

/** Minutes whose price goes up and down around a price, from a time on, unix seconds. */
export const waveCandles = (minutes: number, startS: number, around = 90_000): readonly Candle[] => {
  const priceAt = (minute: number) => around + 500 * Math.sin(minute / 40) + 60 * Math.sin(minute / 3)
  return Array.from({ length: minutes }, (_, minute) => {
    const [open, close] = [priceAt(minute), priceAt(minute + 1)]
    const [low, high] = [Math.min(open, close) - 5, Math.max(open, close) + 5]
    return { timestamp: startS + minute * 60, open, high, low, close, volume: 3 }
  })
}

/** A folder of candle files for one test. */
export interface CandleFolder {
  readonly path: string
  /** Writes rows below the header, compressed; returns the file's path. */
  write(name: string, rows: readonly (Candle | string)[]): Promise<string>
  writeBytes(name: string, bytes: Uint8Array): Promise<string>
  remove(): Promise<void>
}

export const zipRows = (rows: readonly (Candle | string)[], header = CSV_HEADER): Buffer =>
  gzipSync([header, ...rows.map((row) => (typeof row === 'string' ? row : toRow(row))), ''].join('\n'))

export async function makeCandleFolder(): Promise<CandleFolder> {
  const path = await mkdtemp(join(tmpdir(), 'pairbot-candles-'))
  async function writeBytes(name: string, bytes: Uint8Array): Promise<string> {
    await writeFile(join(path, name), bytes)
    return join(path, name)
  }
  return {
    path,
    write: (name, rows) => writeBytes(name, zipRows(rows)),
    writeBytes,
    remove: () => rm(path, { recursive: true }),
  }
}

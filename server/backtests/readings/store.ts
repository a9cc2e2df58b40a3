import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CandleColumns } from '../trading/candle-columns.ts'
import { decodeReadings, encodeReadings } from './encoding.ts'
import type { Readings } from './readings.ts'
import { READINGS_VERSION } from './version.ts'

/** What readings were made of: a month of a data set, with the candles that seed it. */
export interface ReadingsName {
  readonly dataSet: string
  /** 2019-06 */
  readonly month: string
  /** Of every candle that went in. */
  readonly hash: string
}

/** Readings on disk. They are found for the same candles and the same version of the analysis only. */
export interface ReadingsStore {
  /** The readings of the streams in `keys`; undefined if there are none, or the file is damaged. */
  load(name: ReadingsName, keys: ReadonlySet<string>): Promise<Readings | undefined>
  /** Replaces those of the same month. All or nothing: what was half written is never found. */
  save(name: ReadingsName, readings: Readings): Promise<void>
}

/** Identifies candles by their content. */
export function hashOf(candles: CandleColumns): string {
  const hash = createHash('sha256')
  for (const { buffer, byteOffset, byteLength } of [
    candles.at,
    candles.open,
    candles.high,
    candles.low,
    candles.close,
    candles.volume,
  ]) {
    hash.update(new Uint8Array(buffer, byteOffset, byteLength))
  }
  return hash.digest('hex').slice(0, 32)
}

const ENDING = '.readings'
const folderName = (version: number): string => `v${version}`

/** [BT-22] Deletes the readings of other versions of the analysis. */
export async function removeOtherVersions(root: string): Promise<void> {
  const folders = await readdir(root).catch(() => [])
  for (const folder of folders) {
    if (folder !== folderName(READINGS_VERSION)) await rm(join(root, folder), { recursive: true, force: true })
  }
}

/** @param root the folder of all versions */
export function createReadingsStore(root: string): ReadingsStore {
  const folderOf = (dataSet: string) => join(root, folderName(READINGS_VERSION), encodeURIComponent(dataSet))
  const pathOf = ({ dataSet, month, hash }: ReadingsName) => join(folderOf(dataSet), `${month}-${hash}${ENDING}`)

  async function removeOlder({ dataSet, month }: ReadingsName, present: string): Promise<void> {
    const folder = folderOf(dataSet)
    for (const file of await readdir(folder)) {
      const path = join(folder, file)
      if (file.startsWith(`${month}-`) && path !== present) await rm(path, { force: true })
    }
  }

  return {
    async load(name, keys) {
      try {
        return decodeReadings(await readFile(pathOf(name)), keys)
      } catch {
        // Missing or damaged: it is computed again.
        return undefined
      }
    },
    async save(name, readings) {
      const path = pathOf(name)
      const temporary = `${path}.${process.pid}.tmp`
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const file = await open(temporary, 'w', 0o600)
      try {
        await file.writeFile(encodeReadings(readings))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, path)
      await removeOlder(name, path)
    },
  }
}

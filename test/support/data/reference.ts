import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const FOLDER = process.env['PAIRBOT_REFERENCE_DATA'] ?? resolve('../shared/data')

/** Path of a recorded input (real candles, exchange messages, indicator tables), or undefined where they are not at hand. */
export function referenceData(name: string): string | undefined {
  const path = join(FOLDER, name)
  return existsSync(path) ? path : undefined
}

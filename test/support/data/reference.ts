import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const FOLDER = process.env['PAIRBOT_REFERENCE_DATA'] ?? resolve('../shared/data')

/** Path of recorded input (candles, exchange messages, indicator tables), or undefined if not available. */
export function referenceData(name: string): string | undefined {
  const path = join(FOLDER, name)
  return existsSync(path) ? path : undefined
}

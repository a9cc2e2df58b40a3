import { readFileSync } from 'node:fs'
import type { Way } from './hands.ts'

const ROW = /^\| (?<name>[^|]+?) +\| (?<keyboard>\d+)[^|]*\| (?<touch>\d+)[^|]*\|/gm

/** The most steps that each task may take, by its name, as docs/tasks.md says. */
export function readLimits(): ReadonlyMap<string, Readonly<Record<Way, number>>> {
  const rows = readFileSync('docs/tasks.md', 'utf8').matchAll(ROW)
  return new Map(
    [...rows].map(({ groups }) => [
      groups?.['name'] ?? '',
      { keyboard: Number(groups?.['keyboard']), touch: Number(groups?.['touch']) },
    ]),
  )
}

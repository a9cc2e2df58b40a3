import { readFileSync } from 'node:fs'
import type { Way } from './hands.ts'

const ROW = /^\| (?<name>[^|]+?) +\| (?<keyboard>\d+)[^|]*\|(?: (?<touch>\d+)[^|]*\|)?(?: (?<mouse>\d+)[^|]*\|)?$/gm

/** The most steps that each task may take, by its name, as docs/tasks.md says. */
export function readLimits(): ReadonlyMap<string, Readonly<Partial<Record<Way, number>>>> {
  const rows = readFileSync('docs/tasks.md', 'utf8').matchAll(ROW)
  return new Map(
    [...rows].map(({ groups }) => {
      const { name = '', keyboard, touch, mouse } = groups ?? {}
      const ways = Object.entries({ keyboard, touch, mouse }).filter(([, most]) => most !== undefined)
      return [name, Object.fromEntries(ways.map(([way, most]) => [way, Number(most)]))]
    }),
  )
}

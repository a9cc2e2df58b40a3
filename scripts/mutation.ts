// Mutation scores by module: `npm run test:mutation -- [MODULE ...]`, all by default. Each module is changed in every small way that
// Stryker knows, one at a time, and only its own tests are run on each; the score is the share that they notice. Prints one
// table of the reports in reports/mutation and exits with 1 if one of the modules run is below its bar. Minutes of processor
// time per module: `nice` it on a machine that is used.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { MODULES, REPORTS } from './mutation/modules.mjs'

const BAR = 85

const reportSchema = z.object({
  files: z.record(z.string(), z.object({ mutants: z.array(z.object({ status: z.string() })) })),
})

const NOTICED = new Set(['Killed', 'Timeout'])
const UNNOTICED = new Set(['Survived', 'NoCoverage'])

/** Mutants of a module that its tests noticed, of all that could be; undefined before its first run. */
function resultOf(
  name: string,
): { readonly noticed: number; readonly all: number; readonly score: number } | undefined {
  const path = join(REPORTS, `${name}.json`)
  if (!existsSync(path)) return undefined
  const { files } = z.parse(reportSchema, JSON.parse(readFileSync(path, 'utf8')))
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status))
  const noticed = statuses.filter((status) => NOTICED.has(status)).length
  const all = noticed + statuses.filter((status) => UNNOTICED.has(status)).length
  return { noticed, all, score: all === 0 ? 100 : (100 * noticed) / all }
}

const names = process.argv.slice(2)
const unknown = names.find((name) => !(name in MODULES))
if (unknown !== undefined) throw new Error(`${unknown} is none of ${Object.keys(MODULES).join(', ')}`)
const chosen = names.length > 0 ? names : Object.keys(MODULES)

for (const name of chosen) {
  console.log(`== ${name}`)
  spawnSync(join('node_modules', '.bin', 'stryker'), ['run', 'stryker.config.mjs'], {
    stdio: 'inherit',
    env: { ...process.env, PAIRBOT_MUTATION: name },
  })
}

console.log('\nModule                    noticed      of   score')
for (const name of Object.keys(MODULES)) {
  const result = resultOf(name)
  const figures = result
    ? `${String(result.noticed).padStart(8)}${String(result.all).padStart(8)}${result.score.toFixed(1).padStart(8)}`
    : 'not run'.padStart(8)
  console.log(name.padEnd(25) + figures)
}
process.exit(chosen.every((name) => (resultOf(name)?.score ?? 0) >= BAR) ? 0 : 1)

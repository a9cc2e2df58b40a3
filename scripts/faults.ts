// Every test that cites a fault of docs/rules/faults.md or counts something about them, and one table of what they show:
// `npm run test:faults`. `--kills=200` and `--fuzz=10000000` set how often a server is killed and how many mutated messages are
// read; `--report=FILE`, any number of times, runs nothing and reads reports that there are already. Exits with 1 if a fault
// failed or has no test. Takes about as long as `npm run test:long`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from './browser.mjs'
import { citedIn, faultsOf, summarize, testsOf } from './faults/table.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    fuzz: { type: 'string', default: '200000' },
    report: { type: 'string', multiple: true },
  },
})

const faults = faultsOf(readFileSync('docs/rules/faults.md', 'utf8'))
const known = new Set(faults.map(({ id }) => id))

/** Test files that cite a fault or record a count. */
function relevantFiles(): readonly string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
    .map((path) => join('test', path))
    .filter((path) => {
      const text = readFileSync(path, 'utf8')
      return text.includes('recordCount(') || citedIn(text).some((id) => known.has(id))
    })
}

function run(tool: string, args: readonly string[], env: Readonly<Record<string, string>>): void {
  spawnSync(join('node_modules', '.bin', tool), args, { stdio: 'inherit', env: { ...process.env, ...env } })
}

/** Runs the tests; returns the reports. */
function runTests(): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'pairbot-faults-'))
  const [units, browser] = [join(folder, 'units.json'), join(folder, 'browser.json')]
  const reference = process.env['PAIRBOT_REFERENCE_DATA'] ?? resolve('../shared/data')
  const env = {
    PAIRBOT_TEST_KILL_ROUNDS: values.kills,
    PAIRBOT_TEST_FUZZ: values.fuzz,
    PAIRBOT_PLAYWRIGHT_REPORT: browser,
    ...(existsSync(reference) && { PAIRBOT_REFERENCE_DATA: reference }),
  }
  spawnSync('node', ['scripts/ensure-build.mjs'], { stdio: 'inherit' })
  const files = relevantFiles()
  const isBrowserTest = (path: string) => path.endsWith('.spec.ts')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${units}`]
  run('vitest', ['run', ...reporters, ...files.filter((path) => !isBrowserTest(path))], env)
  if (findChromium()) run('playwright', ['test', ...files.filter(isBrowserTest)], env)
  return [units, browser].filter((path) => existsSync(path))
}

const reports = values.report ?? runTests()
const tests = reports.flatMap((path) => testsOf(JSON.parse(readFileSync(path, 'utf8'))))
const { lines, isGood } = summarize(faults, tests)
console.log(`\n${lines.join('\n')}`)
process.exit(isGood ? 0 : 1)

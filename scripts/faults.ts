// Every test that cites a fault of docs/rules/faults.md or counts something about them, and one table of what they show:
// `npm run test:faults`. `--kills=200` and `--fuzz=10000000` set how often a server is killed and how many mutated messages are
// read. `--shard=2/8` runs one of eight parts and adds up the reports of those in reports/faults; `--report=FILE`, any number
// of times, runs nothing and reads reports that there are already. Exits with 1 if a fault failed or has no test. Takes about
// as long as `npm run test:long`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from './browser.mjs'
import { findPostgresql } from './services.mjs'
import { CITED, citedIn, faultsOf, summarize, testsOf } from './faults/table.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    fuzz: { type: 'string', default: '200000' },
    shard: { type: 'string', default: '1/1' },
    report: { type: 'string', multiple: true },
  },
})

const REPORTS = join('reports', 'faults')
/** Runs alone and last: how long each start takes is part of it. */
const KILLS = join('test', 'faults', 'kill.long.test.ts')
const [shard = 1, shards = 1] = values.shard.split('/').map(Number)
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

/** Runs a tool that writes a report; returns what went wrong beside the tests in it. */
function run(name: string, tool: string, args: (report: string) => readonly string[]): readonly string[] {
  const report = join(REPORTS, `${name}-${shard}-of-${shards}.json`)
  rmSync(report, { force: true })
  const reference = process.env['PAIRBOT_REFERENCE_DATA'] ?? resolve('../shared/data')
  const { status } = spawnSync(join('node_modules', '.bin', tool), args(report), {
    stdio: 'inherit',
    env: {
      ...process.env,
      PAIRBOT_TEST_KILL_ROUNDS: values.kills,
      PAIRBOT_TEST_FUZZ: values.fuzz,
      PAIRBOT_PLAYWRIGHT_REPORT: report,
      ...(existsSync(reference) && { PAIRBOT_REFERENCE_DATA: reference }),
    },
  })
  if (!existsSync(report)) return [`no report of ${name}`]
  const hasFailures = testsOf(JSON.parse(readFileSync(report, 'utf8'))).some(({ outcome }) => outcome === 'failed')
  return status === 0 || hasFailures ? [] : [`${tool} (${name}) ended with ${status ?? 'a signal'}`]
}

/** Runs the tests of this part; returns what went wrong beside them. */
function runTests(): readonly string[] {
  mkdirSync(REPORTS, { recursive: true })
  spawnSync('node', ['scripts/ensure-build.mjs'], { stdio: 'inherit' })
  const files = relevantFiles()
  const isBrowserTest = (path: string) => path.endsWith('.spec.ts')
  const part = `--shard=${values.shard}`
  const vitest = (name: string, args: readonly string[]) =>
    run(name, 'vitest', (report) => [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ])
  return [
    ...vitest('units', [part, ...files.filter((path) => !isBrowserTest(path) && path !== KILLS)]),
    ...(findChromium()
      ? run('browser', 'playwright', () => ['test', part, `--grep=${CITED.source}`, ...files.filter(isBrowserTest)])
      : ['no Chromium: no browser test was run']),
    ...(findPostgresql()
      ? vitest('postgresql', ['--config=vitest.postgresql.config.ts', part])
      : ['no PostgreSQL: no test on it was run']),
    ...(shard === shards ? vitest('kills', [KILLS]) : []),
  ]
}

const problems = values.report ? [] : runTests()
const reports =
  values.report ??
  readdirSync(REPORTS)
    .filter((name) => name.endsWith(`-of-${shards}.json`))
    .map((name) => join(REPORTS, name))
const tests = reports.flatMap((path) => testsOf(JSON.parse(readFileSync(path, 'utf8'))))
const { lines, isGood } = summarize(faults, tests)
console.log(`\n${[...lines, ...problems].join('\n')}`)
process.exit(isGood && problems.length === 0 ? 0 : 1)

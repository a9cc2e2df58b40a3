// npm test: types, lint, layers, machines, rules, format, dead code, build, bundle sizes, unit tests and browser tests.
// npm run test:long (`--long`): known vulnerabilities, the installation, faults, kills, hostile streams, full counts, PostgreSQL. npm run verify (`--all`): both.
// `--only=types,unit` narrows it. Prints what was skipped and why, and ends with the counts of the tests.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { delimiter, join, relative, resolve } from 'node:path'
import { findChromium } from './browser.mjs'
import { installChromium } from './install-browser.mjs'
import { findPostgresql, findRedis } from './services.mjs'

const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
const runsLong = process.argv.includes('--long') || process.argv.includes('--all')
const runsQuick = !process.argv.includes('--long')
const reports = mkdtempSync(join(tmpdir(), 'pairbot-verify-'))
const counts = { passed: 0, failed: 0, skipped: 0 }
const skipped = []
const flaky = []
const failures = new Set()

/** Exit code of scripts/audit.mjs and check-install.ts if the registry did not answer. */
const NOT_CHECKED = 2

const onCi = process.env.CI === 'true'
/** More files than this fail for a reason. */
const FILES_RUN_AGAIN = 5

const bin = (name) => join('node_modules', '.bin', name)

/** Resolves with the exit code; `quiet` holds the output back until the command has ended, `yields` lets other processes go first. */
function run(command, args, { env = {}, quiet = false, yields = false } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    })
    if (yields && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    let output = ''
    child.stdout?.on('data', (bytes) => (output += bytes))
    child.stderr?.on('data', (bytes) => (output += bytes))
    child.on('error', () => done({ code: 1, output }))
    child.on('close', (code) => done({ code: code ?? 1, output }))
  })
}

function addVitest(report) {
  counts.passed += report.numPassedTests
  counts.failed += report.numFailedTests
  counts.skipped += report.numPendingTests + report.numTodoTests
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

function addPlaywright(file) {
  if (!existsSync(file)) return
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'))
  for (const spec of suites.flatMap(specsOf))
    for (const { status } of spec.tests) {
      if (status === 'flaky') flaky.push(`${spec.file}: ${spec.title}`)
      if (status === 'unexpected') failures.add(`${spec.file}: ${spec.title}`)
    }
  counts.passed += stats.expected + stats.flaky
  counts.failed += stats.unexpected
  counts.skipped += stats.skipped
}

const fileFailures = ({ testResults }) => testResults.filter(({ status }) => status === 'failed')
const failedTests = ({ assertionResults }) => assertionResults.filter(({ status }) => status === 'failed')
/** `test/x.test.ts: title` of each failed test; of a file that failed before its tests, the file alone. */
const titlesOf = (files) =>
  files.flatMap((file) => {
    const tests = failedTests(file)
    const path = relative('.', file.name)
    return tests.length === 0 ? [path] : tests.map(({ fullName }) => `${path}: ${fullName}`)
  })

async function runVitest(name, args, env) {
  const file = join(reports, `${name}.json`)
  const secondTries = join(reports, `${name}-second-tries.json`)
  const reporters = ['default', 'json', './scripts/second-tries.mjs'].map((reporter) => `--reporter=${reporter}`)
  const { code } = await run(bin('vitest'), ['run', ...args, ...reporters, `--outputFile.json=${file}`], {
    env: { ...env, PAIRBOT_SECOND_TRIES: secondTries },
  })
  if (!existsSync(file) || !existsSync(secondTries)) return { code, report: undefined, unhandled: 0 }
  const { found, skipped: withReason, unhandled } = JSON.parse(readFileSync(secondTries, 'utf8'))
  flaky.push(...found)
  skipped.push(...withReason)
  return { code, report: JSON.parse(readFileSync(file, 'utf8')), unhandled }
}

/** On CI, a few files that failed run once more, alone: what passes then is named. Never a property's counterexample. */
async function vitest(name, args, env) {
  const { code, report, unhandled } = await runVitest(name, args, env)
  if (report === undefined) return code
  addVitest(report)
  const failed = fileFailures(report)
  const titles = titlesOf(failed)
  for (const title of titles) failures.add(title)
  if (!onCi || failed.length === 0 || failed.length > FILES_RUN_AGAIN || unhandled > 0) return code
  if (JSON.stringify(failed).includes('Property failed')) return code
  const files = failed.map(({ name: path }) => relative('.', path))
  console.log(`\n== ${name}, again: ${files.join(' ')}`)
  const again = await runVitest(
    `${name}-again`,
    [...args.filter((arg) => /^--(project|config)=/.test(arg)), ...files],
    env,
  )
  if (again.code !== 0) return again.code
  const passed = failed.flatMap(failedTests).length
  counts.failed -= passed
  counts.passed += passed
  for (const title of titles) {
    failures.delete(title)
    flaky.push(`${title} (in a run of its own)`)
  }
  return 0
}

async function playwright(name, args) {
  const file = join(reports, `${name}.json`)
  const { code } = await run(bin('playwright'), ['test', ...args], { env: { PAIRBOT_PLAYWRIGHT_REPORT: file } })
  addPlaywright(file)
  return code
}

const chromium = findChromium() ?? (await installChromium())
if (!chromium) skipped.push('every browser test: no Chromium found (set PAIRBOT_CHROMIUM to one)')

const reference = process.env.PAIRBOT_REFERENCE_DATA ?? resolve('../shared/data')
if (existsSync(reference)) process.env.PAIRBOT_REFERENCE_DATA = reference
else skipped.push('every test on recorded market data: PAIRBOT_REFERENCE_DATA is not a folder')

if (!findRedis()) skipped.push('every test on Redis: there is no redis-server (apt-get install redis-server)')

const hasPostgresql = process.env.PAIRBOT_TEST_POSTGRES !== undefined || findPostgresql() !== undefined
if (!hasPostgresql) skipped.push('every test on PostgreSQL: it is not installed (apt-get install postgresql)')

const isOnPath = (program) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))
for (const [program, tests] of [
  ['promtool', 'the tests of the alert rules'],
  ['caddy', "the test of Caddy's example"],
  ['nginx', "the test of nginx' example"],
])
  if (runsLong && !isOnPath(program)) skipped.push(`${tests}: there is no ${program}`)

/** Beside the build and the tests, which leave a quarter of two cores idle and run whatever these say. */
const CHECKS = {
  types: [bin('tsc'), ['--noEmit']],
  lint: [bin('oxlint'), ['--deny-warnings', '--type-aware']],
  layers: ['node', ['scripts/check-layers.mjs']],
  machines: ['node', ['scripts/check-machines.mjs']],
  rules: ['node', ['scripts/check-rules.mjs']],
  format: [bin('oxfmt'), ['--check', '.']],
  'dead code': [bin('knip'), []],
}
const BUILD = { build: ['node', [runsQuick ? 'scripts/build.mjs' : 'scripts/ensure-build.mjs', '--quiet']] }
const TESTS = {
  ...(runsQuick && {
    'bundle sizes': async () => (await run('node', ['scripts/check-sizes.mjs'])).code,
    unit: () => vitest('unit', ['--project=!long']),
    ...(chromium && { e2e: () => playwright('e2e', ['--grep-invert=@long']) }),
  }),
  ...(runsLong && {
    advisories: async () => {
      const { code, output } = await run('node', ['scripts/audit.mjs'], { quiet: true })
      console.log(output.trim())
      if (code !== NOT_CHECKED) return code
      skipped.push(`the look-up of known vulnerabilities: ${output.trim()}`)
      return 0
    },
    installation: async () => {
      const { code, output } = await run(bin('tsx'), ['scripts/check-install.ts'], { quiet: true })
      console.log(output.trim())
      if (code !== NOT_CHECKED) return code
      skipped.push(`starting what npm ci --omit=dev installs, on every Node of package.json: ${output.trim()}`)
      return 0
    },
    'long unit': () => vitest('long', ['--project=long']),
    ...(hasPostgresql && {
      'on PostgreSQL': () => vitest('postgresql', ['--config=vitest.postgresql.config.ts']),
    }),
    fuzz: () =>
      vitest(
        'fuzz',
        [
          '--project=logic',
          '--project=ui',
          '--project=browser',
          ...['fuzz', 'mutations', 'scripts', 'drawn'].map((name) => `${name}.test`),
          ...['layout', 'heights', 'texts'].map((name) => `${name}.browser`),
        ],
        {
          PAIRBOT_TEST_FUZZ: '200000',
        },
      ),
    ...(chromium && { 'long e2e': () => playwright('long-e2e', ['--grep=@long']) }),
  }),
}

const stages = { ...BUILD, ...CHECKS, ...TESTS }
const unknown = only?.filter((name) => !(name in stages)) ?? []
if (unknown.length > 0) {
  console.error(`--only: there is no ${unknown.join(', no ')} among ${Object.keys(stages).join(', ')}`)
  process.exit(1)
}

const failed = []
/** Of the checks that failed. */
const outputs = []
const wanted = (stages) => Object.entries(stages).filter(([name]) => !only || only.includes(name))
const seconds = (began) => ((Date.now() - began) / 1000).toFixed(1)

async function check([name, [command, args]]) {
  const began = Date.now()
  const { code, output } = await run(command, args, { quiet: true, yields: name in CHECKS })
  console.log(`== ${name}: ${code === 0 ? 'ok' : 'FAILED'} in ${seconds(began)} s`)
  if (code === 0) return
  failed.push(name)
  outputs.push(`\n== ${name}\n${output}`)
}

async function test([name, stage]) {
  const began = Date.now()
  console.log(`\n== ${name}`)
  const code = await stage()
  console.log(`== ${name}: ${code === 0 ? 'ok' : 'FAILED'} in ${seconds(began)} s`)
  if (code !== 0) failed.push(name)
}

const began = Date.now()
const checked = Promise.all(runsQuick ? wanted(CHECKS).map(check) : [])
await Promise.all(wanted(BUILD).map(check))
if (failed.includes('build')) console.log('\nno test was run: the build failed')
else for (const stage of wanted(TESTS)) await test(stage)
await checked

for (const output of outputs) console.log(output)
for (const reason of skipped) console.log(`\n!!! SKIPPED ${reason}`)
for (const test of flaky) console.log(`\n!!! PASSED ONLY ON A RETRY ${test}`)
if (!runsLong) console.log('\nleft out: faults, kills, hostile streams and full counts (npm run test:long)')
for (const test of failures) console.log(`\n!!! FAILED ${test}`)
if (failed.length > 0) console.log(`\nfailed: ${failed.join(', ')}`)
console.log(`\n${seconds(began)} s in all`)
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(failed.length > 0 ? 1 : 0)

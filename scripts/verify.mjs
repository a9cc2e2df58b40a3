// The one check: types, lint, layers, format, dead code, unit tests, browser tests, build, bundle sizes.
// `--only=unit,e2e` narrows it. Prints what was skipped and why, and closes with the counts of the tests.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findChromium } from './browser.mjs'
import { installChromium } from './install-browser.mjs'

const only = process.argv
  .find((word) => word.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
const reports = mkdtempSync(join(tmpdir(), 'pairbot-verify-'))
const counts = { passed: 0, failed: 0, skipped: 0 }
const skipped = []
const flaky = []

function run(command, args, env = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', () => done(1))
    child.on('exit', (code) => done(code ?? 1))
  })
}

const bin = (name) => join('node_modules', '.bin', name)

function addVitest(file) {
  if (!existsSync(file)) return
  const report = JSON.parse(readFileSync(file, 'utf8'))
  counts.passed += report.numPassedTests
  counts.failed += report.numFailedTests
  counts.skipped += report.numPendingTests + report.numTodoTests
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

function addPlaywright(file) {
  if (!existsSync(file)) return
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'))
  for (const spec of suites.flatMap(specsOf))
    if (spec.tests.some(({ status }) => status === 'flaky')) flaky.push(`${spec.file}: ${spec.title}`)
  counts.passed += stats.expected + stats.flaky
  counts.failed += stats.unexpected
  counts.skipped += stats.skipped
}

async function unit() {
  const file = join(reports, 'vitest.json')
  const secondTries = join(reports, 'second-tries.json')
  const reporters = ['default', 'json', './scripts/second-tries.mjs'].map((name) => `--reporter=${name}`)
  const code = await run(bin('vitest'), ['run', ...reporters, `--outputFile.json=${file}`], {
    PAIRBOT_SECOND_TRIES: secondTries,
  })
  addVitest(file)
  if (existsSync(secondTries)) flaky.push(...JSON.parse(readFileSync(secondTries, 'utf8')))
  return code
}

async function endToEnd() {
  const file = join(reports, 'playwright.json')
  const code = await run(bin('playwright'), ['test'], { PAIRBOT_PLAYWRIGHT_REPORT: file })
  addPlaywright(file)
  return code
}

const chromium = findChromium() ?? (await installChromium())
if (!chromium) skipped.push('every browser test: no Chromium found (set PAIRBOT_CHROMIUM to one)')

const reference = process.env.PAIRBOT_REFERENCE_DATA ?? resolve('../shared/data')
if (existsSync(reference)) process.env.PAIRBOT_REFERENCE_DATA = reference
else skipped.push('every test on recorded market data: PAIRBOT_REFERENCE_DATA names no folder')

const stages = [
  { name: 'types', stage: () => run(bin('tsc'), ['--noEmit']) },
  { name: 'lint', stage: () => run(bin('oxlint'), ['--deny-warnings']) },
  { name: 'layers', stage: () => run('node', ['scripts/check-layers.mjs']) },
  { name: 'format', stage: () => run(bin('oxfmt'), ['--check', '.']) },
  { name: 'dead code', stage: () => run(bin('knip'), []) },
  { name: 'build', stage: () => run('node', ['scripts/build.mjs']) },
  { name: 'bundle sizes', stage: () => run('node', ['scripts/check-sizes.mjs']) },
  { name: 'unit', stage: unit },
  ...(chromium ? [{ name: 'e2e', stage: endToEnd }] : []),
].filter(({ name }) => !only || only.includes(name))

const failed = []
for (const { name, stage } of stages) {
  const began = Date.now()
  console.log(`\n== ${name}`)
  const code = await stage()
  console.log(`== ${name}: ${code === 0 ? 'ok' : 'FAILED'} in ${((Date.now() - began) / 1000).toFixed(1)} s`)
  if (code !== 0) failed.push(name)
}

for (const what of skipped) console.log(`\n!!! SKIPPED ${what}`)
for (const what of flaky) console.log(`\n!!! PASSED ONLY AT THE SECOND TRY ${what}`)
if (failed.length > 0) console.log(`\nfailed: ${failed.join(', ')}`)
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exit(failed.length > 0 ? 1 : 0)

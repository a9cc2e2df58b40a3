// Every test that cites a fault of docs/rules/faults.md or counts something about them, and one table of what they show:
// `npm run test:faults`. `--kills=200` and `--fuzz=10000000` set how often a server is killed and how many mutated messages are
// read. `--shard=2/8` runs one of eight parts and adds up the reports of those in reports/faults; `--report=FILE`, any number
// of times, runs nothing and reads reports that there are already. Exits with 1 if a fault failed or has no test. Takes about
// as long as `npm run test:long`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { findChromium } from './browser.mjs'
import { findPostgresql } from './services.mjs'

/** A fault of docs/rules/faults.md. */
interface Fault {
  readonly id: string
  readonly group: string
}

const GROUP = /^## (.+)$/
const DEFINITION = /^- \*\*\[([A-Z]{2}-\d+)\]\*\*/
/** In a test's title, a number without brackets: with brackets it is a rule. */
const CITED = /(?<!\[)\b[A-Z]{2}-\d{2}\b(?!\])/g

/** The faults of the list, in its order. */
export function faultsOf(markdown: string): readonly Fault[] {
  let group = ''
  return markdown.split('\n').flatMap((line) => {
    group = GROUP.exec(line)?.[1] ?? group
    const id = DEFINITION.exec(line)?.[1]
    return id === undefined ? [] : [{ id, group }]
  })
}

/** The numbers of faults that a text cites. */
export const citedIn = (text: string): readonly string[] => text.match(CITED) ?? []

/** A test that was run, or skipped, with the counts that it recorded. */
export interface TestResult {
  readonly title: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  readonly counts: Readonly<Record<string, number>>
}

const countsSchema = z.record(z.string(), z.number())
const vitestSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          meta: z.optional(z.object({ counts: z.optional(countsSchema) })),
        }),
      ),
    }),
  ),
})

const specSchema = z.object({
  title: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      annotations: z.array(z.object({ type: z.string(), description: z.optional(z.string()) })),
    }),
  ),
})
interface Suite {
  readonly specs?: readonly z.infer<typeof specSchema>[] | undefined
  readonly suites?: readonly Suite[] | undefined
}
const suiteSchema: z.ZodMiniType<Suite> = z.object({
  specs: z.optional(z.array(specSchema)),
  suites: z.optional(z.array(z.lazy(() => suiteSchema))),
})
const playwrightSchema = z.object({ suites: z.array(suiteSchema) })

const OUTCOMES: Readonly<Record<string, TestResult['outcome']>> = {
  passed: 'passed',
  expected: 'passed',
  flaky: 'passed',
  failed: 'failed',
  unexpected: 'failed',
}
const outcomeOf = (status: string): TestResult['outcome'] => OUTCOMES[status] ?? 'skipped'

const specsOf = ({ specs = [], suites = [] }: Suite): readonly z.infer<typeof specSchema>[] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

/** The tests of a JSON report of Vitest or Playwright. */
export function testsOf(report: unknown): readonly TestResult[] {
  const vitest = z.safeParse(vitestSchema, report)
  if (vitest.success) {
    return vitest.data.testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ fullName, status, meta }) => ({
        title: fullName,
        outcome: outcomeOf(status),
        counts: meta?.counts ?? {},
      })),
    )
  }
  return z
    .parse(playwrightSchema, report)
    .suites.flatMap(specsOf)
    .flatMap(({ title, tests }) =>
      tests.map(({ status, annotations }) => ({
        title,
        outcome: outcomeOf(status),
        counts: Object.fromEntries(
          annotations
            .filter(({ type }) => type.startsWith('count: '))
            .map(({ type, description }) => [type.slice(7), Number(description)]),
        ),
      })),
    )
}

interface Summary {
  readonly lines: readonly string[]
  /** Whether every fault has a test, and none failed. */
  readonly isGood: boolean
}

type State = 'passed' | 'failed' | 'skipped' | 'untested'

function stateOf({ id }: Fault, tests: readonly TestResult[]): State {
  const outcomes = new Set(tests.filter(({ title }) => citedIn(title).includes(id)).map(({ outcome }) => outcome))
  if (outcomes.has('failed')) return 'failed'
  if (outcomes.has('passed')) return 'passed'
  return outcomes.has('skipped') ? 'skipped' : 'untested'
}

/** One table: faults by group, what was counted, and what failed, was skipped or has no test. */
export function summarize(faults: readonly Fault[], tests: readonly TestResult[]): Summary {
  const states = faults.map((fault) => ({ ...fault, state: stateOf(fault, tests) }))
  const groups = [...new Set(faults.map(({ group }) => group))]
  const row = (name: string, found: typeof states) =>
    `${name.padEnd(28)}${String(found.filter(({ state }) => state === 'passed').length).padStart(5)} of ${found.length}`
  const counts = new Map<string, number>()
  for (const test of tests) {
    for (const [name, count] of Object.entries(test.counts)) counts.set(name, (counts.get(name) ?? 0) + count)
  }
  const named = (state: State) => states.filter((each) => each.state === state).map(({ id }) => id)
  const lists = (['failed', 'untested', 'skipped'] as const).flatMap((state) => {
    const ids = named(state)
    return ids.length === 0 ? [] : [`${state}: ${ids.join(', ')}`]
  })
  const failures = tests.filter(({ outcome }) => outcome === 'failed').map(({ title }) => `failed test: ${title}`)
  return {
    lines: [
      'Faults that passed',
      ...groups.map((name) =>
        row(
          name,
          states.filter(({ group }) => group === name),
        ),
      ),
      row('All', states),
      '',
      'Counted',
      ...[...counts]
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([name, count]) => `${name.padEnd(28)}${count.toLocaleString('en').padStart(11)}`),
      ...(lists.length + failures.length === 0 ? [] : ['', ...lists, ...failures]),
    ],
    isGood: failures.length === 0 && named('failed').length === 0 && named('untested').length === 0,
  }
}

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

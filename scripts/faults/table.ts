import * as z from 'zod/mini'

/** A fault of docs/rules/faults.md. */
export interface Fault {
  readonly id: string
  readonly group: string
}

const GROUP = /^## (.+)$/
const DEFINITION = /^- \*\*\[([A-Z]{2}-\d+)\]\*\*/
/** In a test's title, a number without brackets: with brackets it is a rule. */
export const CITED = /(?<!\[)\b[A-Z]{2}-\d{2}\b(?!\])/g

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

export interface Summary {
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

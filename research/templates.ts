// Backtests each template, and the trials, on recorded candles, and stores what they came to with the code.
// npm run templates -- [--readings=FOLDER] FILE...   (files named by their pair: BTCUSD-1m-2019-04.csv.gz)
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FEWEST_TRADES, type Estimate, type LuckResult, type Timing } from '#contract/backtests/report.ts'
import { BACKTEST } from '#contract/limits.ts'
import type { PairId } from '#contract/pairs.ts'
import { templateResultsSchema, type TemplateResult } from '#contract/strategies/template-results.ts'
import { sharpeRatio } from '#server/backtests/report/figures.ts'
import { timingOf } from '#server/backtests/report/luck.ts'
import { SHIFTS } from '#server/backtests/report/report.ts'
import { createReadingsStore } from '#server/backtests/readings/store.ts'
import { seededRandom } from '#server/lib/random.ts'
import type { Template } from '#server/strategies/templates/template.ts'
import { TEMPLATES } from '#server/strategies/templates/templates.ts'
import { pairOfFile } from './analysis/options.ts'
import { runTemplate, templatesHash, type SpanRun } from './templates/run-template.ts'
import { readSpans } from './templates/spans.ts'
import { TRIALS, type Trial } from './templates/trials.ts'

const OUTPUT = 'server/strategies/templates/results.json'
const LEVEL = 0.05

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { readings: { type: 'string', default: mkdtempSync(join(tmpdir(), 'pairbot-readings-')) } },
})
if (files.length === 0) throw new Error('specify at least one candle file')
const pairOf = (file: string): PairId => {
  const pair = pairOfFile(file)
  if (pair === undefined) throw new Error(`${file}: not named by a pair`)
  return pair
}
const spans = await readSpans(files.map((file) => ({ file, pair: pairOf(file) })))
const store = createReadingsStore(values.readings)
const tries = TEMPLATES.length + TRIALS.length

const rounded = (value: number): number => Number(value.toFixed(4))

/** As in a report; but the best of several tries is judged as the best of so many (Bonferroni). */
function luckOf(trades: number, timing: Timing | null, sharpe: Estimate | null): LuckResult {
  if (trades < FEWEST_TRADES || timing === null) return 'too_few'
  if ((timing.as_bad + 1) / (timing.shifts + 1) <= LEVEL) return 'worse'
  if (sharpe !== null && sharpe.high < 0) return 'lost'
  if (timing.p > LEVEL) return 'same'
  return timing.p <= LEVEL / tries ? 'better' : 'selected'
}

/** All spans together: the mean of their returns, and the same decisions of all of them at other times. */
function pooled(runs: readonly SpanRun[]): TemplateResult {
  const mean = (read: (run: SpanRun) => number) => runs.reduce((sum, run) => sum + read(run), 0) / runs.length
  const outcome = {
    return: rounded(mean((run) => run.outcome.return)),
    holding: rounded(mean((run) => run.outcome.holding)),
    max_drawdown: Math.max(...runs.map((run) => run.outcome.max_drawdown)),
    trades: runs.reduce((sum, run) => sum + run.outcome.trades, 0),
  }
  const timing = timingOf(outcome.return, {
    rows: Math.max(...runs.map(({ rows }) => rows)),
    shifts: SHIFTS,
    returnOfShift: (shift) =>
      mean(({ rows, profitOfShift }) => profitOfShift(1 + ((shift - 1) % (rows - 1)))) / BACKTEST.capital.initial,
    random: seededRandom(1),
  })
  const sharpe = sharpeRatio(
    runs.flatMap(({ returns }) => returns),
    seededRandom(2),
  )
  return {
    ...outcome,
    luck: luckOf(outcome.trades, timing, sharpe),
    timing,
    sharpe,
    tries,
    spans: runs.map((run) => run.outcome),
  }
}

async function resultOf(template: Template, sizeOf?: Trial['sizeOf']): Promise<TemplateResult> {
  const runs: SpanRun[] = []
  for (const span of spans) runs.push(await runTemplate(template, span, store, sizeOf))
  const result = pooled(runs)
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`
  console.error(
    `${template.name}: ${percent(result.return)}, holding ${percent(result.holding)}, fall ${percent(result.max_drawdown)}, ${result.trades} trades, ${result.luck}, p ${result.timing?.p}`,
  )
  return result
}

const templates: Record<string, TemplateResult> = {}
for (const template of TEMPLATES) templates[template.id] = await resultOf(template)
const tried = []
for (const { template, sizeOf } of TRIALS) {
  const { name, description } = template
  tried.push({ name, description, result: await resultOf(template, sizeOf) })
}
writeFileSync(OUTPUT, JSON.stringify(templateResultsSchema.parse({ hash: templatesHash(), templates, tried })))
execFileSync('node_modules/.bin/oxfmt', [OUTPUT])

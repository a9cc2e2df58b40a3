import * as z from 'zod/mini'
import { estimateSchema, luckResultSchema, timingSchema } from '../backtests/report.ts'
import { count, intervalText, LOST, NOT_MORE, percent, shiftsText } from '../backtests/headline.ts'
import { PAIRS, pairSchema } from '../pairs.ts'
import { timestampSchema } from '../time.ts'

const countSchema = z.number().check(z.int(), z.nonnegative())

/** What a template came to. Returns and drawdowns are fractions of the capital; holding is buying at the start and selling at the end, at the same costs. */
const outcomeSchema = z.object({
  return: z.number(),
  holding: z.number(),
  max_drawdown: z.number(),
  trades: countSchema,
})

/** A backtest of a template over the recorded months that the records were counted on, each span with the same capital. */
export const templateResultSchema = z.extend(outcomeSchema, {
  /** Over all spans together, as in a report; the selection is from `tries` strategies. */
  luck: luckResultSchema,
  timing: z.nullable(timingSchema),
  /** Of a year, from the daily returns of all spans. */
  sharpe: z.nullable(estimateSchema),
  tries: countSchema,
  spans: z.array(
    z.extend(outcomeSchema, { pair: pairSchema, from: timestampSchema, to: timestampSchema, months: countSchema }),
  ),
})
export type TemplateResult = z.infer<typeof templateResultSchema>

function luckText({ luck, timing, sharpe, tries }: TemplateResult): string {
  if (luck === 'too_few' || timing === null) return 'Too few trades to say whether this is more than luck.'
  if (luck === 'lost') return `${LOST}: ${intervalText(sharpe)}.`
  if (luck === 'selected') return `${NOT_MORE}: the best of ${tries} lucky strategies often looks as good.`
  const { p, as_bad: asBad, shifts } = timing
  if (luck === 'worse') return `Worse than luck: ${shiftsText((asBad + 1) / (shifts + 1), 'badly')}.`
  return `${luck === 'better' ? 'More than luck explains' : NOT_MORE}: ${shiftsText(p, 'well')}.`
}

const earned = (fraction: number): string => `${fraction < 0 ? 'lost' : 'earned'} ${percent(fraction)}`

/** 'In 5 backtests over 29 months of BTC/USD, ETH/USD and XRP/USD it lost 5.4% on average; holding earned 41%. …' */
export function templateHeadline(result: TemplateResult): string {
  const { spans, trades, max_drawdown: fall, holding } = result
  const pairs = [...new Set(spans.map(({ pair }) => PAIRS[pair].label))]
  const months = spans.reduce((sum, span) => sum + span.months, 0)
  const where = `${count(spans.length, 'backtest')} over ${count(months, 'month')} of ${new Intl.ListFormat('en').format(pairs)}`
  const outcome = `${earned(result.return)} on average after the costs of ${count(trades, 'trade')}`
  return `In ${where} it ${outcome}; holding ${earned(holding)}. Its largest fall was ${percent(fall)}. ${luckText(result)}`
}

/** A strategy that was tried, and is not offered because it beat neither holding nor luck. */
export const triedTemplateSchema = z.object({ name: z.string(), description: z.string(), result: templateResultSchema })
export type TriedTemplate = z.infer<typeof triedTemplateSchema>

/** The results of all templates by id, and of those that were tried. `hash` is of what they were made from. */
export const templateResultsSchema = z.object({
  hash: z.string(),
  templates: z.record(z.string(), templateResultSchema),
  tried: z.array(triedTemplateSchema),
})
export type TemplateResults = z.infer<typeof templateResultsSchema>

import { expect, it } from 'vitest'
import { templateHeadline, type TemplateResult } from '#contract/strategies/template-results.ts'
import { TEMPLATE_RESULTS } from '#server/strategies/templates/results.ts'
import { TEMPLATES } from '#server/strategies/templates/templates.ts'
import { templatesHash } from '#research/templates/run-template.ts'

const { hash, templates, tried } = TEMPLATE_RESULTS
const results = [...Object.values(templates), ...tried.map(({ result }) => result)]

it('[SG-97] the results are of the present analysis and templates (npm run templates)', () => {
  expect(hash).toBe(templatesHash())
  expect(Object.keys(templates)).toEqual(TEMPLATES.map(({ id }) => id))
})

it('[SG-97] a result is the mean of its spans', () => {
  for (const { spans, ...result } of results) {
    const mean = (read: (span: TemplateResult['spans'][number]) => number) =>
      spans.reduce((sum, span) => sum + read(span), 0) / spans.length
    expect(result.return).toBeCloseTo(
      mean((span) => span.return),
      3,
    )
    expect(result.holding).toBeCloseTo(
      mean(({ holding }) => holding),
      3,
    )
    expect(result.max_drawdown).toBe(Math.max(...spans.map((span) => span.max_drawdown)))
    expect(result.trades).toBe(spans.reduce((sum, { trades }) => sum + trades, 0))
  }
})

it('[SG-97] what beats holding or luck is offered', () => {
  for (const { result } of tried) {
    expect(result.luck).not.toBe('better')
    expect(result.return).toBeLessThanOrEqual(result.holding)
  }
})

const RESULT: TemplateResult = {
  return: -0.054,
  holding: 1.588,
  max_drawdown: 0.12,
  trades: 1_167,
  luck: 'worse',
  sharpe: { value: -2, low: -3.5, high: -0.5 },
  tries: 6,
  timing: { shifts: 499, as_good: 495, as_bad: 4, p: 0.992, median: 0, low: -0.1, high: 0.1 },
  spans: [
    { pair: 'BTCUSD', from: 0, to: 1, months: 3, return: 0, holding: 0, max_drawdown: 0, trades: 0 },
    { pair: 'ETHUSD', from: 0, to: 1, months: 1, return: 0, holding: 0, max_drawdown: 0, trades: 0 },
  ],
}

it.each<[Partial<TemplateResult>, string]>([
  [{}, 'Worse than luck: the same decisions at other times did as badly in 1 of 100 cases.'],
  [
    { luck: 'same' },
    'That cannot be told from luck: the same decisions at other times did as well in 99 of 100 cases.',
  ],
  [{ luck: 'selected' }, 'That cannot be told from luck: the best of 6 lucky strategies often looks as good.'],
  [
    { luck: 'lost' },
    'The loss is more than bad luck: the 95% interval of its Sharpe ratio, -3.50 to -0.50, is below zero.',
  ],
  [{ luck: 'too_few', timing: null }, 'Too few trades to say whether this is more than luck.'],
])('[TG-11] says in words what it came to: %o', (part, luck) => {
  expect(templateHeadline({ ...RESULT, ...part })).toBe(
    `In 2 backtests over 4 months of BTC/USD and ETH/USD it lost 5.4% on average after the costs of 1,167 trades; holding earned 159%. Its largest fall was 12%. ${luck}`,
  )
})

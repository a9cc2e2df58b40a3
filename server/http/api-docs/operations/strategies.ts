import { DEFAULT_BASES, STRATEGIES } from '#contract/paths.ts'
import { EXAMPLE_STRATEGY } from './example-strategy.ts'
import type { Operations } from './operation.ts'

const { strategy } = DEFAULT_BASES

export const STRATEGY_OPERATIONS: Operations = {
  [`GET ${strategy}${STRATEGIES.templates}`]: { summary: 'List the templates' },
  [`POST ${strategy}${STRATEGIES.fromTemplate}`]: {
    summary: 'Create a strategy from a template',
    detail: 'A repeated Idempotency-Key returns the strategy that the first request created.',
    body: { name: 'Trend on BTC/USD', exchange: 'kraken', trading_pair: 'BTCUSD' },
  },
  [`POST ${strategy}${STRATEGIES.custom}`]: {
    summary: 'Create a strategy',
    detail: 'A repeated Idempotency-Key returns the strategy that the first request created.',
    body: EXAMPLE_STRATEGY,
  },
  [`POST ${strategy}${STRATEGIES.backtest}`]: {
    summary: 'Run a strategy over past candles',
    detail: 'Stores nothing. The evaluator is the one that decides live.',
    body: EXAMPLE_STRATEGY,
  },
  [`POST ${strategy}${STRATEGIES.availability}`]: {
    summary: 'Tell how much of the time sources can be used',
    body: { symbol: 'BTCUSD', signal_sources: EXAMPLE_STRATEGY.signal_sources },
  },
  [`GET ${strategy}${STRATEGIES.list}`]: {
    summary: 'List the strategies that you may read',
    detail: 'Your own, then those shared with you.',
  },
  [`GET ${strategy}${STRATEGIES.one}`]: { summary: 'Read a strategy' },
  [`PATCH ${strategy}${STRATEGIES.one}`]: { summary: 'Rename a strategy', body: { name: 'M5 with H1, cautious' } },
  [`DELETE ${strategy}${STRATEGIES.one}`]: { summary: 'Delete a strategy', detail: 'With its decisions.' },
  [`PATCH ${strategy}${STRATEGIES.status}`]: {
    summary: 'Pause, resume or stop a strategy',
    body: { status: 'paused' },
  },
  [`PATCH ${strategy}${STRATEGIES.archive}`]: {
    summary: 'Archive a stopped strategy, or bring it back',
    body: { archived: true },
  },
  [`GET ${strategy}${STRATEGIES.versions}`]: { summary: "List a strategy's versions", detail: 'Newest first.' },
  [`GET ${strategy}${STRATEGIES.version}`]: { summary: 'Read a version of a strategy' },
  [`POST ${strategy}${STRATEGIES.versions}`]: {
    summary: 'Save a new version of a strategy',
    detail: 'The next decision uses it. Refused if based_on is no longer the present version.',
    body: { based_on: 1, definition: EXAMPLE_STRATEGY },
  },
  [`GET ${strategy}${STRATEGIES.shares}`]: { summary: 'List who may read a strategy' },
  [`POST ${strategy}${STRATEGIES.shares}`]: {
    summary: 'Share a strategy to be read',
    detail: 'With all Viewers, or with the Trader who has the e-mail address.',
    body: { audience: 'viewers' },
  },
  [`DELETE ${strategy}${STRATEGIES.share}`]: { summary: 'End a share', detail: 'It applies at once.' },
  [`GET ${strategy}${STRATEGIES.performance}`]: { summary: "Count a strategy's decisions" },
  [`GET ${strategy}${STRATEGIES.decision}`]: { summary: "Read a strategy's newest decision" },
  [`GET ${strategy}${STRATEGIES.decisions}`]: { summary: "List a strategy's decisions", detail: 'Newest first.' },
  [`GET ${strategy}${STRATEGIES.why}`]: {
    summary: 'Read why a decision was made',
    detail: 'Every input, weight and rule, so that the decision can be recomputed.',
  },
  [`GET ${strategy}${STRATEGIES.signals}`]: { summary: 'Read the signals that a strategy saw last' },
  [`GET ${strategy}${STRATEGIES.export}`]: {
    summary: 'Export a strategy',
    detail: 'As the body that creates the same strategy.',
  },
  [`POST ${strategy}${STRATEGIES.evaluate}`]: { summary: 'Evaluate a strategy now', detail: 'Stores no decision.' },
  [`GET ${strategy}${STRATEGIES.health}`]: { summary: 'Tell whether strategies are evaluated' },
  [`GET ${strategy}${STRATEGIES.metrics}`]: { summary: 'Count your strategies and their decisions' },
}

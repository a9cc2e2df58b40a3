// Creates a strategy from a template and tests it on past candles: `npx tsx examples/backtest-strategy.ts BTCUSD 24`.
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import type { Backtest } from '#contract/strategies/backtest.ts'
import { customStrategySchema } from '#contract/strategies/definition.ts'
import { clientFromEnvironment, type Client } from './client.ts'

/** A created strategy, and what its backtest found. */
export interface Tested {
  readonly strategyId: string
  readonly backtest: Backtest
}

const pathOf = (path: string, id = '') => `${DEFAULT_BASES.strategy}${path}`.replace(/:\w+/, encodeURIComponent(id))

/** Creates a strategy from the first template and runs it over the last hours. */
export async function createAndBacktest(
  client: Client,
  { pair, hours, name }: { readonly pair: string; readonly hours: number; readonly name: string },
): Promise<Tested> {
  const { templates } = await client.call({
    path: pathOf(STRATEGIES.templates.path),
    schema: STRATEGIES.templates.response,
  })
  const [template] = templates
  if (!template) throw new Error('The server has no template')
  const { strategy_id: strategyId } = await client.call({
    path: pathOf(STRATEGIES.fromTemplate.path, template.id),
    method: 'POST',
    body: { name, exchange: 'kraken', trading_pair: pair },
    schema: STRATEGIES.fromTemplate.response,
  })
  const definition = await client.call({
    path: pathOf(STRATEGIES.definition.path, strategyId),
    schema: customStrategySchema,
  })
  const { backtest } = await client.call({
    path: `${pathOf(STRATEGIES.backtest.path)}?hours=${hours}`,
    method: 'POST',
    body: definition,
    schema: STRATEGIES.backtest.response,
  })
  return { strategyId, backtest }
}

/** Deletes a strategy and its decisions. */
export const deleteStrategy = (client: Client, strategyId: string) =>
  client.call({ path: pathOf(STRATEGIES.remove.path, strategyId), method: 'DELETE', schema: z.unknown() })

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , pair = 'BTCUSD', hours = '24'] = process.argv
  const client = clientFromEnvironment()
  const { backtest } = await createAndBacktest(client, { pair, hours: Number(hours), name: `Example ${Date.now()}` })
  process.stdout.write(`${JSON.stringify(backtest, undefined, 2)}\n`)
}

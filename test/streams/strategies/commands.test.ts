import { describe, expect, it } from 'vitest'
import { IDEMPOTENCY_HEADER } from '#contract/strategies/responses.ts'
import { createStrategyCommands } from '#src/streams/strategies/commands.ts'
import { createStrategyApi } from '#src/transport/api/strategies.ts'
import { createCall } from '#src/transport/http/http.ts'
import { json } from '#test/support/client/identity-service.ts'
import { DEFINITION } from '#test/support/data/strategy-samples.ts'

/** Commands whose creations are answered with these statuses in order, then with success, and the keys that were sent. */
function harness(...statuses: readonly number[]) {
  const keys: (string | null)[] = []
  const call = createCall((_, { headers }) => {
    keys.push(new Headers(headers).get(IDEMPOTENCY_HEADER))
    const status = statuses[keys.length - 1] ?? 200
    return status === 0 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(json(status, CREATED))
  }, '')
  let ids = 0
  const commands = createStrategyCommands({
    api: createStrategyApi(call),
    invalidate: () => undefined,
    newKey: () => `key-${++ids}`,
  })
  return { keys, commands }
}
const CREATED = { strategy_id: 's-1', status: 'created' }

describe('[TG-6] the idempotency key of a creation', () => {
  it('stays the same until the creation succeeds', async () => {
    const { keys, commands } = harness(0, 503)
    for (let attempt = 0; attempt < 4; attempt += 1) await commands.createCustom(DEFINITION)
    expect(keys).toEqual(['key-1', 'key-1', 'key-1', 'key-2'])
  })

  it('differs for another body and another template', async () => {
    const { keys, commands } = harness(0, 0, 0, 0)
    const body = { name: 'Mine', exchange: 'kraken', trading_pair: 'BTCUSD' } as const
    await commands.createFromTemplate('a', body)
    await commands.createFromTemplate('b', body)
    await commands.createFromTemplate('a', { ...body, name: 'Other' })
    await commands.createFromTemplate('a', body)
    expect(keys).toEqual(['key-1', 'key-2', 'key-3', 'key-1'])
  })
})

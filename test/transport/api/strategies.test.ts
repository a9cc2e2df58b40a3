import { filter, firstValueFrom, NEVER, of } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { IDEMPOTENCY_HEADER } from '#contract/strategies/responses.ts'
import type { RemoteSource } from '#src/lib/remote-data.ts'
import { createQueries } from '#src/streams/queries.ts'
import { createCall } from '#src/transport/http/http.ts'
import { createStrategyService, type StrategyFailure, type StrategyService } from '#src/transport/api/strategies.ts'
import { json } from '#test/support/client/identity-service.ts'
import {
  DEFINITION,
  BACKTEST,
  decision,
  performance,
  strategy,
  summary,
  template,
  why,
} from '#test/support/data/strategy-samples.ts'

const queries = createQueries({ visible$: of(true), now: () => 0 })
/** The value or failure of the first load. */
const loaded = async (source: RemoteSource<unknown, StrategyFailure>) => {
  const { value, error } = await firstValueFrom(source(NEVER).pipe(filter(({ isLoading }) => !isLoading)))
  return error ?? value
}

interface Sent {
  readonly request: string
  readonly key: string | null
  readonly body: unknown
}

function harness(reply: unknown, status = 200, statusText = '') {
  const sent: Sent[] = []
  const signals: (AbortSignal | null | undefined)[] = []
  const call = createCall(async (url, { method, headers, body, signal }) => {
    sent.push({
      request: `${method} ${url}`,
      key: new Headers(headers).get('idempotency-key'),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    })
    signals.push(signal)
    return new Response(typeof reply === 'string' ? reply : JSON.stringify(reply), { status, statusText })
  }, '/s')
  return { ...createStrategyService(call, queries, () => 'k1'), sent, signals }
}
type Feeds = StrategyService['feeds']
const requested = (request: string, body?: unknown, key: string | null = null): Sent => ({ request, key, body })

describe('[TG-22] the strategy service', () => {
  it.each<[string, (feeds: Feeds) => RemoteSource<unknown, StrategyFailure>, unknown, unknown]>([
    [
      'GET /s/api/ensemble/templates',
      (feeds) => feeds.templates,
      { templates: [template()] },
      { templates: [template()], tried: [] },
    ],
    ['GET /s/api/ensemble/strategies', (feeds) => feeds.list, { strategies: [summary()] }, [summary()]],
    ['GET /s/api/ensemble/strategies/a%2Fb', (feeds) => feeds.strategy('a/b'), { strategy: strategy() }, strategy()],
    [
      'GET /s/api/ensemble/strategies/s/performance',
      (feeds) => feeds.performance('s'),
      { performance: performance() },
      performance(),
    ],
    ['GET /s/api/ensemble/strategies/s/decision', (feeds) => feeds.decision('s'), { decision: null }, null],
    [
      'GET /s/api/ensemble/strategies/s/decisions?limit=50',
      (feeds) => feeds.decisions('s', {}),
      { decisions: [decision()] },
      { decisions: [{ ...decision(), price: null, later: [] }], prices: [] },
    ],
    [
      'GET /s/api/ensemble/strategies/s/decisions?limit=50&type=BUY&hours=6',
      (feeds) => feeds.decisions('s', { type: 'BUY', hours: 6 }),
      { decisions: [], prices: [] },
      { decisions: [], prices: [] },
    ],
    ['GET /s/api/ensemble/strategies/s/decisions/d/why', (feeds) => feeds.why('s', 'd'), why(), why()],
  ])('%s', async (request, ask, reply, value) => {
    const { feeds, sent } = harness(reply)
    const source = ask(feeds)
    expect(sent).toEqual([])
    expect(await loaded(source)).toEqual(value)
    expect(sent).toEqual([requested(request)])
  })

  it('runs a backtest with the body of a creation', async () => {
    const { feeds, sent } = harness({ backtest: BACKTEST })
    expect(await loaded(feeds.backtest(DEFINITION))).toEqual(BACKTEST)
    expect(sent).toEqual([requested('POST /s/api/ensemble/strategies/backtest', DEFINITION)])
  })

  it('creates with an idempotency key', async () => {
    const { commands, sent } = harness({ strategy_id: 's-1' }, 201)
    const body = { name: 'A', exchange: 'kraken', trading_pair: 'BTCUSD' } as const
    expect(await commands.createFromTemplate('t', body)).toEqual({ ok: true, value: 's-1' })
    expect(await commands.createCustom(DEFINITION)).toEqual({ ok: true, value: 's-1' })
    expect(sent).toEqual([
      requested('POST /s/api/ensemble/strategies/from-template/t', body, 'k1'),
      requested('POST /s/api/ensemble/strategies/custom', DEFINITION, 'k1'),
    ])
  })

  it('changes, deletes and exports', async () => {
    const { commands, sent } = harness(DEFINITION)
    expect((await commands.setStatus('s', 'paused')).ok).toBe(true)
    expect((await commands.rename('s', 'New')).ok).toBe(true)
    expect((await commands.remove('s')).ok).toBe(true)
    expect(await commands.definition('s')).toEqual({ ok: true, value: DEFINITION })
    expect(sent).toEqual([
      requested('PATCH /s/api/ensemble/strategies/s/status?status=paused'),
      requested('PATCH /s/api/ensemble/strategies/s', { name: 'New' }),
      requested('DELETE /s/api/ensemble/strategies/s'),
      requested('GET /s/api/ensemble/strategies/s/export'),
    ])
  })

  it.each([
    [{ detail: 'You have 200 strategies.' }, 409, '', { text: 'You have 200 strategies.', status: 409 }],
    [{}, 503, 'Service Unavailable', { text: 'HTTP 503: Service Unavailable', status: 503 }],
    ['<html>nginx</html>', 502, 'Bad Gateway', { text: 'HTTP 502: Bad Gateway', status: 502 }],
    [{ strategies: 7 }, 200, '', { text: 'Unexpected answer from the server', status: 200 }],
  ])('%j with %s is a failure with a message', async (reply, status, statusText, failure) => {
    expect(await loaded(harness(reply, status, statusText).feeds.list)).toEqual(failure)
  })

  it('has no status without a response', async () => {
    const call = createCall(() => Promise.reject(new TypeError('fetch failed')), '/s')
    const { commands } = createStrategyService(call, queries, () => 'k1')
    expect(await commands.remove('s')).toEqual({
      ok: false,
      error: { text: 'No answer from the server', status: undefined },
    })
  })

  it('aborts when unsubscribed', () => {
    const { feeds, signals } = harness({ strategies: [] })
    feeds.templates(NEVER).subscribe().unsubscribe()
    expect(signals[0]?.aborted).toBe(true)
  })
})

/** Commands whose creations are answered with these statuses in order, then with success, and the keys that were sent. */
function creations(...statuses: readonly number[]) {
  const keys: (string | null)[] = []
  const call = createCall((_, { headers }) => {
    keys.push(new Headers(headers).get(IDEMPOTENCY_HEADER))
    const status = statuses[keys.length - 1] ?? 200
    return status === 0
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(json(status, { strategy_id: 's-1' }))
  }, '')
  let ids = 0
  return { keys, commands: createStrategyService(call, queries, () => `key-${++ids}`).commands }
}

describe('[TG-6] the idempotency key of a creation', () => {
  it('stays the same until the creation succeeds', async () => {
    const { keys, commands } = creations(0, 503)
    for (let attempt = 0; attempt < 4; attempt += 1) await commands.createCustom(DEFINITION)
    expect(keys).toEqual(['key-1', 'key-1', 'key-1', 'key-2'])
  })

  it('differs for another body and another template', async () => {
    const { keys, commands } = creations(0, 0, 0, 0)
    const body = { name: 'Mine', exchange: 'kraken', trading_pair: 'BTCUSD' } as const
    await commands.createFromTemplate('a', body)
    await commands.createFromTemplate('b', body)
    await commands.createFromTemplate('a', { ...body, name: 'Other' })
    await commands.createFromTemplate('a', body)
    expect(keys).toEqual(['key-1', 'key-2', 'key-3', 'key-1'])
  })
})

import { firstValueFrom } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { createCall } from '#src/transport/http/http.ts'
import { createStrategyApi } from '#src/transport/api/strategies.ts'
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
  return { api: createStrategyApi(call), sent, signals }
}
type Api = ReturnType<typeof createStrategyApi>
const requested = (request: string, body?: unknown, key: string | null = null): Sent => ({ request, key, body })

describe('[TG-22] the strategy service', () => {
  it.each<[string, (api: Api) => ReturnType<Api['list']>, unknown, unknown]>([
    ['GET /s/api/ensemble/templates', (api) => api.templates() as never, { templates: [template()] }, [template()]],
    ['GET /s/api/ensemble/strategies', (api) => api.list(), { strategies: [summary()] }, [summary()]],
    [
      'GET /s/api/ensemble/strategies/a%2Fb',
      (api) => api.strategy('a/b') as never,
      { strategy: strategy() },
      strategy(),
    ],
    [
      'GET /s/api/ensemble/strategies/s/performance',
      (api) => api.performance('s') as never,
      { performance: performance() },
      performance(),
    ],
    ['GET /s/api/ensemble/strategies/s/decision', (api) => api.decision('s') as never, { decision: null }, null],
    [
      'GET /s/api/ensemble/strategies/s/decisions?limit=50',
      (api) => api.decisions('s', {}, 50) as never,
      { decisions: [decision()] },
      { decisions: [{ ...decision(), price: null, later: [] }], prices: [] },
    ],
    [
      'GET /s/api/ensemble/strategies/s/decisions?limit=9&type=BUY&hours=6',
      (api) => api.decisions('s', { type: 'BUY', hours: 6 }, 9) as never,
      { decisions: [], prices: [] },
      { decisions: [], prices: [] },
    ],
    ['GET /s/api/ensemble/strategies/s/decisions/d/why', (api) => api.why('s', 'd') as never, why(), why()],
  ])('%s', async (request, ask, reply, value) => {
    const { api, sent } = harness(reply)
    const question$ = ask(api)
    expect(sent).toEqual([])
    expect(await firstValueFrom(question$)).toEqual({ ok: true, value })
    expect(sent).toEqual([requested(request)])
  })

  it('runs a backtest with the body of a creation', async () => {
    const { api, sent } = harness({ backtest: BACKTEST })
    expect(await firstValueFrom(api.backtest(DEFINITION))).toEqual({ ok: true, value: BACKTEST })
    expect(sent).toEqual([requested('POST /s/api/ensemble/strategies/backtest', DEFINITION)])
  })

  it('creates with an idempotency key', async () => {
    const { api, sent } = harness({ strategy_id: 's-1' }, 201)
    const body = { name: 'A', exchange: 'kraken', trading_pair: 'BTCUSD' } as const
    expect(await api.createFromTemplate('t', { body, key: 'k1' })).toEqual({ ok: true, value: 's-1' })
    expect(await api.createCustom({ body: DEFINITION, key: 'k2' })).toEqual({ ok: true, value: 's-1' })
    expect(sent).toEqual([
      requested('POST /s/api/ensemble/strategies/from-template/t', body, 'k1'),
      requested('POST /s/api/ensemble/strategies/custom', DEFINITION, 'k2'),
    ])
  })

  it('changes, deletes and exports', async () => {
    const { api, sent } = harness(DEFINITION)
    expect((await api.setStatus('s', 'paused')).ok).toBe(true)
    expect((await api.rename('s', 'New')).ok).toBe(true)
    expect((await api.remove('s')).ok).toBe(true)
    expect(await api.definition('s')).toEqual({ ok: true, value: DEFINITION })
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
    expect(await firstValueFrom(harness(reply, status, statusText).api.list())).toEqual({ ok: false, error: failure })
  })

  it('has no status without a response', async () => {
    const api = createStrategyApi(createCall(() => Promise.reject(new TypeError('fetch failed')), '/s'))
    expect(await api.remove('s')).toEqual({
      ok: false,
      error: { text: 'No answer from the server', status: undefined },
    })
  })

  it('aborts when unsubscribed', () => {
    const { api, signals } = harness({ strategies: [] })
    api.list().subscribe().unsubscribe()
    expect(signals[0]?.aborted).toBe(true)
  })
})

import { describe, expect, it, vi } from 'vitest'
import type { HttpFailure, HttpResult } from '#src/transport/http/failures.ts'
import type { Call } from '#src/transport/http/http.ts'
import { createModelsApi, modelDate } from '#src/transport/api/models.ts'
import { sortModels } from '#src/machines/models/types.ts'
import { listed } from '#test/support/client/models-api.ts'

const NOW = Date.UTC(2026, 0, 5, 8)
const signal = new AbortController().signal

/** Responds to a call with a body that its schema accepts. */
function api(answer: (path: string, method: string) => HttpResult<unknown>) {
  const requested: string[] = []
  const call: Call = async (request) => {
    requested.push(`${request.method ?? 'GET'} ${request.path}`)
    const result = answer(request.path, request.method ?? 'GET')
    if (!result.ok) return result
    return { ok: true, value: request.schema.parse(result.value) }
  }
  const models = createModelsApi({
    call,
    withToken: (inner) => inner,
    newRequest: () => {
      throw new Error('no uploads here')
    },
    base: '/api/tdp',
    now: () => NOW,
  })
  return { ...models, requested }
}
const body = (value: unknown) => api(() => ({ ok: true, value }))
const failing = (failure: HttpFailure) => api(() => ({ ok: false, error: failure }))
const http = (status: number, said?: string): HttpFailure => ({
  kind: 'http',
  status,
  statusText: 'Forbidden',
  text: `HTTP ${status}: Forbidden`,
  serverMessage: said,
  reason: undefined,
  retryAfterS: undefined,
  structured: true,
})

const ROW = { id: 'm-1', name: 'Fast', is_active: true, created_at: '2026-01-01T00:00:00Z', updated_at: 1_767_225_600 }
const FAST = {
  id: 'm-1',
  name: 'Fast',
  description: '',
  isActive: true,
  createdAt: Date.UTC(2026, 0, 1),
  updatedAt: Date.UTC(2026, 0, 1),
  modelType: undefined,
  timeframe: undefined,
  pair: undefined,
  exchange: undefined,
  format: undefined,
  fileName: undefined,
  sizeBytes: undefined,
  scoring: undefined,
}

describe('dates of models', () => {
  it.each([
    ['ISO text', '2019-06-30T23:59:07Z', Date.UTC(2019, 5, 30, 23, 59, 7)],
    ['seconds', 1_561_939_147, 1_561_939_147_000],
    ['milliseconds', 1_561_939_147_000, 1_561_939_147_000],
    ['text of seconds', '1561939147', 1_561_939_147_000],
    ['text of milliseconds', '1561939147000', 1_561_939_147_000],
    ['exactly 1e12, still seconds', 1e12, 1e15],
    ['just above 1e12, milliseconds', 1e12 + 1, 1e12 + 1],
    ['999999999999, seconds', 999_999_999_999, 999_999_999_999_000],
    ['nothing', undefined, NOW],
    ['null', null, NOW],
    ['empty text', ' ', NOW],
    ['words', 'yesterday', NOW],
    ['a list', [1], NOW],
    ['beyond all dates', 9e15, NOW],
    ['NaN', Number.NaN, NOW],
  ])('[ML-100] CS-13 %s', (_, value, expected) => {
    expect(modelDate(value, NOW)).toBe(expected)
  })
})

describe('the list of models', () => {
  it.each([
    ['an array', [ROW]],
    ['data', { data: [ROW] }],
    ['models', { models: [ROW] }],
  ])('[ML-101] MS-22 as %s', async (_, reply) => {
    expect(await body(reply).list(signal)).toEqual({ ok: true, value: [FAST] })
  })

  it('[ML-101] drops rows without an id, accepts numeric ids, and never has an empty name', async () => {
    const rows = [null, 'x', {}, { id: 7 }, { ...ROW, id: '', name: 'y' }]
    const result = await body(rows).list(signal)
    expect(result.ok && result.value.map(({ id, name, isActive }) => [id, name, isActive])).toEqual([['7', '7', false]])
  })

  it.each([
    ['null', null, 'Unexpected answer from the server'],
    ['text', 'models', 'Unexpected answer from the server'],
    ['neither', { success: true }, 'Unexpected answer from the server'],
    ['a refusal', { success: false, error: 'Registry is away' }, 'Registry is away'],
    ['data that is no list', { data: { a: 1 } }, 'Unexpected answer from the server'],
  ])('[ML-101] MS-22 %s is a failure', async (_, reply, text) => {
    expect(await body(reply).list(signal)).toEqual({ ok: false, error: { kind: 'refused', text } })
  })

  it('[ML-13] is sorted: active first, then the most recently changed, then by name', () => {
    const model = (name: string, isActive: boolean, updatedAt: number) =>
      listed({ id: name, name, isActive, updatedAt })
    const sorted = sortModels([
      model('b2', false, 5),
      model('b10', false, 5),
      model('old', true, 1),
      model('new', true, 9),
      model('newest', false, 99),
    ])
    expect(sorted.map(({ name }) => name)).toEqual(['new', 'old', 'newest', 'b2', 'b10'])
  })
})

describe('actions', () => {
  it.each([
    ['success', { success: true }, undefined],
    ['the status', { status: 'activated' }, undefined],
    ['both and words', { success: true, status: 'activated', message: 'Done' }, 'Done'],
  ])('[ML-102] an activation succeeds by %s', async (_, reply, value) => {
    expect(await body(reply).activate('m-1')).toEqual({ ok: true, value })
  })

  it('[ML-102] expects the status of deactivation and deletion', async () => {
    expect(await body({ status: 'deactivated' }).deactivate('m-1')).toEqual({ ok: true, value: undefined })
    expect(await body({ status: 'deleted' }).remove('m-1')).toEqual({ ok: true, value: undefined })
    expect(await body({ status: 'activated' }).deactivate('m-1')).toMatchObject({ ok: false })
    expect(await body({ status: 'deactivated' }).remove('m-1')).toMatchObject({ ok: false })
  })

  it.each([
    ['nothing', null, ''],
    ['success: false', { success: false }, ''],
    ['words', { success: false, error: 'No room' }, 'No room'],
    ['a message', { success: false, message: 'No room' }, 'No room'],
    ['"true"', { success: 'true' }, ''],
  ])('[ML-102] %s is not a success', async (_, reply, text) => {
    expect(await body(reply).activate('m-1')).toEqual({ ok: false, error: { kind: 'refused', text } })
  })

  it("[ML-103] reports failures with the server's message, else the status, and their kind", async () => {
    expect(await failing(http(403, 'Access denied.')).activate('m-1')).toEqual({
      ok: false,
      error: { kind: 'refused', text: 'Access denied.' },
    })
    expect(await failing(http(403)).remove('m-1')).toEqual({
      ok: false,
      error: { kind: 'refused', text: 'HTTP 403: Forbidden' },
    })
    expect(await failing({ kind: 'network', text: 'No answer' }).activate('m-1')).toEqual({
      ok: false,
      error: { kind: 'unanswered', text: 'No answer' },
    })
    expect(await failing({ kind: 'unauthenticated', text: 'Log in' }).list(signal)).toEqual({
      ok: false,
      error: { kind: 'unauthenticated', text: 'Log in' },
    })
  })

  it('[ML-102] encodes ids as one path segment', async () => {
    const models = body({ success: true })
    await models.activate('../x?y')
    await models.remove('$&')
    expect(models.requested).toEqual(['POST /api/models/..%2Fx%3Fy/activate', 'DELETE /api/models/%24%26'])
  })
})

describe('details', () => {
  it("[ML-104] reads another backend's fields and its own metrics", async () => {
    const models = api((path) => ({
      ok: true,
      value: path.endsWith('performance') ? { data: { accuracy: 0.61, note: 'held out', nested: {} } } : { data: ROW },
    }))
    expect(await models.details('m-1', signal)).toEqual({
      ok: true,
      value: {
        model: FAST,
        uploadedBy: undefined,
        inspection: undefined,
        claimed: undefined,
        history: [],
        metrics: { kind: 'reported', figures: { accuracy: 0.61, note: 'held out' } },
      },
    })
  })

  it('[ML-104] returns the rest without metrics', async () => {
    const models = api((path) =>
      path.endsWith('performance') ? { ok: false, error: http(500) } : { ok: true, value: ROW },
    )
    expect(await models.details('m-1', signal)).toMatchObject({ ok: true, value: { model: FAST, metrics: undefined } })
  })
})

describe('an upload', () => {
  /** A browser request driven by the test. */
  function fakeRequest() {
    const events = new Map<string, (event: unknown) => void>()
    const sent: { form?: FormData; headers: Record<string, string>; opened?: string } = { headers: {} }
    const request = {
      upload: {
        addEventListener: (name: string, hear: (event: unknown) => void) => events.set(`upload ${name}`, hear),
      },
      addEventListener: (name: string, hear: (event: unknown) => void) => events.set(name, hear),
      open: (method: string, url: string) => {
        sent.opened = `${method} ${url}`
      },
      setRequestHeader: (name: string, value: string) => {
        sent.headers[name] = value
      },
      send: (form: FormData) => {
        sent.form = form
      },
      abort: vi.fn(),
      withCredentials: false,
      status: 0,
      statusText: '',
      responseText: '',
    }
    return {
      request: request as unknown as XMLHttpRequest,
      raw: request,
      sent,
      fire: (name: string, event: unknown = {}) => events.get(name)?.(event),
    }
  }

  function start(ending = new AbortController()) {
    const fake = fakeRequest()
    const models = createModelsApi({
      call: () => Promise.reject(new Error('not a plain call')),
      withToken: (inner) => (request) => inner({ ...request, headers: { authorization: 'Bearer t' } }),
      newRequest: () => fake.request,
      base: '/api/tdp/',
      now: () => NOW,
    })
    const shares: number[] = []
    const file = new File(['abc'], 'my.model.onnx')
    const result = models.upload(file, (share) => shares.push(share), ending.signal)
    return { ...fake, shares, result, ending }
  }

  it('[ML-105] sends the documented fields with credentials and token, the file last', async () => {
    const { sent, raw, result, fire, shares } = start()
    expect(sent.opened).toBe('POST /api/tdp/api/models/upload')
    expect(sent.headers).toEqual({ accept: 'application/json', authorization: 'Bearer t' })
    expect(raw.withCredentials).toBe(true)
    const entries = [...(sent.form?.entries() ?? [])].map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.name,
    ])
    expect(entries).toEqual([
      ['model_name', 'my.model'],
      ['model_type', 'xgboost'],
      ['timeframe', '1m'],
      ['trading_pair', 'BTC/USD'],
      ['exchange', 'kraken'],
      ['model_file', 'my.model.onnx'],
    ])
    fire('upload progress', { loaded: 25, total: 100 })
    fire('upload progress', { loaded: 100, total: 100 })
    Object.assign(raw, { status: 201, responseText: '{"success":true,"message":"Stored."}' })
    fire('load')
    expect(await result).toEqual({ ok: true, value: 'Stored.' })
    expect(shares).toEqual([0.25, 1])
  })

  it.each([
    ['error', '{"error":"The model cannot be scored."}', 'The model cannot be scored.'],
    ['detail', '{"detail":"No."}', 'No.'],
    ['message', '{"message":"No."}', 'No.'],
    ['reason', '{"reason":"zipmap"}', 'zipmap'],
    ['nothing', '<html></html>', 'HTTP 422: Unprocessable Entity'],
  ])(
    "[ML-105] a rejection shows the server's %s alone, and the status only without one",
    async (_, responseText, text) => {
      const { raw, result, fire } = start()
      Object.assign(raw, { status: 422, responseText })
      fire('load')
      expect(await result).toEqual({ ok: false, error: { kind: 'refused', text } })
    },
  )

  it('[ML-105] reports a missing response and a cancellation', async () => {
    const cut = start()
    cut.fire('error')
    expect(await cut.result).toEqual({ ok: false, error: { kind: 'unanswered', text: 'No answer from the server' } })

    const cancelled = start()
    cancelled.ending.abort()
    expect(await cancelled.result).toEqual({ ok: false, error: { kind: 'unanswered', text: 'Cancelled' } })
    expect(cancelled.raw.abort).toHaveBeenCalledOnce()
  })

  it('[ML-106] times out after 60 s without progress, however long the upload takes', async () => {
    vi.useFakeTimers()
    try {
      const { result, fire, raw } = start()
      for (let i = 0; i < 5; i += 1) {
        await vi.advanceTimersByTimeAsync(59_000)
        fire('upload progress', { loaded: i, total: 100 })
      }
      expect(raw.abort).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await result).toEqual({ ok: false, error: { kind: 'unanswered', text: 'No answer within 60 s' } })
      expect(raw.abort).toHaveBeenCalledOnce()
    } finally {
      vi.useRealTimers()
    }
  })
})

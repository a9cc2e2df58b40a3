import { firstValueFrom } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { createCall } from '#src/transport/http/http.ts'
import { createStreamApi } from '#src/app/realtime/stream-ports.ts'

function harness(body: unknown, status = 200) {
  const requested: string[] = []
  const signals: (AbortSignal | null | undefined)[] = []
  const call = createCall(async (url, { signal }) => {
    requested.push(url)
    signals.push(signal)
    return new Response(JSON.stringify(body), { status })
  }, '/proxy')
  return { api: createStreamApi(call), requested, signals }
}

const message = { message_id: '1-0', data: { Analysis: { rsi: 1 } }, timestamp: 5 }

describe('[TR-9] the stream-proxy', () => {
  it('requests on subscription and emits the unwrapped value', async () => {
    const { api, requested } = harness({ streams: ['a'] })
    const list$ = api.list()
    expect(requested).toEqual([])
    expect(await firstValueFrom(list$)).toEqual({ ok: true, value: ['a'] })
    expect(requested).toEqual(['/proxy/api/streams'])
  })

  it('reads the latest message or null', async () => {
    expect(await firstValueFrom(harness({ latest_message: message }).api.latest('a:b'))).toEqual({
      ok: true,
      value: message,
    })
    expect(await firstValueFrom(harness({ latest_message: null }).api.latest('a:b'))).toEqual({ ok: true, value: null })
  })

  it('reads recent messages', async () => {
    const { api, requested } = harness({ messages: [message] })
    expect(await firstValueFrom(api.recent('a:b', 25))).toEqual({ ok: true, value: [message] })
    expect(requested).toEqual(['/proxy/api/streams/recent/a%3Ab?count=25'])
  })

  it('MS-21 accepts incomplete metadata', async () => {
    const reply = { length: 'many', timestamp: -1 }
    const nothing = { length: 0, last_generated_id: null, timestamp: null }
    expect(await firstValueFrom(harness(reply).api.metadata('a'))).toEqual({ ok: true, value: nothing })
  })

  it('HA-23 emits a failure as a value with a message', async () => {
    const answer = await firstValueFrom(harness({ error: 'no' }, 503).api.metadata('a'))
    expect(answer).toEqual({ ok: false, error: 'HTTP 503: Service Unavailable' })
  })

  it.each(['', '.', '..'])('MS-18 never requests %j, a relative path step', async (key) => {
    const { api, requested } = harness({})
    expect(await firstValueFrom(api.latest(key))).toEqual({ ok: false, error: 'No stream can have this key' })
    expect(requested).toEqual([])
  })

  it('MS-18 encodes any other key', async () => {
    const { api, requested } = harness({ latest_message: null })
    await firstValueFrom(api.latest('../a/$&?#\uD800'))
    expect(requested).toEqual(['/proxy/api/streams/latest/..%2Fa%2F%24%26%3F%23%EF%BF%BD'])
  })

  it('aborts when unsubscribed', () => {
    const { api, signals } = harness({})
    api.list().subscribe().unsubscribe()
    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
  })
})

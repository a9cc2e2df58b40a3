import { describe, expect, it } from 'vitest'
import { createFaultInjectionApi } from '#src/app/fault-injection/start.ts'
import { createCall } from '#src/transport/http/http.ts'
import { faultInjectionOf } from '#test/support/client/fault-injection.ts'
import { json } from '#test/support/client/identity-service.ts'

const FAULT = { kind: 'delay-feed', seconds: 5, delay_ms: 2_000 } as const

function over(status: number, body: unknown) {
  const sent: unknown[] = []
  const call = createCall(async (url, { method, body: text }) => {
    sent.push([method, url, typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined])
    return json(status, body)
  }, '/identity')
  return { api: createFaultInjectionApi(call), sent }
}
const signal = () => new AbortController().signal

describe('[PH-40] fault injection on the server', () => {
  it('is started and stopped at the contract’s paths', async () => {
    const injection = faultInjectionOf(FAULT)
    const { api, sent } = over(201, { success: true, data: { injection } })
    expect(await api.start(FAULT, signal())).toEqual({ ok: true, value: injection })
    expect(await api.stop(signal())).toEqual({ ok: true, value: injection })
    expect(sent).toEqual([
      ['POST', '/identity/admin/fault-injection', FAULT],
      ['DELETE', '/identity/admin/fault-injection', undefined],
    ])
  })

  it('reports failures with the server’s message', async () => {
    const busy = over(409, { success: false, error: 'A drill is running already' })
    expect(await busy.api.start(FAULT, signal())).toEqual({ ok: false, error: 'A drill is running already' })
    const broken = over(500, {})
    expect(await broken.api.stop(signal())).toEqual({ ok: false, error: 'HTTP 500: Internal Server Error' })
  })
})

import { NEVER, of } from 'rxjs'
import { expect, it } from 'vitest'
import { createQueries } from '#src/streams/queries.ts'
import { createBacktests } from '#src/transport/api/backtests.ts'
import { createCall } from '#src/transport/http/http.ts'
import { json } from '#test/support/client/identity-service.ts'
import { job } from '#test/support/data/backtest-samples.ts'

it('[BT-50] the list is loaded after a change, and not after a refused one', async () => {
  const sent: string[] = []
  const call = createCall(async (url, { method }) => {
    sent.push(`${method} ${url}`)
    if (method === 'DELETE') return json(409, { detail: 'refused' })
    return json(200, method === 'GET' ? { backtests: [job()] } : { success: true, backtest_id: 'b-1' })
  }, '')
  const backtests = createBacktests(call, createQueries({ visible$: of(true), now: () => 0 }))
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0))
  const subscription = backtests.list(NEVER).subscribe()
  await turn()
  await backtests.cancel('b-1')
  await turn()
  expect(await backtests.remove('b-1')).toEqual({ ok: false, error: { text: 'refused', status: 409 } })
  await turn()
  subscription.unsubscribe()

  expect(sent).toEqual([
    'GET /api/ensemble/backtests',
    'POST /api/ensemble/backtests/b-1/cancel',
    'GET /api/ensemble/backtests',
    'DELETE /api/ensemble/backtests/b-1',
  ])
})

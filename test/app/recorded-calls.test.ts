import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { recordedCall, replayedCall } from '#src/app/recorded-calls.ts'
import { failure, success } from '#src/lib/result.ts'
import type { Lookup } from '#src/streams/session-recording/file-format.ts'
import { NETWORK } from '#src/transport/http/failures.ts'
import type { Call, HttpRequest } from '#src/transport/http/http.ts'

const request: HttpRequest<number> = { path: '/score', query: { pair: 'BTCUSD' }, schema: z.number() }

it('[IN-18] a recording answers what the session looked up as it was answered at the time, and nothing else', async () => {
  const lookups: Lookup[] = []
  let answer: unknown = 7
  let at = 100
  const server: Call = (asked) =>
    Promise.resolve(answer === undefined ? failure(NETWORK) : success(asked.schema.parse(answer)))
  const call = recordedCall(
    server,
    () => at,
    (lookup) => lookups.push(lookup),
  )
  expect(await call(request)).toEqual(success(7))
  at = 200
  answer = 8
  await call(request)
  answer = undefined
  expect((await call(request)).ok).toBe(false)

  const replayed = replayedCall(JSON.parse(JSON.stringify(lookups)), () => at)
  const answers: unknown[] = []
  for (at of [50, 150, 250]) answers.push(await replayed(request))
  expect(answers).toEqual([success(7), success(7), success(8)])
  const notRecorded = failure({ kind: 'network', text: 'Not part of the recording' })
  expect(await replayed({ ...request, query: { pair: 'ETHUSD' } })).toEqual(notRecorded)
  expect(await replayed({ ...request, schema: z.string() })).toEqual(notRecorded)
})

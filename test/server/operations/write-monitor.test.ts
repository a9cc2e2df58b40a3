import { Subject } from 'rxjs'
import { expect, it } from 'vitest'
import { monitorWrites } from '#server/operations/plugin.ts'
import { ReadOnly, Unavailable } from '#server/database/errors.ts'
import { reportTo } from '#server/process/uncaught.ts'

const FULL = 'The server is read-only: its disk is full. Signing in and changes are refused until there is space again.'

it('[DU-16] logs one line when the server becomes read-only, and one when it accepts writes again', () => {
  const ticks$ = new Subject<void>()
  const lines: string[] = []
  let refusal: ReadOnly | undefined
  const log = { warn: (line: string) => void lines.push(line) }
  const subscription = monitorWrites({ database: { readOnly: () => refusal }, log, ticks$ })
  ticks$.next()
  expect(lines).toEqual([])

  refusal = new ReadOnly('disk-full')
  ticks$.next()
  refusal = new ReadOnly('disk-full')
  ticks$.next()
  expect(lines).toEqual([FULL])

  refusal = undefined
  ticks$.next()
  ticks$.next()
  expect(lines).toEqual([FULL, 'The server accepts writes again.'])
  subscription.unsubscribe()
})

it('[DU-16] a read-only server is reported at the start', () => {
  const lines: string[] = []
  const database = { readOnly: () => new ReadOnly('disk-full') }
  monitorWrites({ database, log: { warn: (line) => void lines.push(line) }, ticks$: new Subject() }).unsubscribe()
  expect(lines).toEqual([FULL])
})

it('[DU-16] background work that fails because the server is read-only is not reported each time', () => {
  const reported: unknown[] = []
  let waiting: string | undefined
  const report = reportTo({ waitingFor: () => waiting }, ({ err }) => void reported.push(err), 'failed')
  const [readOnly, away] = [new ReadOnly('disk-full'), new Unavailable('away')]
  report(new Error('Failed query', { cause: readOnly }))
  report(away)
  expect(reported).toEqual([away])
  waiting = 'connect ECONNREFUSED'
  report(away)
  expect(reported).toEqual([away])
})

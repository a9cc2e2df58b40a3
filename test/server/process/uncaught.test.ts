import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { handleUncaught } from '#server/process/uncaught.ts'

function harness(stop: () => Promise<unknown>) {
  const events = new EventEmitter()
  const logged: unknown[] = []
  const log = {
    fatal: (details: { readonly err: unknown; readonly id: string }, message: string) =>
      void logged.push([details, message]),
  }
  let ids = 0
  let expire = () => {}
  const timeout = () => new Promise<void>((done) => (expire = done))
  const exited = new Promise<number>((exit) =>
    handleUncaught({ events, log, stop, exit, timeout, newId: () => `e${(ids += 1)}` }),
  )
  return { events, logged, exited, expire: () => expire() }
}
const STOPS = 'uncaught error: the server stops'

it.each(['uncaughtException', 'unhandledRejection'])(
  '[OP-15] %s is logged once with an id, and the server stops with 1',
  async (name) => {
    let stops = 0
    const { events, logged, exited } = harness(async () => (stops += 1))
    const [first, second] = [new Error('boom'), new Error('boom again')]
    events.emit(name, first)
    events.emit(name, second)
    expect(await exited).toBe(1)
    expect(stops).toBe(1)
    expect(logged).toEqual([
      [{ err: first, id: 'e1' }, STOPS],
      [{ err: second, id: 'e2' }, STOPS],
    ])
  },
)

it('[OP-15] exits although stopping fails, or takes too long', async () => {
  const failing = harness(() => Promise.reject(new Error('stuck')))
  failing.events.emit('uncaughtException', new Error('boom'))
  expect(await failing.exited).toBe(1)
  expect(failing.logged).toHaveLength(2)

  const hanging = harness(() => new Promise(() => {}))
  hanging.events.emit('uncaughtException', new Error('boom'))
  hanging.expire()
  expect(await hanging.exited).toBe(1)
})

// What being inspected costs at 1,000 messages a second: the recorder, the meter and the tape against none of them, on the
// same frames in the same run. Prints shares of one core and asserts nothing. Run: npm run bench:inspector
import { animationFrameScheduler, asyncScheduler, BehaviorSubject, NEVER, Subject } from 'rxjs'
import { createActor } from 'xstate'
import { createInspector } from '#src/app/inspection.ts'
import { createConnectionMachine, type ConnectionActor } from '#src/machines/connection/machine.ts'
import { createStreams, type FeedFrame, type StreamPorts } from '#src/streams/index.ts'
import { inertPorts } from '#test/support/client/inert-ports.ts'
import { busyMarket, CATEGORIES } from './ingest/messages.ts'
import { parseFrame } from '#src/transport/socket/socket.ts'

const SECONDS = 30
const PER_SECOND = 1_000
const PER_PAINT = Math.round(PER_SECOND / 60)
const ROUNDS = 7

const due = new Map<number, FrameRequestCallback>()
let ids = 0
globalThis.requestAnimationFrame = (callback) => {
  due.set((ids += 1), callback)
  return ids
}
globalThis.cancelAnimationFrame = (id) => void due.delete(id)
function paint(): void {
  const callbacks = [...due.values()]
  due.clear()
  for (const callback of callbacks) callback(0)
}

const texts = busyMarket(SECONDS * PER_SECOND).map((message) => JSON.stringify(message))

/** A connected machine that receives every frame from its socket. */
function connection(
  inspect?: ReturnType<typeof createInspector>['inspection']['recorder']['inspect'],
): ConnectionActor {
  const machine = createConnectionMachine({
    openSocket: () => ({ send: () => true, close: () => undefined }),
    watchPage: () => () => undefined,
    checkSession: () => Promise.resolve('alive'),
    now: Date.now,
    random: () => 0,
  })
  const input = { feed: 'tdp', maskedUrl: 'bench', isPersistent: true } as const
  return createActor(machine, { input, ...(inspect && { inspect }) }).start()
}

function run(isInspected: boolean): number {
  const inspector = isInspected ? createInspector({ now: Date.now, newId: () => 'bench' }) : undefined
  const frames$ = new Subject<FeedFrame>()
  const ports: StreamPorts = {
    frames$,
    link$: new BehaviorSubject({ status: 'connected', wasConnected: true, isUnavailable: false } as const),
    pollDue$: NEVER,
    fetchCandles: () => new Promise(() => undefined),
    recovered: () => undefined,
    ...inertPorts(),
    now: Date.now,
    timers: asyncScheduler,
    paint: animationFrameScheduler,
  }
  const streams = inspector?.streams(ports) ?? createStreams(ports)
  for (const name of CATEGORIES) streams.records.category(name).subscribe()
  streams.candles.window$.subscribe()
  const running = streams.start()
  const actor = connection(inspector?.inspection.recorder.inspect)
  actor.send({ type: 'connect' })
  const began = process.cpuUsage()
  for (const [index, text] of texts.entries()) {
    frames$.next({ feed: 'tdp', frame: parseFrame(text) })
    // The transport reports activity to the machine at most once a second.
    if (index % PER_SECOND === 0) actor.send({ type: 'socket.activity', generation: 1, at: index, isHeartbeat: false })
    if (index % PER_PAINT === 0) paint()
  }
  const { user, system } = process.cpuUsage(began)
  running.unsubscribe()
  actor.stop()
  return (user + system) / 1000
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const [off, on]: [number[], number[]] = [[], []]
run(false)
run(true)
for (let round = 0; round < ROUNDS; round += 1) {
  off.push(run(false))
  on.push(run(true))
}
const share = (ms: number) => `${((ms / (SECONDS * 1000)) * 100).toFixed(2)} %`
console.log(`${PER_SECOND} messages a second for ${SECONDS} s, ${ROUNDS} rounds, medians of processor time`)
console.log(
  `off ${share(median(off))} of a core, on ${share(median(on))}, ratio ${(median(on) / median(off)).toFixed(2)}x`,
)
console.log(`being inspected costs ${share(median(on) - median(off))} of a core (bar 3 %)`)
process.exit(0)

import type { MachineGraph } from './graph.ts'
import type { LogEntry } from './recorder.ts'
import type { Scrubbed } from './scrub.ts'

/** State value of the active states, as XState takes it. */
function valueOf({ states }: MachineGraph, active: readonly string[]): Scrubbed {
  const below = (parent: string | undefined): Scrubbed => {
    const inside = states.filter((state) => state.parent === parent && active.includes(state.id))
    const isParallel = states.some(({ id, kind }) => id === parent && kind === 'parallel')
    const values = inside.map(({ id, key }): [string, Scrubbed] => [key, below(id)])
    const [first] = values
    if (first === undefined) return {}
    const isLeaf = typeof first[1] === 'object' && first[1] !== null && Object.keys(first[1]).length === 0
    return isLeaf && !isParallel ? first[0] : Object.fromEntries(values)
  }
  const root = states.find(({ parent }) => parent === undefined)
  return root === undefined ? {} : below(root.id)
}

const isObject = (value: Scrubbed): value is { readonly [name: string]: Scrubbed } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const typeOf = ({ event, detail }: LogEntry): string =>
  isObject(detail) && typeof detail['type'] === 'string' ? detail['type'] : event

/** What makes an event happen again: it is sent, its timer runs out, or the invoked actor ends. */
function lineOf(entry: LogEntry, isTimerOlder: (state: string) => boolean): string {
  const type = typeOf(entry)
  const [, state] = /^xstate\.after\.[^.]+\.(.+)$/.exec(type) ?? []
  if (state !== undefined && !isTimerOlder(state)) return `// ${entry.event}`
  // A machine that starts in a state has no timers of it.
  if (type.startsWith('xstate.') && state === undefined)
    return `// Here ${entry.event}: provide that actor so that it ends as recorded.`
  return `actor.send(${JSON.stringify(isObject(entry.detail) ? entry.detail : { type })})`
}

/**
 * A Vitest test of one actor: its events after entry `after` (from the start of the actor or of the log, if undefined) up to
 * `until`, at their times on a simulated clock, each with the state that it led to. The machine with its ports and the actors
 * it invokes are left to the reader, and texts are as scrubbed as the log.
 */
export function testOf(
  log: readonly LogEntry[],
  graph: MachineGraph,
  of: Pick<LogEntry, 'actor' | 'actorName'>,
  span: { readonly after: number | undefined; readonly until: number },
): string {
  const own = log.filter(({ actor }) => actor === of.actor)
  const hasState = ({ active }: LogEntry) => active !== undefined
  const isWhole = own.some(({ kind }) => kind === 'actor')
  const { after } = span
  const start =
    after === undefined
      ? isWhole
        ? undefined
        : own.find(hasState)
      : own.findLast((entry) => entry.n <= after && hasState(entry))
  const events = own.filter(
    (entry) =>
      entry.kind === 'event' && entry.n > (start?.n ?? 0) && entry.n <= span.until && typeOf(entry) !== 'xstate.init',
  )
  let at = start?.at ?? events[0]?.at ?? 0
  const lines = events.flatMap((event, index) => {
    const next = events[index + 1]?.n ?? span.until + 1
    const reached = own.findLast(({ n, active }) => n > event.n && n < next && active !== undefined)
    const ms = event.at - at
    at = event.at
    return [
      ...(ms > 0 ? [`clock.increment(${ms})`] : []),
      lineOf(event, (state) =>
        [start, ...own.filter(({ n }) => n > (start?.n ?? 0) && n < event.n)].every(
          (entry) => entry !== undefined && (entry.active === undefined || entry.active.includes(state)),
        ),
      ),
      ...(reached?.state === undefined ? [] : [`expect(state()).toBe(${JSON.stringify(reached.state)})`]),
    ]
  })
  const snapshot =
    start?.active === undefined
      ? ''
      : `, snapshot: machine.resolveState(${JSON.stringify({ value: valueOf(graph, start.active), context: start.context ?? {} })})`
  const name = JSON.stringify(`${of.actorName} goes from state to state as recorded`)
  return `import { expect, it } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { valueText } from '#src/lib/inspection/graph.ts'
// Import the machine of '${of.actorName}' here as \`machine\`, with ports that answer as they did.

it(${name}, () => {
  const clock = new SimulatedClock()
  const actor = createActor(machine, { clock${snapshot} }).start()
  const state = () => valueText(actor.getSnapshot().value)
${lines.map((line) => `  ${line}`).join('\n')}
})
`
}

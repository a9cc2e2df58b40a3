import Elk from 'elkjs/lib/elk.bundled.js'
import { describe, expect, it } from 'vitest'
import { and, assign, createMachine, not, or, raise } from 'xstate'
import { activeIds, collapseStates, eventLabel, graphOf, valueText } from '#src/lib/inspection/graph.ts'
import { sessionMachine } from '#src/machines/session/machine.ts'
import { internalTransitions, computeLayout } from '#src/features/inspector/chart/layout.ts'
import { MACHINES } from '#test/support/client/machines.ts'

type Config = Record<string, unknown>
const isConfig = (value: unknown): value is Config => typeof value === 'object' && value !== null
const listOf = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])

/** Counts states and transitions in the written config, not in XState's parsed machine. */
function countInConfig(config: Config): { states: number; transitions: number } {
  const named = (value: unknown) => (isConfig(value) ? Object.values(value).flatMap(listOf).length : 0)
  const invokes = listOf(config['invoke']).filter(isConfig)
  const own =
    named(config['on']) +
    named(config['after']) +
    listOf(config['always']).length +
    listOf(config['onDone']).length +
    invokes.reduce((sum, invoke) => sum + listOf(invoke['onDone']).length + listOf(invoke['onError']).length, 0)
  const below = isConfig(config['states']) ? Object.values(config['states']).filter(isConfig).map(countInConfig) : []
  return {
    states: 1 + below.reduce((sum, { states }) => sum + states, 0),
    transitions: own + below.reduce((sum, { transitions }) => sum + transitions, 0),
  }
}

describe('statecharts', () => {
  it.each(Object.keys(MACHINES))('[IN-4] %s has exactly the states and transitions of its definition', (name) => {
    const machine = MACHINES[name]!
    const graph = graphOf(machine)
    expect({ states: graph.states.length, transitions: graph.transitions.length }).toEqual(
      countInConfig(machine.config as Config),
    )
    expect(new Set(graph.transitions.map(({ id }) => id)).size).toBe(graph.transitions.length)
  })

  it.each(Object.keys(MACHINES))(
    '[IN-4] every state of %s has a box and every transition an edge or a line',
    async (name) => {
      const graph = graphOf(MACHINES[name]!)
      const layout = await computeLayout(new Elk(), graph)
      expect([...layout.boxes.keys()].toSorted()).toEqual(graph.states.map(({ id }) => id).toSorted())
      const edgeIds = new Set(layout.edges.map(({ transition }) => transition.id))
      const inside = graph.states.flatMap(({ id }) => internalTransitions(graph, id)).map(({ id }) => id)
      expect([...edgeIds, ...inside].toSorted()).toEqual(graph.transitions.map(({ id }) => id).toSorted())
      const labels = layout.edges.flatMap(({ label }) => label ?? [])
      const covered = labels.filter((one) =>
        labels.some(
          (other) =>
            other !== one &&
            one.x < other.x + other.width &&
            other.x < one.x + one.width &&
            one.y < other.y + other.height &&
            other.y < one.y + one.height,
        ),
      )
      expect(covered).toEqual([])
      for (const { id, parent } of graph.states) {
        const [box, outer] = [layout.boxes.get(id)!, layout.boxes.get(parent ?? id)!]
        expect(box.x >= outer.x && box.x + box.width <= outer.x + outer.width).toBe(true)
        expect(box.y >= outer.y && box.y + box.height <= outer.y + outer.height).toBe(true)
      }
    },
  )

  it('[IN-4] a collapsed state hides its inside, and transitions from and to there start and end at it', async () => {
    const graph = graphOf(sessionMachine)
    const shown = collapseStates(graph, new Set(['session.authenticated']))
    expect(shown.states.filter(({ id }) => id.startsWith('session.authenticated.'))).toEqual([])
    const around = new Set(shown.states.map(({ id }) => id))
    expect(shown.transitions.every(({ source, targets }) => [source, ...targets].every((id) => around.has(id)))).toBe(
      true,
    )
    expect(shown.transitions.length).toBeLessThan(graph.transitions.length)
    expect(collapseStates(graph, new Set())).toEqual(graph)
    expect((await computeLayout(new Elk(), shown)).boxes.size).toBe(shown.states.length)
  })

  it('[IN-12] names actions and guards as the definition does, whatever the build calls the functions', () => {
    const machine = createMachine({
      initial: 'idle',
      states: {
        idle: {
          entry: ['show', raise({ type: 'begin' })],
          on: {
            begin: { guard: and(['isReady', not('isBusy')]), target: 'idle' },
            reset: { guard: or(['isReady', 'isIdle']), actions: [assign({}), { type: 'count' }] },
          },
          after: { 1_000: { target: 'idle' } },
        },
      },
    })
    const { states, transitions } = graphOf(machine)
    expect(states.at(-1)?.entry).toEqual(['show', 'raise begin'])
    expect(transitions.map(({ guard, actions }) => [guard, actions])).toEqual([
      ['isReady and not isBusy', []],
      ['isReady or isIdle', ['assign', 'count']],
      [undefined, []],
    ])
  })

  it('[IN-4] labels always, delayed, done and error transitions', () => {
    const machine = createMachine({
      id: 'm',
      initial: 'a',
      states: {
        a: {
          always: { guard: 'isIt', target: 'b' },
          after: { 1000: 'b', patience: { actions: ['shout'] } },
          invoke: { src: 'work', onDone: 'b', onError: { target: 'a', actions: 'note' } },
          on: { go: 'b', '*': {} },
        },
        b: { type: 'final' },
      },
    })
    const texts = graphOf(machine).transitions.map(({ label, guard, targets, actions }) => [
      label,
      guard,
      targets,
      actions,
    ])
    expect(texts).toEqual([
      ['go', undefined, ['m.b'], []],
      ['*', undefined, [], []],
      ['done: a', undefined, ['m.b'], []],
      ['error: a', undefined, ['m.a'], ['note']],
      ['after 1000', undefined, ['m.b'], []],
      ['after patience', undefined, [], ['shout']],
      ['always', 'isIt', ['m.b'], []],
    ])
    expect(eventLabel('xstate.done.state.m.a')).toBe('done')
    expect(eventLabel('xstate.done.actor.upload')).toBe('done: upload')
  })

  it('[IN-4] a state value gives its active states, including regions', () => {
    expect(activeIds(sessionMachine.root, { authenticated: { inactivity: 'watching', refresh: 'scheduled' } })).toEqual(
      [
        'session',
        'session.authenticated',
        'session.authenticated.inactivity',
        'session.authenticated.inactivity.watching',
        'session.authenticated.refresh',
        'session.authenticated.refresh.scheduled',
      ],
    )
    expect(valueText({ authenticated: { inactivity: 'watching', refresh: 'scheduled' } })).toBe(
      'authenticated.(inactivity.watching | refresh.scheduled)',
    )
    expect(valueText('checking')).toBe('checking')
  })
})

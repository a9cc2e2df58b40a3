import { describe, expect, it } from 'vitest'
import { transition } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import {
  createPlayerMachine,
  isPlaying,
  type PlayerEvent,
  type PlayerSnapshot,
  position,
} from '#src/machines/player.ts'

const machine = createPlayerMachine({ now: () => 0 })
const [FROM, UNTIL] = [1_000, 2_000]
const TICK: PlayerEvent = { type: 'tick', ms: 50 }

const EVENTS: readonly PlayerEvent[] = [
  { type: 'play' },
  { type: 'pause' },
  ...[0, FROM, 1_500, UNTIL, 9_000].map((at): PlayerEvent => ({ type: 'seek', at })),
  ...[0.25, 1, 16].map((speed): PlayerEvent => ({ type: 'speed', speed })),
  TICK,
]
const project = ({ value, context: { at, speed } }: PlayerSnapshot) => JSON.stringify([value, at, speed])

const states = getShortestPaths(machine, {
  input: { from: FROM, until: UNTIL },
  events: EVENTS,
  serializeState: project,
  limit: 50_000,
}).map(({ state }) => state)
const where = (isBroken: (state: PlayerSnapshot) => boolean) => states.filter(isBroken).map(project)
const after = (state: PlayerSnapshot, event: PlayerEvent): PlayerSnapshot => transition(machine, state, event)[0]

describe('on every path of the player', () => {
  it('plays and pauses, always inside the recording', () => {
    expect(new Set(states.map(({ value }) => value))).toEqual(new Set(['paused', 'playing']))
    expect(where((state) => position(state) < FROM || position(state) > UNTIL)).toEqual([])
  })

  it('pauses at the end, and plays from the start after it', () => {
    expect(where((state) => isPlaying(state) && position(state) === UNTIL)).toEqual([])
    for (const state of states.filter((state) => !isPlaying(state))) {
      const playing = after(state, { type: 'play' })
      expect(isPlaying(playing)).toBe(true)
      expect(position(playing)).toBe(position(state) === UNTIL ? FROM : position(state))
    }
  })

  it('moves at its speed while it plays, and not while it pauses', () => {
    for (const state of states) {
      const moved = isPlaying(state) ? Math.min(position(state) + 50 * state.context.speed, UNTIL) : position(state)
      expect(position(after(state, TICK))).toBe(moved)
    }
  })
})

import { describe, expect, it } from 'vitest'
import { createActor, setup } from 'xstate'
import { createRecorder, LOG_LENGTH, type Trail } from '#src/lib/inspection/recorder.ts'
import { readTrail, trailData, trailSchema, type TrailData } from '#src/lib/inspection/trail.ts'

const lamp = setup({ types: { events: {} as { type: 'press' } } }).createMachine({
  id: 'lamp',
  initial: 'off',
  states: { off: { on: { press: 'on' } }, on: { on: { press: 'off' } } },
})

function recorded() {
  let at = 0
  const recorder = createRecorder(() => (at += 1))
  const start = (id: string) => createActor(lamp, { id, inspect: recorder.inspect }).start()
  return { recorder, start }
}

/** As a file or another tab has it. */
const sent = (data: TrailData): TrailData => trailSchema.parse(JSON.parse(JSON.stringify(data)))
const contentOf = (trail: Trail) => ({
  actors: trail.actors().map(({ key, name, startedAt }) => ({ key, name, startedAt })),
  log: JSON.parse(JSON.stringify(trail.log())),
  states: trail.actors().map(({ key }) => trail.last(key)?.state),
  graphs: trail.actors().map(({ key }) => trail.graph(key)?.states.map(({ id }) => id)),
})

describe('a trail as data', () => {
  it('[IN-18] is read as it was recorded, with states older than the log', () => {
    const { recorder, start } = recorded()
    const hall = start('hall')
    hall.send({ type: 'press' })
    const busy = start('busy')
    while (recorder.log().some(({ actorName }) => actorName === 'hall')) busy.send({ type: 'press' })
    const read = readTrail(sent(trailData(recorder)))
    expect(read.last('a1')?.state).toBe('on')
    expect({ ...contentOf(read), log: read.log().slice(-LOG_LENGTH) }).toEqual(contentOf(recorder))
  })

  it('[IN-19] grows by what happened since, with the charts of new actors only', () => {
    const { recorder, start } = recorded()
    const hall = start('hall')
    const read = readTrail(sent(trailData(recorder)))
    const graph = read.graph('a1')
    let changes = 0
    read.onChange(() => (changes += 1))
    hall.send({ type: 'press' })
    start('cellar')
    const more = trailData(recorder, read.log().at(-1)?.n)
    expect(more.graphs.map(({ actors }) => actors)).toEqual([['a2']])
    read.add(sent(more))
    expect(contentOf(read)).toEqual(contentOf(recorder))
    expect(changes).toBe(1)
    expect(read.graph('a1')).toBe(graph)
  })
})

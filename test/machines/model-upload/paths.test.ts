import { describe, expect, it } from 'vitest'
import { getNextTransitions } from 'xstate'
import { getShortestPaths } from 'xstate/graph'
import {
  createUploadMachine,
  isUploading,
  type UploadEvent,
  type UploadSnapshot,
} from '#src/machines/model-upload/machine.ts'
import { nodesBelow } from '#test/support/client/machines.ts'
import { fakeModelsApi, ok, refused } from '#test/support/client/models-api.ts'

const machine = createUploadMachine({ api: fakeModelsApi() })

/** With a text of their own, because events are distinguished by theirs. */
const FILES = ['a.onnx', 'b.pkl', 'c.json'].map((name) =>
  Object.assign(new File(['1'], name, { lastModified: 1 }), { toJSON: () => name }),
)
const RESULTS = [ok(undefined), refused('No answer from the server', 'unanswered'), refused('', 'unauthenticated')]

/** All events that can happen next. What an upload reports has the id of the file being sent. */
function eventsOf(snapshot: UploadSnapshot): UploadEvent[] {
  const sending = snapshot.context.files.find(({ state }) => state.kind === 'sending')
  const timers = getNextTransitions(snapshot).flatMap(({ eventType }) =>
    eventType.startsWith('xstate.after') ? [{ type: eventType }] : [],
  )
  return [
    ...FILES.map((file): UploadEvent => ({ type: 'files.added', files: [file] })),
    ...snapshot.context.files.map(({ id }): UploadEvent => ({ type: 'file.removed', id })),
    { type: 'cleared' },
    { type: 'submit' },
    { type: 'cancel' },
    ...(sending ? [{ type: 'progress', id: sending.id, share: 0.5 } as const] : []),
    ...(sending ? RESULTS.map((result) => ({ type: 'sent', id: sending.id, result }) as const) : []),
    ...(timers as unknown as UploadEvent[]),
  ]
}

/** Ids of files are unbounded, so files are compared by name. */
const project = ({ value, context: { files, failure, total, succeeded } }: UploadSnapshot) =>
  JSON.stringify([value, files.map(({ name, state }) => [name, state]), failure, total, succeeded])

const states = getShortestPaths(machine, { events: eventsOf, serializeState: project, limit: 100_000 }).map(
  ({ state }) => state,
)
const where = (isBroken: (state: UploadSnapshot) => boolean) => states.filter(isBroken).map(project)
const count = ({ context }: UploadSnapshot, ...kinds: readonly string[]) =>
  context.files.filter(({ state }) => kinds.includes(state.kind)).length

describe('on every path of a bulk upload', () => {
  it('reaches every state', () => {
    const reached = new Set(states.flatMap(({ _nodes: nodes }) => nodes.map(({ id }) => id)))
    const missing = nodesBelow(machine.root).filter(({ id }) => !reached.has(id))
    // Left at once, so no snapshot shows it.
    expect(missing.map(({ id }) => id)).toEqual(['model-upload.uploading.deciding'])
    expect(states.length).toBeGreaterThan(300)
  })

  it('[ML-92] sends one file at a time, and none between two files', () => {
    expect(where((state) => count(state, 'sending') !== Number(state.matches({ uploading: 'sending' })))).toEqual([])
    expect(where((state) => state.matches({ uploading: 'spacing' }) && count(state, 'waiting') === 0)).toEqual([])
  })

  it('[ML-91] uploads models only', () => {
    const isWrong = ({ context }: UploadSnapshot) =>
      context.files.some(({ kind, state }) => kind !== 'model' && state.kind !== 'waiting')
    expect(where(isWrong)).toEqual([])
    expect(where((state) => isUploading(state) && state.context.total === 0)).toEqual([])
  })

  it('[ML-93] counts models, and keeps those that are not uploaded to be sent again', () => {
    expect(where(({ context }) => context.succeeded > context.total)).toEqual([])
    expect(where((state) => !isUploading(state) && count(state, 'sending', 'uploaded') > 0)).toEqual([])
    expect(where((state) => isUploading(state) && count(state, 'uploaded') !== state.context.succeeded)).toEqual([])
  })
})

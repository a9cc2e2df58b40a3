import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import {
  createFaultInjectionMachine,
  faultError,
  faultInjectionCommands,
  faultPhase,
} from '#src/machines/fault-injection/machine.ts'
import { createHealthMachine, healthErrors, healthFailure } from '#src/machines/health/machine.ts'
import { createUploadMachine, uploadCommands, uploadList } from '#src/machines/model-upload/machine.ts'
import { createModelsMachine, isRollingBack, modelList, modelsCommands } from '#src/machines/models/machine.ts'
import { areWaysMissing, canConfirm, createProofMachine, proofCommands, proofQuestion } from '#src/machines/proof.ts'
import { faultInjectionOf } from '#test/support/client/fault-injection.ts'
import { MACHINES, nodesBelow } from '#test/support/client/machines.ts'
import { fakeModelsApi, listed } from '#test/support/client/models-api.ts'
import { healthCommands } from '#src/machines/health/types.ts'

describe('every machine', () => {
  it('is listed here', () => {
    const files = readdirSync('src/machines', { recursive: true, encoding: 'utf8' })
    const names = files
      .filter(
        (name) => name.endsWith('.ts') && readFileSync(join('src/machines', name), 'utf8').includes('.createMachine('),
      )
      .map((name) => name.replace(/(\/machine)?\.ts$/, ''))
    expect(Object.keys(MACHINES)).toEqual(names.toSorted())
  })

  it.each(Object.entries(MACHINES))('%s handles the error of each promise that it invokes', (_, machine) => {
    const invocations = nodesBelow(machine.root).flatMap(({ invoke }) => invoke)
    const unhandled = invocations.filter(({ onDone, onError }) => onDone !== undefined && onError === undefined)
    expect(unhandled.map(({ src }) => src)).toEqual([])
  })
})

describe('scripts/check-machines.mjs', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'pairbot-machines-'))
    cpSync('src/machines/health', join(root, 'src/machines/health'), { recursive: true })
    write('src/features/Refresh.tsx', 'const refresh = () => commands.refresh()')
  })
  afterEach(() => rmSync(root, { recursive: true }))

  function write(path: string, text: string) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), `${text}\n`)
  }
  function check(folder: string) {
    const { status, stderr } = spawnSync('node', ['scripts/check-machines.mjs', folder], { encoding: 'utf8' })
    return { status, problems: stderr.split('\n').filter(Boolean) }
  }

  it('passes on these sources and on a copied machine', () => {
    expect(check('.')).toEqual({ status: 0, problems: [] })
    expect(check(root)).toEqual({ status: 0, problems: [] })
  })

  it.each([
    ['send', "health.send({ type: 'refresh' })"],
    ['can', "snapshot.can({\n  type: 'refresh',\n})"],
  ])('finds an event literal of a screen: %s', (_, text) => {
    write('src/features/health/Refresh.tsx', text)
    const problem = 'src/features/health/Refresh.tsx: writes an event; use a command of the machine'
    expect(check(root)).toEqual({ status: 1, problems: [problem] })
  })

  it.each([
    ['a named one', "invoke: { src: 'poll', onDone: { target: 'idle' } }", 'poll'],
    ['an inline one', 'invoke: { src: fromPromise(() => api.load()), onDone: { target: "idle" } }', 'a promise'],
    ['the second of two', "invoke: [{ src: 'tests', onError: 'idle' }, { src: 'poll', onDone: 'idle' }]", 'poll'],
  ])('finds a promise that is invoked without onError: %s', (_, text, source) => {
    write('src/machines/health/polling.ts', `export const polling = { ${text} }`)
    const problem = `src/machines/health/polling.ts: ${source} is invoked without onError`
    expect(check(root)).toEqual({ status: 1, problems: [problem] })
  })
})

describe('a rejected promise becomes a failure and ends no machine:', () => {
  const offline = () => Promise.reject(new Error('offline'))
  const ports = { watchSession: () => () => undefined, now: () => 0 }

  it('a poll and the tests of the stream-proxy', async () => {
    const api = { vitals: offline, system: offline, consumption: offline, analytics: offline, streams: offline }
    const actor = createActor(createHealthMachine({ ...ports, api })).start()
    const { watch, runTests } = healthCommands(actor)
    const unwatch = watch()
    await vi.waitFor(() => expect(healthFailure(actor.getSnapshot())).toBe('offline'))
    expect(await runTests()).toMatchObject({ passed: false, tests: [{ passed: false, error: 'offline' }] })
    const texts = healthErrors(actor.getSnapshot()).map(({ text }) => text)
    expect(texts).toEqual(['offline', 'Health test failed: stream-proxy (offline)'])
    unwatch()
    expect(actor.getSnapshot().status).toBe('active')
  })

  it('the start and the stop of a fault', async () => {
    const fault = { kind: 'cut-socket', seconds: 5 } as const
    const start = vi.fn(async () => ({ ok: true, value: faultInjectionOf(fault) }) as const)
    start.mockRejectedValueOnce(new Error('offline'))
    const machine = createFaultInjectionMachine({
      ...ports,
      api: { start, stop: offline },
      observe: () => () => undefined,
    })
    const actor = createActor(machine).start()
    const now = () => [faultPhase(actor.getSnapshot()), faultError(actor.getSnapshot())]
    const commands = faultInjectionCommands(actor)
    commands.start(fault)
    await vi.waitFor(() => expect(now()).toEqual(['idle', 'offline']))
    commands.start(fault)
    await vi.waitFor(() => expect(now()).toEqual(['running', undefined]))
    commands.stop()
    await vi.waitFor(() => expect(now()).toEqual(['running', 'offline']))
    actor.stop()
  })

  it('the list, an action, a roll-back and the details of models', async () => {
    const api = fakeModelsApi()
    const actor = createActor(createModelsMachine({ api, now: () => 0 })).start()
    const notices: string[] = []
    actor.on('notice', ({ text }) => notices.push(text))
    const { refresh, run, rollBack, openDetails } = modelsCommands(actor)
    await vi.waitFor(() => expect(modelList(actor.getSnapshot()).models).toHaveLength(1))
    for (const call of [api.list, api.activate, api.rollBack, api.details]) call.mockImplementationOnce(offline)
    refresh()
    await vi.waitFor(() => expect(modelList(actor.getSnapshot()).failure).toBe('Failed to load models: offline'))
    run('activate', listed())
    await vi.waitFor(() => expect(modelList(actor.getSnapshot()).pending).toEqual({}))
    rollBack('c-1')
    await vi.waitFor(() => expect(isRollingBack(actor.getSnapshot())).toBe(false))
    openDetails('m-1')
    await vi.waitFor(() => expect(modelList(actor.getSnapshot()).detailsFailure).toBe('offline'))
    expect(notices).toEqual([
      'Failed to load models: offline',
      'Error activating model: offline',
      'Roll-back failed: offline',
      'Failed to load model details',
    ])
    expect(actor.getSnapshot().status).toBe('active')
  })

  it('the ways of a proof of identity, and the proof', async () => {
    const methods = vi.fn(async () => ({ ok: true, value: ['password'] }) as const)
    methods.mockRejectedValueOnce(new Error('offline'))
    const actor = createActor(createProofMachine({ ...ports, api: { methods, prove: offline } })).start()
    const { ask, retry, confirm } = proofCommands(actor)
    ask()
    await vi.waitFor(() => expect(areWaysMissing(actor.getSnapshot())).toBe(true))
    expect(proofQuestion(actor.getSnapshot()).error).toBe('offline')
    retry()
    await vi.waitFor(() => expect(canConfirm(actor.getSnapshot())).toBe(true))
    confirm({ method: 'password', password: 'Correct-horse-7' })
    await vi.waitFor(() => expect(proofQuestion(actor.getSnapshot()).error).toBe('offline'))
    expect(actor.getSnapshot().status).toBe('active')
  })

  it('the upload of a file', async () => {
    const actor = createActor(createUploadMachine({ api: { upload: offline } })).start()
    const { add, submit } = uploadCommands(actor)
    add([new File(['1'], 'a.onnx')])
    submit()
    const states = () => uploadList(actor.getSnapshot()).files.map(({ state }) => state)
    await vi.waitFor(() => expect(states()).toEqual([{ kind: 'failed', text: 'offline' }]))
    expect(actor.getSnapshot().status).toBe('active')
  })
})

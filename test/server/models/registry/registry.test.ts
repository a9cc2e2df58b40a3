import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { featureVectorSchema } from '#contract/models/features.ts'
import {
  modelDetailsResponseSchema,
  modelHistoryResponseSchema,
  modelListResponseSchema,
  rolledBackResponseSchema,
} from '#contract/models/model.ts'
import { uploadResponseSchema } from '#contract/models/upload.ts'
import * as MODELS from '#contract/endpoints/models.ts'
import type { Database } from '#server/database/database.ts'
import { auditEntries, users } from '#server/database/schema/identity.ts'
import { models, modelSwitches } from '#server/database/schema/models.ts'
import { verifyAudit } from '#server/identity/audit/verify.ts'
import { emptyDatabase, testDatabase } from '#test/support/server/database.ts'
import { startTestModels, uploadParts, type TestModels } from '#test/support/server/models.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => emptyDatabase(database))

const PICKLE = Buffer.from('\x80\x04N.', 'latin1')

async function world(names: readonly string[] = []) {
  const harness = await startTestModels({ database })
  const ids: Record<string, string> = {}
  for (const name of names) {
    harness.clock.now += 1_000
    const answer = await harness.upload('tom', uploadParts(PICKLE, `${name}.pkl`))
    ids[name] = uploadResponseSchema.parse(answer.body).data.id
  }
  const act = async (what: 'activate' | 'deactivate', name: string, who = 'tom') => {
    harness.clock.now += 1_000
    return harness.call(who, 'POST', `/api/models/${ids[name]}/${what}`)
  }
  const list = async (path: string = MODELS.list.path) =>
    modelListResponseSchema.parse((await harness.call('vera', 'GET', path)).body).data
  const activeNames = async () => (await list()).filter(({ is_active: isActive }) => isActive).map(({ name }) => name)
  return { harness, ids, act, list, activeNames }
}

const historyOf = async (harness: TestModels) =>
  modelHistoryResponseSchema.parse((await harness.call('vera', 'GET', MODELS.history.path)).body).data

describe('the registry', () => {
  it('[ML-13] lists active first, then the most recently changed, then by name, on both routes', async () => {
    const { act, list } = await world(['a', 'b', 'c'])
    expect((await list()).map(({ name }) => name)).toEqual(['c', 'b', 'a'])
    await act('activate', 'a')
    await act('activate', 'b')
    await act('deactivate', 'b')
    expect((await list()).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    expect(await list(MODELS.all.path)).toEqual(await list())
  })

  it('[ML-14] activates and deactivates with a message, idempotently', async () => {
    const { harness, ids, act, list } = await world(['a'])
    expect(await act('activate', 'a')).toEqual({
      status: 200,
      body: {
        success: true,
        status: 'activated',
        model_id: ids['a'],
        message:
          '"a" is active, but gives no signals. Only .onnx models are scored: loading a pickle would run its code, so it is stored and never opened.',
      },
    })
    const [{ updated_at: changedAt } = { updated_at: '' }] = await list()
    expect((await act('activate', 'a')).status).toBe(200)
    expect((await list())[0]?.updated_at).toBe(changedAt)
    expect(await historyOf(harness)).toHaveLength(1)
    expect((await act('deactivate', 'a')).body).toMatchObject({ status: 'deactivated', message: '"a" is inactive.' })
  })

  it('[ML-15] records user and time of each change and audits it', async () => {
    const { harness, ids, act } = await world(['a'])
    await act('activate', 'a', 'tom')
    await act('deactivate', 'a', 'ada')
    const history = await historyOf(harness)

    expect(history.map(({ id, ...change }) => (id.length > 0 ? change : undefined))).toEqual([
      {
        model_id: ids['a'],
        model_name: 'a',
        change: 'deactivated',
        by: 'ada@pairbot.test',
        at: '2026-01-05T08:00:03.000Z',
        rolled_back: null,
      },
      {
        model_id: ids['a'],
        model_name: 'a',
        change: 'activated',
        by: 'tom@pairbot.test',
        at: '2026-01-05T08:00:02.000Z',
        rolled_back: null,
      },
    ])
    const entries = await database.db.select().from(auditEntries).orderBy(auditEntries.seq)
    expect(entries.map(({ action }) => action)).toEqual(['model.uploaded', 'model.activated', 'model.deactivated'])
    expect(await verifyAudit(database.db)).toMatchObject({ ok: true, entries: 3 })
  })

  it('[ML-16] rolls back to the active set before a change, and can be rolled back itself', async () => {
    const { harness, ids, act, activeNames } = await world(['a', 'b', 'c'])
    await act('activate', 'a')
    await act('activate', 'b')
    await act('deactivate', 'a')
    await act('activate', 'c')
    const [, , activatedB] = await historyOf(harness)
    const rollBack = async (id: string) =>
      rolledBackResponseSchema.parse(
        (await harness.call('tom', 'POST', MODELS.rollBack.path, { payload: { change_id: id } })).body,
      ).data

    expect(await rollBack(activatedB?.id ?? '')).toEqual({
      activated: ['a'],
      deactivated: ['b', 'c'],
      gone: [],
      file_missing: [],
    })
    expect(await activeNames()).toEqual(['a'])
    const after = await historyOf(harness)
    expect(after.slice(0, 3).map(({ rolled_back: of }) => of)).toEqual(Array.from({ length: 3 }, () => activatedB?.id))

    expect(await rollBack(after[2]?.id ?? '')).toEqual({
      activated: ['b', 'c'],
      deactivated: ['a'],
      gone: [],
      file_missing: [],
    })
    expect((await activeNames()).toSorted()).toEqual(['b', 'c'])

    await harness.call('ada', 'DELETE', `/api/models/${ids['b']}`)
    const newest = (await historyOf(harness)).find(({ model_name: name }) => name === 'b')
    expect(await rollBack(newest?.id ?? '')).toEqual({ activated: [], deactivated: [], gone: ['b'], file_missing: [] })
  })

  it('[ML-16] an unknown or invalid change is rejected', async () => {
    const { harness } = await world()
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x']) {
      expect((await harness.call('tom', 'POST', MODELS.rollBack.path, { payload: { change_id: id } })).status).toBe(404)
    }
  })

  it('[ML-17] deletes row and file but not its history; a second deletion is a 404', async () => {
    const { harness, ids, act } = await world(['a'])
    await act('activate', 'a')
    expect(await harness.call('ada', 'DELETE', `/api/models/${ids['a']}`)).toEqual({
      status: 200,
      body: { success: true, status: 'deleted', model_id: ids['a'], message: '"a" and its file were removed.' },
    })
    expect(await harness.files()).toEqual({ files: [], incoming: [] })
    expect(await harness.call('ada', 'DELETE', `/api/models/${ids['a']}`)).toEqual({
      status: 404,
      body: { success: false, error: 'Model not found' },
    })
    expect((await historyOf(harness)).map(({ change }) => change)).toEqual(['deactivated', 'activated'])
  })

  it('[ML-17] one of two concurrent deletions succeeds', async () => {
    const { harness, ids } = await world(['a'])
    const both = await Promise.all([1, 2].map(() => harness.call('ada', 'DELETE', `/api/models/${ids['a']}`)))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  })

  it.each(['00000000-0000-4000-8000-000000000000', 'x', '..%2f..'])('[ML-17] %j is not a model', async (id) => {
    const { harness } = await world()
    const answers = await Promise.all([
      harness.call('vera', 'GET', `/api/models/${id}`),
      harness.call('vera', 'GET', `/api/models/${id}/performance`),
      harness.call('tom', 'POST', `/api/models/${id}/activate`),
      harness.call('ada', 'DELETE', `/api/models/${id}`),
    ])
    for (const { status } of answers) expect([400, 404]).toContain(status)
  })

  it('[ML-18] returns the details of a model', async () => {
    const { harness, ids } = await world(['a'])
    const { body } = await harness.call('vera', 'GET', `/api/models/${ids['a']}`)
    expect(modelDetailsResponseSchema.parse(body).data).toMatchObject({
      id: ids['a'],
      uploaded_by: 'tom@pairbot.test',
      scoring: { state: 'impossible' },
      inspection: { format: 'pickle', size_bytes: 4, pickle: { protocol: 4, imports: [], complete: true } },
      claimed_metrics: null,
      history: [],
    })
  })

  it('[ML-46] publishes the feature vector', async () => {
    const { harness } = await world()
    const { body } = (await harness.call('vera', 'GET', MODELS.features.path)) as { body: { data: unknown } }
    const { version, width, features } = featureVectorSchema.parse(body.data)
    expect([version, width, features.length]).toEqual([1, 17, 17])
    expect(features.map(({ index }) => index)).toEqual(features.map((_, index) => index))
    expect(features[0]).toEqual({ index: 0, name: 'rsi_14', unit: 'points', formula: 'rsi_14' })
  })
})

describe('a model whose file is missing', () => {
  const missing = {
    state: 'file_missing',
    reason: 'Its file is missing from the server. The model can be used again once the file is restored.',
  }

  it('[ML-66] is listed as such, cannot be activated or rolled back to, and comes back with its file', async () => {
    const { harness, ids, act, list, activeNames } = await world(['a'])
    const path = join(harness.dataDir, 'models', 'files', ids['a'] ?? '')
    await act('activate', 'a')
    await act('deactivate', 'a')
    await rename(path, `${harness.dataDir}/elsewhere`)

    expect((await list())[0]?.scoring).toEqual(missing)
    expect((await harness.call('vera', 'GET', `/api/models/${ids['a']}`)).body).toMatchObject({
      data: { scoring: missing },
    })
    expect(await act('activate', 'a')).toEqual({
      status: 409,
      body: { success: false, error: 'The file of "a" is missing: it cannot be activated.' },
    })
    const [deactivated] = await historyOf(harness)
    const rollBack = await harness.call('tom', 'POST', MODELS.rollBack.path, {
      payload: { change_id: deactivated?.id },
    })
    expect(rollBack.body).toMatchObject({ data: { activated: [], gone: [], file_missing: ['a'] } })
    expect(await activeNames()).toEqual([])

    await rename(`${harness.dataDir}/elsewhere`, path)
    expect((await list())[0]?.scoring.state).toBe('impossible')
    expect((await act('activate', 'a')).status).toBe(200)
  })

  it('[ML-66] stays active without being scored, can be deactivated and deleted', async () => {
    const { harness, ids, act, list } = await world(['a', 'b'])
    await act('activate', 'a')
    for (const name of ['a', 'b']) await rm(join(harness.dataDir, 'models', 'files', ids[name] ?? ''))
    expect((await list()).map(({ is_active: isActive, scoring }) => [isActive, scoring.state])).toEqual([
      [true, 'file_missing'],
      [false, 'file_missing'],
    ])
    expect(await harness.models.active()).toMatchObject([{ name: 'a', is_scored: false }])
    expect(await harness.models.failing()).toBe(1)
    expect((await act('deactivate', 'a')).status).toBe(200)
    expect((await harness.call('ada', 'DELETE', `/api/models/${ids['b']}`)).status).toBe(200)
  })
})

describe('after a start', () => {
  it('[ML-60] removes unfinished uploads and files without a row, and keeps rows without a file', async () => {
    const { harness, ids } = await world(['a', 'b'])
    await harness.stop()
    const modelFolder = join(harness.dataDir, 'models')
    await writeFile(join(modelFolder, 'incoming', 'half'), 'half a file')
    await mkdir(join(modelFolder, 'incoming', 'a folder'))
    await writeFile(join(modelFolder, 'files', 'without-a-row'), 'whole')
    await rm(join(modelFolder, 'files', ids['b'] ?? ''))

    const again = await startTestModels({ database, dataDir: harness.dataDir })
    expect(await again.files()).toEqual({ files: [ids['a']], incoming: [] })
    expect((await database.db.select().from(models)).map(({ name }) => name).toSorted()).toEqual(['a', 'b'])
    expect(again.notices).toEqual([
      'The file of the model "b" is missing. Restore it to models/files in the data directory, or delete the model.',
    ])
  })

  it('[ML-60] without any of its files, twice, all models stay', async () => {
    const { harness } = await world(['a', 'b', 'c', 'd'])
    await harness.stop()
    await rm(join(harness.dataDir, 'models'), { recursive: true })
    for (let start = 1; start <= 2; start += 1) {
      const again = await startTestModels({ database, dataDir: harness.dataDir })
      expect(again.notices).toEqual([
        'The files of 4 models are missing. Restore them to models/files in the data directory, or delete the models.',
      ])
      await again.stop()
    }
    expect(await database.db.select().from(models)).toHaveLength(4)
  })

  it('[ML-61] does not change an unrelated data directory or database', async () => {
    const { harness, ids } = await world(['a', 'b'])
    await harness.stop()
    await database.db.delete(models)
    const other = await startTestModels({ database, dataDir: harness.dataDir })
    expect((await other.files()).files.toSorted()).toEqual([ids['a'] ?? '', ids['b'] ?? ''].toSorted())
    expect(other.notices).toEqual([
      '2 model files in the data directory are unknown to this database: they were not changed.',
    ])
  })

  it('[ML-15] the history keeps the name of a deleted user', async () => {
    const { harness, act } = await world(['a'])
    await act('activate', 'a')
    await database.db.update(users).set({ deletedAt: new Date() })
    expect((await historyOf(harness))[0]?.by).toBe('tom@pairbot.test')
    expect(await database.db.select().from(modelSwitches)).toHaveLength(1)
  })
})

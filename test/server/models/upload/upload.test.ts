import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PAIR_IDS } from '#contract/pairs.ts'
import { uploadResponseSchema } from '#contract/models/upload.ts'
import * as MODELS from '#contract/endpoints/models.ts'
import type { Database } from '#server/database/database.ts'
import { auditEntries } from '#server/database/schema/identity.ts'
import { models } from '#server/database/schema/models.ts'
import { emptyDatabase, testDatabase } from '#test/support/server/database.ts'
import { formOf, startTestModels, uploadParts, type Answer } from '#test/support/server/models.ts'
import * as onnx from '#test/support/data/onnx-models.ts'
import { withOpenModels, POLICY } from '#server/http/route-policy.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => emptyDatabase(database))

/** None. */
const PICKLE = Buffer.from('\x80\x04N.', 'latin1')
const stored = ({ body }: Answer) => uploadResponseSchema.parse(body).data
const refusal = ({ status, body }: Answer) => ({ status, ...(body as { error: string; reason?: string }) })

describe('an upload', () => {
  it('[ML-1] [ML-2] is confirmed once file, row and audit entry exist', async () => {
    const harness = await startTestModels({ database })
    const file = onnx.linearModel()
    const answer = await harness.upload('tom', uploadParts(file, 'fast.onnx', { description: 'Looks at RSI' }))
    const model = stored(answer)

    expect(answer.status).toBe(201)
    expect(model).toEqual({
      id: model.id,
      name: 'fast',
      description: 'Looks at RSI',
      is_active: false,
      created_at: '2026-01-05T08:00:00.000Z',
      updated_at: '2026-01-05T08:00:00.000Z',
      model_type: 'xgboost',
      timeframe: '1m',
      trading_pair: 'BTCUSD',
      exchange: 'kraken',
      format: 'onnx',
      file_name: 'fast.onnx',
      size_bytes: file.length,
      scoring: { state: 'idle', reason: null },
    })
    expect(await harness.files()).toEqual({ files: [model.id], incoming: [] })
    expect(new Uint8Array(await readFile(join(harness.dataDir, 'models', 'files', model.id)))).toEqual(file)
    const [row] = await database.db.select().from(models)
    const sha256 = createHash('sha256').update(file).digest('hex')
    expect(row?.inspection).toMatchObject({ format: 'onnx', size_bytes: file.length, sha256, pickle: null })
    const [entry] = await database.db.select().from(auditEntries)
    expect(entry).toMatchObject({
      action: 'model.uploaded',
      userId: row?.uploadedBy,
      details: { target: model.id, name: 'fast', file: 'fast.onnx', sha256 },
    })
  })

  it('[ML-3] accepts fields in any order, every spelling of pair and timeframe, and flat metrics', async () => {
    const harness = await startTestModels({ database })
    const parts = uploadParts(onnx.linearModel(), 'm.onnx', { trading_pair: 'XBT/USD', timeframe: 'H1' })
    const answer = await harness.upload('tom', [
      ...parts.toReversed(),
      ['metrics_file', '{"accuracy": 0.61, "trained_on": "2019"}', 'm.json'],
    ])

    expect(stored(answer)).toMatchObject({ trading_pair: 'BTCUSD', timeframe: '1h' })
    const [row] = await database.db.select().from(models)
    expect(row?.claimedMetrics).toEqual({ accuracy: 0.61, trained_on: '2019' })
  })

  it.each([
    ['no file', [['model_name', 'x']] as const, 400, 'model_file: is missing'],
    ['no name', uploadParts(onnx.linearModel()).slice(1), 400, 'model_name: is missing'],
    [
      'another exchange',
      uploadParts(onnx.linearModel(), 'm.onnx', { exchange: 'binance' }),
      400,
      'exchange: there is only kraken',
    ],
    [
      'another timeframe',
      uploadParts(onnx.linearModel(), 'm.onnx', { timeframe: '2m' }),
      400,
      'Unknown timeframe "2m": there are 1m, 5m, 15m, 30m, 1h, 4h, 1d.',
    ],
    [
      'another pair',
      uploadParts(onnx.linearModel(), 'm.onnx', { trading_pair: 'NO/SUCH' }),
      400,
      `Unknown pair "NO/SUCH": there are ${PAIR_IDS.join(', ')}.`,
    ],
    [
      'two files',
      [...uploadParts(onnx.linearModel()), ['model_file', 'x', 'x.onnx'] as const],
      400,
      'One model_file is expected, and at most one metrics_file.',
    ],
    [
      'nested metrics',
      [...uploadParts(onnx.linearModel()), ['metrics_file', '{"a":{"b":1}}', 'm.json'] as const],
      400,
      'metrics_file: must be a JSON object of at most 100 names with numbers or short texts',
    ],
    [
      'large metrics',
      [...uploadParts(onnx.linearModel()), ['metrics_file', 'x'.repeat(70_000), 'm.json'] as const],
      413,
      'metrics_file: is larger than 64 KiB',
    ],
  ])('[ML-3] with %s is rejected with a reason and leaves nothing', async (_, parts, status, error) => {
    const harness = await startTestModels({ database })

    expect(refusal(await harness.upload('tom', parts))).toMatchObject({ status, error })
    expect(await harness.files()).toEqual({ files: [], incoming: [] })
    expect(await database.db.select().from(models)).toEqual([])
  })

  it('[ML-3] that is not multipart is a 415', async () => {
    const harness = await startTestModels({ database })
    expect(await harness.call('tom', 'POST', MODELS.upload.path, { payload: {} })).toEqual({
      status: 415,
      body: { success: false, error: 'Unsupported content type: send multipart/form-data.' },
    })
  })

  it('[ML-4] AB-14 names are labels only: no file on disk has them', async () => {
    const harness = await startTestModels({ database })
    const parts = uploadParts(PICKLE, '../../etc/cron.d/\u202Ea.pkl', { model_name: 'a\r\nSet-Cookie: x=1\u0000' })
    const model = stored(await harness.upload('tom', parts))

    expect(model).toMatchObject({ name: 'a Set-Cookie: x=1', file_name: 'a.pkl' })
    expect(await harness.files()).toEqual({ files: [model.id], incoming: [] })
  })

  it.each([
    ['setup.exe', onnx.linearModel()],
    ['model.pkl.exe', onnx.linearModel()],
    ['MODEL.PKL', Buffer.from('\x80\x04N.', 'latin1')],
    ['metrics.json', Buffer.from('{}')],
    ['onnx', onnx.linearModel()],
    ['', onnx.linearModel()],
  ])('[ML-5] AB-15 a file called %j is not a model', async (fileName, file) => {
    const harness = await startTestModels({ database })
    expect((await harness.upload('tom', uploadParts(file, fileName))).status).toBe(400)
    expect(await harness.files()).toEqual({ files: [], incoming: [] })
  })

  it.each([
    ['model.onnx', 'MZ\x90\x00 this program cannot be run', 'not_onnx'],
    ['model.onnx', '', 'empty'],
    ['model.pkl', '<html><body>Not found</body></html>', 'not_pickle'],
    ['model.joblib', '<html><body>Not found</body></html>', 'not_joblib'],
    ['model.pkl', 'PK\x03\x04 a zip', 'not_pickle'],
    ['model.pkl', '\x1f\x8b\x08 compressed', 'not_pickle'],
    ['model.onnx', '\x80\x04N.', 'not_onnx'],
  ])('[ML-5] AB-15 %s with the content %j is rejected for its content', async (fileName, content, reason) => {
    const harness = await startTestModels({ database })
    const answer = await harness.upload('tom', uploadParts(Buffer.from(content, 'latin1'), fileName))

    expect(refusal(answer)).toMatchObject({ status: 400, reason })
    expect(await harness.files()).toEqual({ files: [], incoming: [] })
  })

  it.each([
    [
      'too narrow',
      onnx.linearModel({ width: 3 }),
      'input_width',
      'Its input "features" is float32 [N, 3]: exactly one float32 tensor [N, 17] is needed.',
    ],
    [
      'of fixed rows',
      onnx.linearModel({ rows: 3 }),
      'input_width',
      'Its input "features" is float32 [3, 17]: exactly one float32 tensor [N, 17] is needed.',
    ],
    [
      'with external data',
      onnx.externalModel(),
      'external_data',
      'The data of its tensor "w" is in another file: save the model as one file, without external data.',
    ],
    [
      'with ZipMap',
      onnx.zipMapModel(),
      'zipmap',
      'Its output "probabilities" is a ZipMap: export the model with zipmap off, so that it gives a tensor.',
    ],
    [
      'giving scores',
      onnx.scoresModel(),
      'not_probabilities',
      'In the smoke test, the probabilities of its output (0, 0) add up to 0.',
    ],
    [
      'for another vector',
      onnx.linearModel({ metadata: { 'pairbot.features': '2' } }),
      'feature_version',
      'It was trained for version 2 of the feature vector: the server gives version 1.',
    ],
    ...[
      { how: 'a free width', declared: 'W' },
      { how: 'the width needed', declared: 17 },
    ].map(({ how, declared }): [string, Uint8Array, string, string] => [
      `declaring ${how} but taking 4 inputs`,
      onnx.linearModel({ width: 4, declared }),
      'input_width',
      'It does not take the feature vector: it needs 17 inputs, in exactly one float32 tensor [N, 17].',
    ]),
    ['asking for 1 GiB', onnx.hungryModel(), 'does_not_run', 'The model failed to run: '],
  ])('[ML-20] an ONNX model %s is rejected with the reason', async (_, file, reason, words) => {
    const harness = await startTestModels({ database })
    const answer = refusal(await harness.upload('tom', uploadParts(file)))

    expect(answer).toMatchObject({ status: 422, reason })
    expect(answer.error).toContain(`The model cannot be scored. ${words}`)
    expect(await harness.files()).toEqual({ files: [], incoming: [] })
  })

  it('[ML-20] an ONNX model truncated anywhere is rejected', async () => {
    const harness = await startTestModels({ database })
    const whole = onnx.linearModel()
    for (const length of [1, 40, Math.floor(whole.length / 2), whole.length - 1]) {
      expect(refusal(await harness.upload('tom', uploadParts(whole.slice(0, length))))).toMatchObject({
        status: 400,
        reason: 'not_onnx',
      })
    }
  })

  it('[ML-12] AB-16 a pickle that would create a file is inspected, its import listed, and no file created', async () => {
    const harness = await startTestModels({ database })
    const target = join(harness.dataDir, 'pwned')
    const pickle = Buffer.from(
      `\x80\x02cposix\nsystem\nq\x00X${String.fromCharCode(6 + target.length)}\x00\x00\x00touch ${target}q\x01\x85q\x02Rq\x03.`,
      'latin1',
    )
    const model = stored(await harness.upload('tom', uploadParts(pickle, 'evil.pkl')))
    await harness.call('tom', 'POST', `/api/models/${model.id}/activate`)
    const { body } = await harness.call('vera', 'GET', `/api/models/${model.id}`)

    expect(body).toMatchObject({
      data: {
        is_active: true,
        scoring: { state: 'impossible' },
        inspection: {
          format: 'pickle',
          pickle: { protocol: 2, imports: ['posix.system'], dangerous: ['posix.system'], complete: true },
          warnings: ['Loading it anywhere would run posix.system.'],
        },
      },
    })
    expect(existsSync(target)).toBe(false)
  })

  it('[ML-6] requires Trader; one setting opens it to everyone', async () => {
    const harness = await startTestModels({ database })
    const parts = uploadParts(onnx.linearModel())
    expect(await harness.upload('vera', parts)).toEqual({
      status: 403,
      body: { success: false, error: 'Access denied. Trader role required.' },
    })
    const { id } = stored(await harness.upload('tom', parts))
    expect(await harness.call('tom', 'DELETE', `/api/models/${id}`)).toEqual({
      status: 403,
      body: { success: false, error: 'Access denied. Admin role required.' },
    })

    const open = await startTestModels({ database, policy: withOpenModels(POLICY), dataDir: harness.dataDir })
    expect((await open.upload('vera', parts)).status).toBe(201)
    expect((await open.call('vera', 'DELETE', `/api/models/${id}`)).status).toBe(200)
  })

  it('[ML-7] AB-20 beyond 20 files per user is a 507; others are not affected', async () => {
    const harness = await startTestModels({ database })
    const first = stored(await harness.upload('tom', uploadParts(PICKLE, 'm.pkl')))
    const [row] = await database.db.select().from(models)
    if (!row) throw new Error(`no row for ${first.id}`)
    await database.db.insert(models).values(Array.from({ length: 19 }, () => ({ ...row, id: randomUUID() })))

    expect(refusal(await harness.upload('tom', uploadParts(PICKLE, 'm.pkl')))).toMatchObject({
      status: 507,
      error: 'You have 20 models: at most 20 can be stored.',
    })
    expect((await harness.upload('ada', uploadParts(PICKLE, 'm.pkl'))).status).toBe(201)
  })

  it('[ML-7] AB-20 beyond 1 GiB per user is a 507 before anything is written', async () => {
    const harness = await startTestModels({ database })
    await harness.upload('tom', uploadParts(PICKLE, 'm.pkl'))
    await database.db.update(models).set({ sizeBytes: 2 ** 30 - 100 })

    expect(refusal(await harness.upload('tom', uploadParts(new Uint8Array(101), 'm.pkl')))).toMatchObject({
      status: 507,
      error: 'Your models would take more than 1024 MiB together.',
    })
    expect((await harness.files()).incoming).toEqual([])
  })

  it('[ML-8] allows one upload per user at a time', async () => {
    const harness = await startTestModels({ database })
    const form = formOf(uploadParts(PICKLE, 'm.pkl'))
    const both = await Promise.all([1, 2].map(() => harness.call('tom', 'POST', MODELS.upload.path, form)))

    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 429])
  })
})

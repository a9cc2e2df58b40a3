import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as MODELS from '#contract/endpoints/models.ts'
import type { Database } from '#server/database/database.ts'
import { emptyDatabase, testDatabase } from '#test/support/server/database.ts'
import { formOf, startTestModels, uploadParts, type Answer } from '#test/support/server/models.ts'
import * as onnx from '#test/support/data/onnx-models.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => emptyDatabase(database))

const MODEL = onnx.linearModel()
const summary = ({ status, body }: Answer) => ({ status, error: (body as { error: string }).error })

describe('a malformed form', () => {
  it.each(['__proto__', 'constructor', 'toString'])('[ML-3] AB-53 a field named %s has its own error', async (name) => {
    const harness = await startTestModels({ database })
    const answer = await harness.upload('tom', [[name, 'x'], ...uploadParts(MODEL)])
    const error = 'A field must not have the name of an object property, such as __proto__.'
    expect(summary(answer)).toEqual({ status: 400, error })
    const asFile = await harness.upload('tom', [[name, 'x', 'x.onnx'], ...uploadParts(MODEL)])
    expect(summary(asFile)).toEqual({ status: 400, error })
    expect(await harness.files()).toEqual({ files: [], incoming: [] })
  })

  it('[ML-3] AB-54 field names have at most 100 characters', async () => {
    const harness = await startTestModels({ database })
    const refusal = { status: 400, error: 'The name of a field is longer than 100 characters.' }
    expect(summary(await harness.upload('tom', [['n'.repeat(101), 'x'], ...uploadParts(MODEL)]))).toEqual(refusal)
    expect(summary(await harness.upload('tom', [['n'.repeat(101), 'x', 'x.onnx']]))).toEqual(refusal)
    expect((await harness.upload('tom', [['n'.repeat(100), 'x'], ...uploadParts(MODEL)])).status).toBe(201)
  })

  it('[ML-3] AB-54 has at most 12 fields', async () => {
    const harness = await startTestModels({ database })
    const many = Array.from({ length: 13 }, (_, n) => [`field${n}`, 'x'] as const)
    expect(summary(await harness.upload('tom', many))).toEqual({ status: 413, error: 'The form has too many parts.' })
  })

  const whole = formOf(uploadParts(MODEL)).payload
  it.each([
    ['ends early', whole.subarray(0, -30), 'multipart/form-data; boundary=pairbot-boundary'],
    ['has no boundary', whole, 'multipart/form-data'],
    ['has another boundary', whole, 'multipart/form-data; boundary=other'],
    ['is rubbish', Buffer.from('rubbish'), 'multipart/form-data; boundary=pairbot-boundary'],
    ['is empty', Buffer.alloc(0), 'multipart/form-data; boundary=pairbot-boundary'],
  ])('[ML-3] AB-55 one that %s is a 400', async (_, payload, type) => {
    const harness = await startTestModels({ database })
    const answer = await harness.call('tom', 'POST', MODELS.upload.path, { payload, headers: { 'content-type': type } })
    expect(answer.status).toBe(400)
    expect(summary(answer).error).not.toContain('JSON')
    expect(await harness.files()).toEqual({ files: [], incoming: [] })
  })
})

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as MODELS from '#contract/endpoints/models.ts'
import { modelDetailsResponseSchema } from '#contract/models/model.ts'
import { uploadResponseSchema } from '#contract/models/upload.ts'
import type { Database } from '#server/database/database.ts'
import { modelFiles } from '#server/database/schema/models.ts'
import * as onnx from '#test/support/data/onnx-models.ts'
import { seededRandom } from '#server/lib/random.ts'
import { emptyDatabase, testDatabase } from '#test/support/server/database.ts'
import { startTestModels, uploadParts, type TestModels } from '#test/support/server/models.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => emptyDatabase(database))

/** A process with a data directory of its own, on the database of all. */
const start = (sharesFiles = true) => startTestModels({ database, sharesFiles })
const parts = () => database.db.select().from(modelFiles)
const fileOf = ({ dataDir }: TestModels, id: string) => join(dataDir, 'models', 'files', id)
const stateOf = async (server: TestModels, id: string) => {
  const { body } = await server.call('tom', 'GET', MODELS.model.path.replace(':id', id))
  return modelDetailsResponseSchema.parse(body).data.scoring.state
}
async function uploaded(server: TestModels, file: Uint8Array = onnx.linearModel(), name = 'fast.onnx') {
  return uploadResponseSchema.parse((await server.upload('tom', uploadParts(file, name))).body).data.id
}

describe('a model that was uploaded to one process', () => {
  it('[ML-67] can be used by the next that leads, from another data directory', async () => {
    const first = await start()
    const id = await uploaded(first)
    await first.stop()
    const next = await start()
    expect(await readFile(fileOf(next, id))).toEqual(await readFile(fileOf(first, id)))
    expect(await next.files()).toEqual({ files: [id], incoming: [] })
    expect(await stateOf(next, id)).toBe('idle')
    expect(next.notices).toEqual([])
    const answer = await next.call('tom', 'POST', MODELS.activate.path.replace(':id', id))
    expect(answer.status).toBe(200)
  })

  it('[ML-67] is copied whole, however large', async () => {
    const random = seededRandom(7)
    const large = Buffer.concat([
      Buffer.from('\x80\x04B', 'latin1'),
      Buffer.from(new Uint32Array([2_500_000]).buffer),
      Buffer.from(Array.from({ length: 2_500_000 }, () => Math.floor(random() * 256))),
      Buffer.from('.'),
    ])
    const first = await start()
    const id = await uploaded(first, large, 'large.pkl')
    expect((await parts()).map(({ part, content }) => [part, content.length])).toEqual([
      [0, 1_048_576],
      [1, 1_048_576],
      [2, large.length - 2 * 1_048_576],
    ])
    const next = await start()
    expect((await readFile(fileOf(next, id))).equals(large)).toBe(true)
  })

  it('[ML-67] is missing where what the database has is not what was uploaded', async () => {
    const first = await start()
    const id = await uploaded(first)
    await database.transaction(async (tx) => void (await tx.update(modelFiles).set({ content: Buffer.from('else') })))
    const next = await start()
    expect(await next.files()).toEqual({ files: [], incoming: [] })
    expect(await stateOf(next, id)).toBe('file_missing')
    expect(next.notices).toEqual([expect.stringContaining('The file of the model "fast" is missing.')])
  })

  it('[ML-67] is shared later by the process that alone has it, unless its file was changed', async () => {
    const first = await start(false)
    const [kept, changed] = [await uploaded(first), await uploaded(first, onnx.linearModel(), 'other.onnx')]
    await first.stop()
    expect(await parts()).toEqual([])
    await writeFile(fileOf(first, changed), 'something else')
    const again = await startTestModels({ database, sharesFiles: true, dataDir: first.dataDir })
    await again.stop()
    expect((await parts()).map(({ modelId }) => modelId)).toEqual([kept])
    expect(again.reports).toEqual([new Error(`The file of the model ${changed} is not the one that was uploaded.`)])
  })

  it('[ML-67] is no longer in the database once it is deleted', async () => {
    const server = await start()
    const id = await uploaded(server)
    expect(await parts()).toHaveLength(1)
    expect((await server.call('ada', 'DELETE', MODELS.remove.path.replace(':id', id))).status).toBeLessThan(300)
    expect(await parts()).toEqual([])
  })

  it('[ML-67] stays out of a database that one process has to itself', async () => {
    await uploaded(await start(false))
    expect(await parts()).toEqual([])
  })
})

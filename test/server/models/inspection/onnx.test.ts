import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factsOf } from '#server/models/inspection/facts.ts'
import { readOnnx } from '#server/models/inspection/onnx.ts'
import { BrokenProtobuf } from '#server/models/inspection/protobuf.ts'
import { externalModel, linearModel, loopingModel, zipMapModel } from '#test/support/data/onnx-models.ts'
import { onnxFile, type value } from '#test/support/data/onnx.ts'
import { referenceData } from '#test/support/data/reference.ts'

/** True for a file that is read; false for one that is refused; anything else is a fault of ours. */
function isRead(bytes: Uint8Array): boolean {
  try {
    readOnnx(bytes)
    return true
  } catch (error) {
    if (error instanceof BrokenProtobuf) return false
    throw error
  }
}

describe('parsing an ONNX file', () => {
  it('[ML-10] returns inputs, outputs, opsets, operators and producer', () => {
    expect(readOnnx(linearModel({ metadata: { 'pairbot.features': '1', author: 'x' } }))).toEqual({
      facts: {
        ir_version: 7,
        producer: 'pairbot-tests 1.0',
        opsets: [
          { domain: 'ai.onnx', version: 13 },
          { domain: 'ai.onnx.ml', version: 3 },
        ],
        inputs: [{ name: 'features', type: 'float32', shape: ['N', 17] }],
        outputs: [{ name: 'probabilities', type: 'float32', shape: ['N', 2] }],
        operators: ['Add', 'MatMul', 'Softmax'],
        feature_version: '1',
      },
      externalTensor: undefined,
    })
  })

  it('[ML-10] finds external data, also in nested graphs', () => {
    expect(readOnnx(externalModel()).externalTensor).toBe('w')
    expect(readOnnx(loopingModel()).externalTensor).toBeUndefined()
    expect(readOnnx(loopingModel()).facts.operators).toContain('Identity')
    const inner = {
      nodes: [],
      inputs: [],
      outputs: [],
      initializers: [
        (writer: Parameters<ReturnType<typeof value>>[0]) => {
          writer.writeStringField(8, 'hidden')
          writer.writeVarintField(14, 1)
        },
      ],
    }
    const file = onnxFile({
      nodes: [{ op: 'If', inputs: [], outputs: [], attributes: [{ name: 'then_branch', graph: inner }] }],
      inputs: [],
      outputs: [],
    })
    expect(readOnnx(file).externalTensor).toBe('hidden')
  })

  it('[ML-10] names types other than tensors', () => {
    expect(readOnnx(zipMapModel()).facts.outputs).toEqual([{ name: 'probabilities', type: 'sequence', shape: [] }])
  })

  it('[ML-10] rejects every truncated file', () => {
    const whole = linearModel()
    const read = Array.from({ length: whole.length }, (_, length) => length).filter((length) =>
      isRead(whole.slice(0, length)),
    )
    // Between two operator sets the rest is a whole file of its own.
    expect(read.length).toBeLessThanOrEqual(1)
  })

  it('[ML-10] rejects unlimited nesting', () => {
    let graph: Parameters<typeof onnxFile>[0] = { nodes: [], inputs: [], outputs: [] }
    for (let i = 0; i < 40; i += 1) {
      graph = {
        nodes: [{ op: 'If', inputs: [], outputs: [], attributes: [{ name: 'b', graph }] }],
        inputs: [],
        outputs: [],
      }
    }
    expect(() => readOnnx(onnxFile(graph))).toThrow('messages are nested too deeply')
  })

  it('[ML-10] never throws anything else, whatever the bytes', () => {
    const whole = linearModel()
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 6 }), (changes) => {
        const bytes = Uint8Array.from(whole)
        for (const [at, byte] of changes) bytes[at] = byte
        isRead(bytes)
      }),
      { numRuns: 2_000 },
    )
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void isRead(bytes)))
  })

  it.each([
    ['zlib', '\x78\x9c'],
    ['gzip', '\x1f\x8b\x08'],
    ['bzip2', 'BZh9'],
    ['xz', '\xfd7zXZ\x00'],
    ['lzma', '\x5d\x00\x00'],
    ['lz4', '\x04\x22\x4d\x18'],
  ])('[ML-11] a joblib file compressed with %s is not decompressed', (compression, text) => {
    expect(factsOf(Buffer.from(text, 'latin1'), '.joblib')).toMatchObject({
      ok: true,
      format: 'joblib',
      pickle: { imports: [], complete: false, compression },
    })
  })

  it.skipIf(!referenceData('models/logreg_iris.onnx'))('[ML-10] reads the iris model', () => {
    const { facts } = readOnnx(readFileSync(referenceData('models/logreg_iris.onnx') ?? ''))
    expect(facts).toMatchObject({
      producer: 'OnnxMLTools 1.2.0.0116',
      inputs: [{ name: 'float_input', type: 'float32', shape: [3, 2] }],
      operators: ['LinearClassifier', 'Normalizer', 'ZipMap'],
    })
  })
})

import { FEATURE_COUNT } from '#contract/models/features.ts'
import { externalFloats, floats, integers, onnxFile, value, zipMapValue, type Graph } from './onnx.ts'

const IN = 'features'
const PROBABILITIES = 'probabilities'

/** Weights of a model of a single feature: the higher it is above `middle`, the more likely up. */
const oneFeature = (width: number, feature: number): number[] =>
  Array.from({ length: width * 2 }, (_, index) => (Math.floor(index / 2) === feature ? (index % 2 === 0 ? -1 : 1) : 0))

interface LinearOptions {
  /** Number of weights per class. */
  readonly width?: number
  /** The width that the file declares; by default the true one. */
  readonly declared?: number | string
  readonly rows?: number | string
  /** The feature used; rsi_14 by default. */
  readonly feature?: number
  readonly middle?: number
  readonly metadata?: Readonly<Record<string, string>>
}

/** MatMul and Softmax: [N, width] to the probabilities of down and up. */
export function linearModel({
  width = FEATURE_COUNT,
  declared = width,
  rows = 'N',
  feature = 0,
  middle = 50,
  metadata = {},
}: LinearOptions = {}) {
  return onnxFile(
    {
      nodes: [
        { op: 'MatMul', inputs: [IN, 'w'], outputs: ['product'] },
        { op: 'Add', inputs: ['product', 'b'], outputs: ['scores'] },
        { op: 'Softmax', inputs: ['scores'], outputs: [PROBABILITIES], attributes: [{ name: 'axis', int: 1 }] },
      ],
      inputs: [value(IN, [rows, declared])],
      outputs: [value(PROBABILITIES, [rows, 2])],
      initializers: [floats('w', [width, 2], oneFeature(width, feature)), floats('b', [2], [middle, -middle])],
    },
    metadata,
  )
}

/** The same with its weights in another file. */
export const externalModel = (location = '../../../etc/passwd') =>
  onnxFile({
    nodes: [
      { op: 'MatMul', inputs: [IN, 'w'], outputs: ['scores'] },
      { op: 'Softmax', inputs: ['scores'], outputs: [PROBABILITIES], attributes: [{ name: 'axis', int: 1 }] },
    ],
    inputs: [value(IN, ['N', FEATURE_COUNT])],
    outputs: [value(PROBABILITIES, ['N', 2])],
    initializers: [externalFloats('w', [FEATURE_COUNT, 2], location)],
  })

/** The same with the probabilities as a sequence of maps. */
export const zipMapModel = () =>
  onnxFile({
    nodes: [
      { op: 'MatMul', inputs: [IN, 'w'], outputs: ['scores'] },
      { op: 'Softmax', inputs: ['scores'], outputs: ['shares'], attributes: [{ name: 'axis', int: 1 }] },
      {
        op: 'ZipMap',
        inputs: ['shares'],
        outputs: [PROBABILITIES],
        attributes: [{ name: 'classlabels_int64s', ints: [0, 1] }],
        domain: 'ai.onnx.ml',
      },
    ],
    inputs: [value(IN, ['N', FEATURE_COUNT])],
    outputs: [zipMapValue(PROBABILITIES)],
    initializers: [floats('w', [FEATURE_COUNT, 2], oneFeature(FEATURE_COUNT, 0))],
  })

/** Gives its scores as they are: no probabilities. */
export const scoresModel = () =>
  onnxFile({
    nodes: [{ op: 'MatMul', inputs: [IN, 'w'], outputs: ['scores'] }],
    inputs: [value(IN, ['N', FEATURE_COUNT])],
    outputs: [value('scores', ['N', 2])],
    initializers: [floats('w', [FEATURE_COUNT, 2], oneFeature(FEATURE_COUNT, 0))],
  })

const ENDLESS = 2 ** 52

/**
 * Answers like `linearModel`, but first goes round a loop as often as feature 0 says: not at all below `threshold`, for ever
 * above it. Without a threshold it always does.
 */
export function loopingModel(threshold = -1e9): Uint8Array {
  const body: Graph = {
    nodes: [
      { op: 'Identity', inputs: ['go'], outputs: ['goOn'] },
      { op: 'Add', inputs: ['carried', 'small'], outputs: ['carriedOn'] },
    ],
    inputs: [value('turn', [], 'int64'), value('go', [], 'bool'), value('carried', ['N', FEATURE_COUNT])],
    outputs: [value('goOn', [], 'bool'), value('carriedOn', ['N', FEATURE_COUNT])],
  }
  return onnxFile({
    nodes: [
      { op: 'ReduceMax', inputs: [IN], outputs: ['highest'], attributes: [{ name: 'keepdims', int: 0 }] },
      { op: 'Greater', inputs: ['highest', 'threshold'], outputs: ['isOver'] },
      {
        op: 'Loop',
        inputs: ['turns', 'isOver', IN],
        outputs: ['looped'],
        attributes: [{ name: 'body', graph: body }],
      },
      { op: 'MatMul', inputs: ['looped', 'w'], outputs: ['scores'] },
      { op: 'Softmax', inputs: ['scores'], outputs: [PROBABILITIES], attributes: [{ name: 'axis', int: 1 }] },
    ],
    inputs: [value(IN, ['N', FEATURE_COUNT])],
    outputs: [value(PROBABILITIES, ['N', 2])],
    initializers: [
      floats('w', [FEATURE_COUNT, 2], oneFeature(FEATURE_COUNT, 0)),
      floats('threshold', [], [threshold]),
      floats('small', [], [1e-9]),
      integers('turns', [], [ENDLESS]),
    ],
  })
}

/** Asks for more memory than is allowed: 1 GiB of zeros. */
export const hungryModel = () =>
  onnxFile({
    nodes: [
      { op: 'ConstantOfShape', inputs: ['shape'], outputs: ['zeros'] },
      { op: 'ReduceMax', inputs: ['zeros'], outputs: ['zero'], attributes: [{ name: 'keepdims', int: 0 }] },
      { op: 'MatMul', inputs: [IN, 'w'], outputs: ['scores'] },
      { op: 'Add', inputs: ['scores', 'zero'], outputs: ['same'] },
      { op: 'Softmax', inputs: ['same'], outputs: [PROBABILITIES], attributes: [{ name: 'axis', int: 1 }] },
    ],
    inputs: [value(IN, ['N', FEATURE_COUNT])],
    outputs: [value(PROBABILITIES, ['N', 2])],
    initializers: [
      floats('w', [FEATURE_COUNT, 2], oneFeature(FEATURE_COUNT, 0)),
      integers('shape', [2], [2 ** 14, 2 ** 14]),
    ],
  })

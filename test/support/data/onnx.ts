import { PbfWriter } from 'pbf'
import { FEATURE_COUNT } from '#contract/models/features.ts'

/** Little ONNX files for tests, written field by field (onnx.proto). */
type Write = (writer: PbfWriter) => void

const messageOf = (write: Write): Uint8Array => {
  const writer = new PbfWriter()
  write(writer)
  return writer.finish()
}
const inside = (writer: PbfWriter, field: number, write: Write) => writer.writeBytesField(field, messageOf(write))

type Shape = readonly (number | string)[]
const ELEMENT = { float32: 1, int64: 7, bool: 9, float64: 11 } as const
export type Element = keyof typeof ELEMENT

/** A graph's input or output. */
export const value =
  (name: string, shape: Shape, element: Element = 'float32'): Write =>
  (writer) => {
    writer.writeStringField(1, name)
    inside(writer, 2, (type) =>
      inside(type, 1, (tensor) => {
        tensor.writeVarintField(1, ELEMENT[element])
        inside(tensor, 2, (dims) => {
          for (const size of shape) {
            inside(dims, 1, (dim) =>
              typeof size === 'number' ? dim.writeVarintField(1, size) : dim.writeStringField(2, size),
            )
          }
        })
      }),
    )
  }

/** An output as ZipMap makes it: a sequence of maps. */
export const zipMapValue =
  (name: string): Write =>
  (writer) => {
    writer.writeStringField(1, name)
    inside(writer, 2, (type) =>
      inside(type, 4, (sequence) =>
        inside(sequence, 1, (element) =>
          inside(element, 5, (map) => {
            map.writeVarintField(1, ELEMENT.int64)
            inside(map, 2, (of) => inside(of, 1, (tensor) => tensor.writeVarintField(1, ELEMENT.float32)))
          }),
        ),
      ),
    )
  }

export const floats =
  (name: string, dims: readonly number[], data: readonly number[]): Write =>
  (writer) => {
    for (const dim of dims) writer.writeVarintField(1, dim)
    writer.writeVarintField(2, ELEMENT.float32)
    writer.writePackedFloat(4, [...data])
    writer.writeStringField(8, name)
  }

/** A tensor whose data is in another file. */
export const externalFloats =
  (name: string, dims: readonly number[], location: string): Write =>
  (writer) => {
    for (const dim of dims) writer.writeVarintField(1, dim)
    writer.writeVarintField(2, ELEMENT.float32)
    writer.writeStringField(8, name)
    inside(writer, 13, (entry) => {
      entry.writeStringField(1, 'location')
      entry.writeStringField(2, location)
    })
    writer.writeVarintField(14, 1)
  }

export const integers =
  (name: string, dims: readonly number[], data: readonly number[]): Write =>
  (writer) => {
    for (const dim of dims) writer.writeVarintField(1, dim)
    writer.writeVarintField(2, ELEMENT.int64)
    writer.writePackedVarint(7, [...data])
    writer.writeStringField(8, name)
  }

interface Attribute {
  readonly name: string
  readonly int?: number
  readonly ints?: readonly number[]
  readonly graph?: Graph
}

export interface Node {
  readonly op: string
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly attributes?: readonly Attribute[]
  readonly domain?: string
}

export interface Graph {
  readonly nodes: readonly Node[]
  readonly inputs: readonly Write[]
  readonly outputs: readonly Write[]
  readonly initializers?: readonly Write[]
}

const INT = 2
const GRAPH = 5
const INTS = 7
const writeAttribute =
  ({ name, int, ints, graph }: Attribute): Write =>
  (writer) => {
    writer.writeStringField(1, name)
    if (int !== undefined) writer.writeVarintField(3, int)
    if (ints) for (const each of ints) writer.writeVarintField(8, each)
    if (graph) inside(writer, 6, writeGraph(graph))
    writer.writeVarintField(20, graph ? GRAPH : ints ? INTS : INT)
  }

const writeNode =
  ({ op, inputs, outputs, attributes = [], domain }: Node): Write =>
  (writer) => {
    for (const name of inputs) writer.writeStringField(1, name)
    for (const name of outputs) writer.writeStringField(2, name)
    writer.writeStringField(4, op)
    for (const attribute of attributes) inside(writer, 5, writeAttribute(attribute))
    if (domain !== undefined) writer.writeStringField(7, domain)
  }

const writeGraph =
  ({ nodes, inputs, outputs, initializers = [] }: Graph): Write =>
  (writer) => {
    for (const node of nodes) inside(writer, 1, writeNode(node))
    writer.writeStringField(2, 'graph')
    for (const tensor of initializers) inside(writer, 5, tensor)
    for (const input of inputs) inside(writer, 11, input)
    for (const output of outputs) inside(writer, 12, output)
  }

/** A complete file. Opset 13, and 3 of the classical operators. */
export const onnxFile = (graph: Graph, metadata: Readonly<Record<string, string>> = {}): Uint8Array =>
  messageOf((writer) => {
    writer.writeVarintField(1, 7)
    writer.writeStringField(2, 'pairbot-tests')
    writer.writeStringField(3, '1.0')
    inside(writer, 7, writeGraph(graph))
    for (const [domain, version] of [
      ['', 13],
      ['ai.onnx.ml', 3],
    ] as const) {
      inside(writer, 8, (opset) => {
        opset.writeStringField(1, domain)
        opset.writeVarintField(2, version)
      })
    }
    for (const [key, text] of Object.entries(metadata)) {
      inside(writer, 14, (entry) => {
        entry.writeStringField(1, key)
        entry.writeStringField(2, text)
      })
    }
  })

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

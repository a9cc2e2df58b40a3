import { PbfWriter } from 'pbf'

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

import { FEATURE_VERSION_KEY } from '#contract/models/features.ts'
import type { GraphValue, OnnxFacts } from '#contract/models/inspection.ts'
import { BrokenProtobuf, fieldsOf, type Field } from './protobuf.ts'
import { typeOf } from './onnx-types.ts'

/** Field numbers of onnx.proto (ONNX 1.19) that are read here. */
const MODEL = { irVersion: 1, producer: 2, producerVersion: 3, graph: 7, opsets: 8, metadata: 14, functions: 25 }
const GRAPH = { nodes: 1, initializers: 5, inputs: 11, outputs: 12, sparse: 15 }
const NODE = { operator: 4, attributes: 5 }
const ATTRIBUTE = { tensor: 5, graph: 6, tensors: 10, graphs: 11, sparse: 22, sparses: 23 }
const TENSOR = { name: 8, externalData: 13, location: 14 }
const SPARSE = { values: 1, indices: 2 }
const FUNCTION_NODES = 7
const EXTERNAL = 1

const MAX_TEXT = 200
const MAX_LISTED = 200
const NEWEST_IR = 64

/** Metadata of an ONNX file, and a reason why it may not run anywhere. */
export interface ParsedOnnx {
  readonly facts: OnnxFacts
  /** Name of a tensor whose data is in another file. */
  readonly externalTensor: string | undefined
}

const short = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)

interface Findings {
  readonly operators: Set<string>
  externalTensor: string | undefined
}

function readTensor(field: Field, found: Findings): void {
  let name = ''
  let isExternal = false
  for (const part of field.fields()) {
    if (part.number === TENSOR.name) name = part.text()
    else if (part.number === TENSOR.externalData) isExternal = true
    else if (part.number === TENSOR.location && part.varint() === EXTERNAL) isExternal = true
  }
  if (isExternal) found.externalTensor ??= short(name)
}

function readSparseTensor(field: Field, found: Findings): void {
  for (const part of field.fields()) {
    if (part.number === SPARSE.values || part.number === SPARSE.indices) readTensor(part, found)
  }
}

function readAttribute(field: Field, found: Findings): void {
  for (const part of field.fields()) {
    if (part.number === ATTRIBUTE.tensor || part.number === ATTRIBUTE.tensors) readTensor(part, found)
    else if (part.number === ATTRIBUTE.sparse || part.number === ATTRIBUTE.sparses) readSparseTensor(part, found)
    else if (part.number === ATTRIBUTE.graph || part.number === ATTRIBUTE.graphs) readGraph(part, found)
  }
}

function readNode(field: Field, found: Findings): void {
  for (const part of field.fields()) {
    if (part.number === NODE.operator && found.operators.size < MAX_LISTED) found.operators.add(short(part.text()))
    else if (part.number === NODE.attributes) readAttribute(part, found)
  }
}

interface GraphEnds {
  readonly inputs: readonly GraphValue[]
  readonly outputs: readonly GraphValue[]
}

function readGraph(field: Field, found: Findings): GraphEnds {
  const inputs: GraphValue[] = []
  const outputs: GraphValue[] = []
  const initialised = new Set<string>()
  for (const part of field.fields()) {
    if (part.number === GRAPH.nodes) readNode(part, found)
    else if (part.number === GRAPH.initializers) {
      readTensor(part, found)
      for (const inner of part.fields()) if (inner.number === TENSOR.name) initialised.add(inner.text())
    } else if (part.number === GRAPH.sparse) readSparseTensor(part, found)
    else if (part.number === GRAPH.inputs) inputs.push(typeOf(part))
    else if (part.number === GRAPH.outputs) outputs.push(typeOf(part))
  }
  // Old files also list their weights as inputs.
  return { inputs: inputs.filter(({ name }) => !initialised.has(name)), outputs }
}

function readOpset(field: Field): OnnxFacts['opsets'][number] {
  let domain = ''
  let version = 0
  for (const part of field.fields()) {
    if (part.number === 1) domain = short(part.text())
    else if (part.number === 2) version = part.varint()
  }
  return { domain: domain === '' ? 'ai.onnx' : domain, version }
}

function readMetadata(field: Field): readonly [key: string, value: string] {
  let key = ''
  let value = ''
  for (const part of field.fields()) {
    if (part.number === 1) key = part.text()
    else if (part.number === 2) value = short(part.text())
  }
  return [key, value]
}

/** Parses an ONNX file without running it. Throws `BrokenProtobuf` for an invalid file. */
export function readOnnx(bytes: Uint8Array): ParsedOnnx {
  const found: Findings = { operators: new Set(), externalTensor: undefined }
  const opsets: OnnxFacts['opsets'] = []
  let irVersion = 0
  let producer = ''
  let producerVersion = ''
  let featureVersion: string | null = null
  let graph: GraphEnds | undefined
  for (const field of fieldsOf(bytes)) {
    if (field.number === MODEL.irVersion) irVersion = field.varint()
    else if (field.number === MODEL.producer) producer = short(field.text())
    else if (field.number === MODEL.producerVersion) producerVersion = short(field.text())
    else if (field.number === MODEL.opsets) opsets.push(readOpset(field))
    else if (field.number === MODEL.graph) graph = readGraph(field, found)
    else if (field.number === MODEL.metadata) {
      const [key, value] = readMetadata(field)
      if (key === FEATURE_VERSION_KEY) featureVersion = value
    } else if (field.number === MODEL.functions) {
      for (const part of field.fields()) if (part.number === FUNCTION_NODES) readNode(part, found)
    }
  }
  if (!graph || irVersion < 1 || irVersion > NEWEST_IR) throw new BrokenProtobuf('it contains no ONNX graph')
  if (opsets.length === 0) throw new BrokenProtobuf('it names no operator set')
  return {
    facts: {
      ir_version: irVersion,
      producer: `${producer} ${producerVersion}`.trim(),
      opsets: opsets.slice(0, MAX_LISTED),
      inputs: graph.inputs.slice(0, MAX_LISTED),
      outputs: graph.outputs.slice(0, MAX_LISTED),
      operators: [...found.operators].toSorted(),
      feature_version: featureVersion,
    },
    externalTensor: found.externalTensor,
  }
}

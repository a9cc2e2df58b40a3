import type { GraphValue } from '#contract/models/inspection.ts'
import type { Field } from './protobuf.ts'

/** Element types of onnx.proto, indexed by their numbers. */
const ELEMENT_TYPES = [
  'undefined',
  'float32',
  'uint8',
  'int8',
  'uint16',
  'int16',
  'int32',
  'int64',
  'string',
  'bool',
  'float16',
  'float64',
  'uint32',
  'uint64',
] as const

const VALUE = { name: 1, type: 2 }
/** Types other than tensors, by their field numbers in TypeProto. */
const OTHER_TYPES: Readonly<Record<number, string>> = { 4: 'sequence', 5: 'map', 8: 'sparse tensor', 9: 'optional' }
const TENSOR_TYPE = 1
const TENSOR = { element: 1, shape: 2 }
const DIMENSION = { value: 1, parameter: 2 }
const MAX_NAME = 200

function dimensionOf(field: Field): number | string {
  for (const part of field.fields()) {
    if (part.number === DIMENSION.value) return part.varint()
    if (part.number === DIMENSION.parameter) return part.text().slice(0, MAX_NAME)
  }
  return '?'
}

function tensorOf(field: Field): Omit<GraphValue, 'name'> {
  let type = 'undefined'
  const shape: (number | string)[] = []
  for (const part of field.fields()) {
    if (part.number === TENSOR.element) type = ELEMENT_TYPES[part.varint()] ?? `type ${part.varint()}`
    else if (part.number === TENSOR.shape) for (const dimension of part.fields()) shape.push(dimensionOf(dimension))
  }
  return { type, shape }
}

/** Name, element type and shape of a graph's input or output (ValueInfoProto). */
export function typeOf(field: Field): GraphValue {
  let name = ''
  let kind: Omit<GraphValue, 'name'> = { type: 'undefined', shape: [] }
  for (const part of field.fields()) {
    if (part.number === VALUE.name) name = part.text().slice(0, MAX_NAME)
    else if (part.number === VALUE.type) {
      for (const type of part.fields()) {
        if (type.number === TENSOR_TYPE) kind = tensorOf(type)
        else if (OTHER_TYPES[type.number] !== undefined) kind = { type: OTHER_TYPES[type.number] ?? '', shape: [] }
      }
    }
  }
  return { name, ...kind }
}

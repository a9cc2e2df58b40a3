import { PbfReader, PbfWriter } from 'pbf'
import { value } from './onnx.ts'

/** Copies a message field by field; `change` may replace a field. */
function copy(
  bytes: Uint8Array,
  change: (field: number, content: Uint8Array, writer: PbfWriter) => boolean,
): Uint8Array {
  const reader = new PbfReader(bytes)
  const writer = new PbfWriter()
  for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
    if (reader.type === 2) {
      const content = reader.readBytes()
      if (!change(field, content, writer)) writer.writeBytesField(field, content)
    } else if (reader.type === 0) writer.writeVarintField(field, reader.readVarint(true))
    else if (reader.type === 5) writer.writeFixed32Field(field, reader.readFixed32())
    else writer.writeDoubleField(field, reader.readDouble())
  }
  return writer.finish()
}

const operatorOf = (node: Uint8Array): string => {
  let operator = ''
  copy(node, (field, content) => {
    if (field === 4) operator = Buffer.from(content).toString()
    return false
  })
  return operator
}

/** A file without its ZipMap: its second output is the ZipMap's input, named `plain_probabilities`. */
export function withoutZipMap(file: Uint8Array): Uint8Array {
  let tensor = ''
  const graph = (content: Uint8Array) => {
    let outputs = 0
    return copy(content, (field, inner, writer) => {
      if (field === 1 && operatorOf(inner) === 'ZipMap') {
        copy(inner, (part, text) => {
          if (part === 1) tensor = Buffer.from(text).toString()
          return false
        })
        writer.writeBytesField(1, identity(tensor))
        return true
      }
      if (field !== 12) return false
      outputs += 1
      if (outputs === 1) return false
      const output = new PbfWriter()
      value('plain_probabilities', ['N', 3])(output)
      writer.writeBytesField(12, output.finish())
      return true
    })
  }
  return copy(file, (field, content, writer) => {
    if (field !== 7) return false
    writer.writeBytesField(7, graph(content))
    return true
  })
}

function identity(input: string): Uint8Array {
  const writer = new PbfWriter()
  writer.writeStringField(1, input)
  writer.writeStringField(2, 'plain_probabilities')
  writer.writeStringField(4, 'Identity')
  return writer.finish()
}

import { OPCODES, type Effect } from './opcodes.ts'

/** An opcode of a pickle with its argument. */
export interface Instruction {
  readonly effect: Effect
  readonly argument: Uint8Array
  /** Offset of the next instruction. */
  readonly next: number
}

const NEWLINE = 0x0a

function endOfLines(bytes: Uint8Array, start: number, lines: number): number | undefined {
  let end = start
  for (let i = 0; i < lines; i += 1) {
    const newline = bytes.indexOf(NEWLINE, end)
    if (newline < 0) return undefined
    end = newline + 1
  }
  return end
}

/** Reads a little-endian number; undefined if it exceeds the file. */
function lengthAt(bytes: Uint8Array, start: number, size: number): number | undefined {
  if (start + size > bytes.length) return undefined
  let length = 0
  for (let i = size - 1; i >= 0; i -= 1) length = length * 256 + (bytes[start + i] ?? 0)
  return length
}

/** Reads the instruction at an offset; undefined if it is invalid or incomplete. */
export function instructionAt(bytes: Uint8Array, at: number): Instruction | undefined {
  const opcode = OPCODES.get(bytes[at] ?? -1)
  if (!opcode) return undefined
  const { argument, effect } = opcode
  const start = at + 1
  const upTo = (from: number, next: number | undefined): Instruction | undefined =>
    next === undefined || next > bytes.length ? undefined : { effect, argument: bytes.subarray(from, next), next }
  if ('bytes' in argument) return upTo(start, start + argument.bytes)
  if ('lines' in argument) return upTo(start, endOfLines(bytes, start, argument.lines))
  const length = lengthAt(bytes, start, argument.length)
  const from = start + argument.length
  return upTo(from, length === undefined ? undefined : from + length)
}

/**
 * Layout of an opcode's argument: a fixed number of bytes, text lines, or bytes after a length field of 1, 4 or 8 bytes.
 */
type Argument = { readonly bytes: number } | { readonly lines: number } | { readonly length: 1 | 4 | 8 }

/** Effect of an opcode on the stack, as far as it matters for finding imports. */
type Effect =
  | 'none'
  | 'stop'
  | 'mark'
  | 'duplicate'
  | 'string'
  | 'remember'
  | 'recall'
  | 'global'
  | 'stack global'
  | 'extension'
  | { readonly pop: number | 'mark'; readonly push: 0 | 1 }

interface Opcode {
  readonly argument: Argument
  readonly effect: Effect
}

const NOTHING: Argument = { bytes: 0 }
const op = (effect: Effect, argument: Argument = NOTHING): Opcode => ({ argument, effect })
const stack = (pop: number | 'mark', push: 0 | 1, argument: Argument = NOTHING): Opcode => op({ pop, push }, argument)
const value = (argument: Argument = NOTHING) => stack(0, 1, argument)
const after = (length: 1 | 4 | 8): Argument => ({ length })
const line: Argument = { lines: 1 }
const bytes = (count: number): Argument => ({ bytes: count })
const ascii = (text: string) => text.charCodeAt(0)

/** Every opcode of pickle protocols 0 to 5 (Python's Lib/pickletools.py). */
const OPCODES: ReadonlyMap<number, Opcode> = new Map([
  [ascii('('), op('mark')],
  [ascii('.'), op('stop')],
  [ascii('0'), stack(1, 0)],
  [ascii('1'), stack('mark', 0)],
  [ascii('2'), op('duplicate')],
  [ascii('F'), value(line)],
  [ascii('I'), value(line)],
  [ascii('J'), value(bytes(4))],
  [ascii('K'), value(bytes(1))],
  [ascii('L'), value(line)],
  [ascii('M'), value(bytes(2))],
  [ascii('N'), value()],
  [ascii('P'), value(line)],
  [ascii('Q'), stack(1, 1)],
  [ascii('R'), stack(2, 1)],
  [ascii('S'), op('string', line)],
  [ascii('T'), op('string', after(4))],
  [ascii('U'), op('string', after(1))],
  [ascii('V'), op('string', line)],
  [ascii('X'), op('string', after(4))],
  [ascii('a'), stack(1, 0)],
  [ascii('b'), stack(1, 0)],
  [ascii('c'), op('global', { lines: 2 })],
  [ascii('d'), stack('mark', 1)],
  [ascii('}'), value()],
  [ascii('e'), stack('mark', 0)],
  [ascii('g'), op('recall', line)],
  [ascii('h'), op('recall', bytes(1))],
  [ascii('i'), op('global', { lines: 2 })],
  [ascii('j'), op('recall', bytes(4))],
  [ascii('l'), stack('mark', 1)],
  [ascii(']'), value()],
  [ascii('o'), stack('mark', 1)],
  [ascii('p'), op('remember', line)],
  [ascii('q'), op('remember', bytes(1))],
  [ascii('r'), op('remember', bytes(4))],
  [ascii('s'), stack(2, 0)],
  [ascii('t'), stack('mark', 1)],
  [ascii(')'), value()],
  [ascii('u'), stack('mark', 0)],
  [ascii('G'), value(bytes(8))],
  [ascii('B'), value(after(4))],
  [ascii('C'), value(after(1))],
  [0x80, op('none', bytes(1))],
  [0x81, stack(2, 1)],
  [0x82, op('extension', bytes(1))],
  [0x83, op('extension', bytes(2))],
  [0x84, op('extension', bytes(4))],
  [0x85, stack(1, 1)],
  [0x86, stack(2, 1)],
  [0x87, stack(3, 1)],
  [0x88, value()],
  [0x89, value()],
  [0x8a, value(after(1))],
  [0x8b, value(after(4))],
  [0x8c, op('string', after(1))],
  [0x8d, op('string', after(8))],
  [0x8e, value(after(8))],
  [0x8f, value()],
  [0x90, stack('mark', 0)],
  [0x91, stack('mark', 1)],
  [0x92, stack(3, 1)],
  [0x93, op('stack global')],
  [0x94, op('remember')],
  [0x95, op('none', bytes(8))],
  [0x96, value(after(8))],
  [0x97, value()],
  [0x98, op('none')],
])

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

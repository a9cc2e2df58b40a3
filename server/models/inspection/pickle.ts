import type { PickleFacts } from '#contract/models/inspection.ts'
import { instructionAt, type Instruction } from './pickle-instructions.ts'

/** Modules that let a pickle reach files, processes, the network or other code. */
const UNSAFE_MODULES = new Set([
  '__builtin__',
  'asyncio',
  'bdb',
  'builtins',
  'cProfile',
  'code',
  'codeop',
  'commands',
  'copyreg extension',
  'ctypes',
  'dill',
  'cloudpickle',
  'fileinput',
  'ftplib',
  'functools',
  'http',
  'httplib',
  'idlelib',
  'imaplib',
  'importlib',
  'inspect',
  'io',
  'linecache',
  'logging',
  'marshal',
  'mmap',
  'multiprocessing',
  'nt',
  'ntpath',
  'operator',
  'os',
  'pathlib',
  'pdb',
  'pickle',
  'pip',
  'pkgutil',
  'platform',
  'posix',
  'posixpath',
  'profile',
  'pty',
  'pydoc',
  'requests',
  'runpy',
  'shelve',
  'shutil',
  'signal',
  'smtplib',
  'socket',
  'socketserver',
  'ssl',
  'subprocess',
  'sys',
  'tempfile',
  'threading',
  'timeit',
  'trace',
  'types',
  'unittest',
  'urllib',
  'urllib2',
  'venv',
  'webbrowser',
  'xmlrpc',
  'zipimport',
])

/** Members of those modules that only create plain values. */
const SAFE_NAMES =
  /^(builtins|__builtin__)\.(set|frozenset|bytearray|complex|range|slice|object|dict|list|tuple|int|float|str|bool|bytes)$/

/** Unsafe members of otherwise safe packages. */
const UNSAFE_NAMES =
  /^(numpy\.(testing|f2py|distutils|load|fromfile)|torch\.(hub|load|serialization)|pandas\.(read_|eval|io)|joblib\.(load|parallel)|\?\.)|\.(eval|exec|system|popen|Popen|__import__|getattr)$/

/** True for an import that can do more than hold data. */
const isUnsafeImport = (name: string): boolean => {
  if (SAFE_NAMES.test(name)) return false
  const [root = ''] = name.split('.')
  return UNSAFE_MODULES.has(root) || name.startsWith('copyreg extension') || UNSAFE_NAMES.test(name)
}

/** A value on the unpickler's stack: a text, a mark, or anything else. */
type Value = { readonly text: string } | 'mark' | undefined

const MAX_TEXT = 300
const MAX_IMPORTS = 200
/** Deeper than the stack of any real file. */
const MAX_STACK = 1_000_000
const PROTO = 0x80
const HIGHEST_PROTOCOL = 5
const STOP = 0x2e

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, MAX_TEXT)).toString('utf8')
const textOrUnknown = (value: Value): string => (typeof value === 'object' ? value.text : '?')

/** Tracks the effect of instructions on texts only; no other values are created. */
function createReader() {
  const stack: Value[] = []
  const memo = new Map<string, Value>()
  const imports = new Set<string>()

  const addImport = (name: string) => {
    if (imports.size < MAX_IMPORTS) imports.add(name.slice(0, MAX_TEXT))
  }
  const pop = (count: number | 'mark') => {
    if (count === 'mark') while (stack.length > 0 && stack.pop() !== 'mark');
    else for (let i = 0; i < count; i += 1) stack.pop()
  }
  const slot = (argument: Uint8Array): string => (argument.length === 0 ? String(memo.size) : slotName(argument))

  return {
    imports,
    tooDeep: () => stack.length > MAX_STACK,
    apply({ effect, argument }: Instruction): void {
      if (typeof effect === 'object') {
        pop(effect.pop)
        if (effect.push === 1) stack.push(undefined)
      } else if (effect === 'mark') stack.push('mark')
      else if (effect === 'duplicate') stack.push(stack.at(-1))
      else if (effect === 'string') stack.push({ text: textOf(argument).replace(/^['"]|['"]?\r?\n$/g, '') })
      else if (effect === 'remember') memo.set(slot(argument), stack.at(-1))
      else if (effect === 'recall') stack.push(memo.get(slot(argument)))
      else if (effect === 'extension') {
        addImport(`copyreg extension ${argument[0] ?? 0}`)
        stack.push(undefined)
      } else if (effect === 'global') {
        const [module = '?', name = '?'] = latin1(argument.subarray(0, 2 * MAX_TEXT)).split('\n')
        addImport(`${module}.${name}`)
        stack.push(undefined)
      } else if (effect === 'stack global') {
        const name = stack.pop()
        addImport(`${textOrUnknown(stack.pop())}.${textOrUnknown(name)}`)
        stack.push(undefined)
      }
    },
  }
}

/** Memo slots are numbers, as a line of text or little-endian bytes. */
function slotName(argument: Uint8Array): string {
  const text = latin1(argument.subarray(0, MAX_TEXT))
  if (/^\d+\r?\n$/.test(text)) return text.trim()
  return String(argument.reduceRight((sum, byte) => sum * 256 + byte, 0))
}

const NAME = '[A-Za-z_][\\w.]{0,200}'
/** Matches both kinds of imports anywhere: two text lines, or two short strings. */
const IMPORTS_ANYWHERE = new RegExp(
  `c(${NAME})\\n(${NAME})\\n|\\x8c[\\s\\S](${NAME})\\x94?\\x8c[\\s\\S](${NAME})\\x94?\\x93`,
  'g',
)
const CHUNK = 8 * 1_048_576
const OVERLAP = 1_024

/** Finds imports by pattern in data that could not be read as instructions. */
function* importsLike(bytes: Uint8Array): Generator<string> {
  for (let start = 0; start < bytes.length; start += CHUNK) {
    const text = latin1(bytes.subarray(start, Math.min(bytes.length, start + CHUNK + OVERLAP)))
    for (const [, module, name, other, otherName] of text.matchAll(IMPORTS_ANYWHERE)) {
      yield `${module ?? other}.${name ?? otherName}`
    }
  }
}

/**
 * Lists the imports of a pickle without loading or decompressing anything. Undefined for a file that is not a pickle or ends
 * early. In files with raw arrays between the opcodes (joblib) the rest is searched by pattern, and the result is marked
 * incomplete.
 */
export function readPickle(bytes: Uint8Array): PickleFacts | undefined {
  const reader = createReader()
  const isBinary = bytes[0] === PROTO
  const protocol = isBinary ? (bytes[1] ?? 0) : 0
  if (protocol > HIGHEST_PROTOCOL) return undefined
  let stopped = false
  let at = 0
  while (!stopped && !reader.tooDeep()) {
    const instruction = instructionAt(bytes, at)
    if (!instruction) break
    reader.apply(instruction)
    stopped = instruction.effect === 'stop'
    at = instruction.next
  }
  // The oldest protocols have no magic number, so only a file that parses to its end counts as one.
  if (!stopped && (!isBinary || bytes.at(-1) !== STOP || reader.imports.size === 0)) return undefined
  if (at < bytes.length) for (const name of importsLike(bytes.subarray(at))) reader.imports.add(name)
  const imports = [...reader.imports].slice(0, MAX_IMPORTS)
  return {
    protocol,
    imports,
    dangerous: imports.filter(isUnsafeImport),
    complete: stopped && at === bytes.length,
    compression: null,
  }
}

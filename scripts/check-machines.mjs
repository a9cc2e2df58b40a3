// Holds the statecharts of the client to one shape: `onError` wherever a promise is invoked, and events written by
// commands, not by screens. Prints each offence and exits 1.
// `node scripts/check-machines.mjs [FOLDER]` looks at another checkout.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const EVENT_LITERAL = /\b(?:send|can)\(\s*\{\s*type\b/
const PROMISE = /(\w+):\s*fromPromise\b/g
const CLOSING = { '{': '}', '[': ']' }

/** The balanced block that starts at `start`; undefined if there is none. */
function blockAt(text, start) {
  const open = text[start]
  if (!(open in CLOSING)) return undefined
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === open) depth += 1
    if (text[at] === CLOSING[open] && (depth -= 1) === 0) return text.slice(start, at + 1)
  }
  return undefined
}

/** The objects of `invoke: {...}` and `invoke: [{...}, ...]`. */
function invocations(text) {
  return [...text.matchAll(/\binvoke:\s*/g)].flatMap(({ index, 0: key }) => {
    const block = blockAt(text, index + key.length)
    if (block === undefined || block.startsWith('{')) return block ?? []
    const objects = []
    for (let at = block.indexOf('{'); at >= 0; at = block.indexOf('{', at + objects.at(-1).length)) {
      objects.push(blockAt(block, at) ?? block.slice(at))
    }
    return objects
  })
}

const unhandled = (text, promises) =>
  invocations(text).flatMap((invocation) => {
    const [, quoted, inline] = /\bsrc:\s*(?:'(\w+)'|(fromPromise))/.exec(invocation) ?? []
    const isPromise = inline !== undefined || promises.has(quoted)
    return isPromise && !/\bonError\b/.test(invocation) ? [quoted ?? 'a promise'] : []
  })

const sourcesIn = (path) =>
  readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))

/** Of one machine: a folder, or a file. */
function machineProblems(root, entry) {
  const path = join(entry.parentPath, entry.name)
  const texts = (entry.isDirectory() ? sourcesIn(path) : [path]).map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }))
  const promises = new Set(texts.flatMap(({ text }) => [...text.matchAll(PROMISE)].map(([, name]) => name)))
  return texts.flatMap(({ path, text }) =>
    unhandled(text, promises).map((source) => `${path.slice(root.length + 1)}: ${source} is invoked without onError`),
  )
}

function screenProblems(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return sourcesIn(join(root, folder))
    .filter((path) => EVENT_LITERAL.test(readFileSync(path, 'utf8')))
    .map((path) => `${path.slice(root.length + 1)}: writes an event; use a command of the machine`)
}

/** What is wrong below `root`, one line each. */
export function findMachineProblems(root) {
  return [
    ...readdirSync(join(root, 'src/machines'), { withFileTypes: true }).flatMap((entry) =>
      machineProblems(root, entry),
    ),
    ...screenProblems(root, 'src/features'),
  ]
}

if (process.argv[1]?.endsWith('check-machines.mjs')) {
  const problems = findMachineProblems(resolve(process.argv[2] ?? '.'))
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
  console.log('machines: all of one shape')
}

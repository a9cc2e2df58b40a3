// Every rule that a test title cites can be looked up in docs/rules, and every number is given once. Every test that the
// security pages name as proof exists and cites the rule. Prints what is missing or doubled, with file and line, and exits 1.
// `node scripts/check-rules.mjs [FOLDER]` looks at another checkout.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const DEFINITION = /^- \*\*\[([A-Z]{2}-[A-Z]?\d+)\]\*\*/gm
const TITLE = /\b(?:it|test|describe)(?:\.\w+)*(?:\((?:[^()'"`]|\([^()]*\))*\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g
/** A rule stands in brackets, `[ST-7]`; the number of a fault (docs/rules/faults.md) does not, `ST-10`. */
const CITED = /(\[)?\b([A-Z]{2}-[A-Z]?\d+)\b/g
const FAULTS = 'docs/rules/faults.md'
/** Pages whose links name the proof of what they say: `[ST-7](../test/streams/order.test.ts)`. */
const PROVEN = ['docs/security.md', 'docs/asvs.md']
const LINK = /\[([^\]\n]+)\]\(([^)\n]+)\)/g
const RULE = /^[A-Z]{2}-[A-Z]?\d+$/

function* files(folder, pattern) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) yield* files(path, pattern)
    else if (pattern.test(name)) yield path
  }
}

const lineOf = (text, index) => text.slice(0, index).split('\n').length

/** What is wrong with the links of one page, one line each. */
function* linkProblems(root, page, rules) {
  const text = readFileSync(join(root, page), 'utf8')
  for (const { 1: name, 2: address, index } of text.matchAll(LINK)) {
    if (/^https?:/.test(address)) continue
    const place = `${page}:${lineOf(text, index)}`
    const path = join(root, dirname(page), address.replace(/#.*/, ''))
    if (!existsSync(path)) yield `${place}: ${address} does not exist`
    else if (!RULE.test(name)) continue
    else if (!rules.has(name)) yield `${place}: ${name} is defined nowhere`
    else if (!readFileSync(path, 'utf8').includes(`[${name}]`)) yield `${place}: ${address} does not cite ${name}`
  }
}

/** What is wrong below `root`, one line each. */
export function findRuleProblems(root) {
  const problems = []
  const rules = new Map()
  const faults = new Map()
  for (const path of files(join(root, 'docs/rules'), /\.md$/)) {
    const name = relative(root, path)
    const defined = name === FAULTS ? faults : rules
    const text = readFileSync(path, 'utf8')
    for (const { 1: id, index } of text.matchAll(DEFINITION)) {
      const place = `${name}:${lineOf(text, index)}`
      if (defined.has(id)) problems.push(`${place}: ${id} is defined in ${defined.get(id)} too`)
      defined.set(id, place)
    }
  }
  for (const path of files(join(root, 'test'), /\.(test|spec)\.tsx?$/)) {
    const text = readFileSync(path, 'utf8')
    for (const { 2: title, index } of text.matchAll(TITLE)) {
      for (const [, bracket, id] of title.matchAll(CITED))
        if (!(bracket ? rules : faults).has(id))
          problems.push(`${relative(root, path)}:${lineOf(text, index)}: ${id} is defined nowhere: ${title}`)
    }
  }
  for (const page of PROVEN) if (existsSync(join(root, page))) problems.push(...linkProblems(root, page, rules))
  return { problems, count: rules.size }
}

if (process.argv[1]?.endsWith('check-rules.mjs')) {
  const { problems, count } = findRuleProblems(resolve(process.argv[2] ?? '.'))
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
  console.log(`rules: ${count}, each cited one defined`)
}

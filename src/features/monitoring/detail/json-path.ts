import { failure, success, type Result } from '#src/lib/result.ts'

/** One step of a path: a property, a list index, all children, or all descendants. */
type Step =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'children' }
  | { readonly kind: 'descendants' }

export type ParsedPath = Result<readonly Step[]>

/** A value matched by a path, with its full path. */
export interface Match {
  readonly path: string
  readonly value: unknown
}

/** Maximum number of matches shown. */
export const MAX_MATCHES = 100
/** Maximum number of visited values: messages may be large, and `..*` matches everything. */
const MAX_VISITED = 50_000

const TOKEN = /\.\.|\.|\*|\[\s*(?:(-?\d+)|\*|'([^']*)'|"([^"]*)")\s*\]|([^.[\]*]+)/gy

/** Converts a token to a step; undefined for the dot between two names and for an empty name. */
function stepOf([token, index, single, double, bare]: RegExpExecArray): Step | undefined {
  if (token === '..') return { kind: 'descendants' }
  if (index !== undefined) return { kind: 'index', index: Number(index) }
  const name = single ?? double ?? bare?.trim()
  if (name === '' || token === '.') return undefined
  return name === undefined ? { kind: 'children' } : { kind: 'name', name }
}

/** Parses a path: `$.levels[0].price`, `levels.*.price`, `..rsi_14`, `['odd name']`. A leading `$` is optional. */
export function parsePath(path: string): ParsedPath {
  const text = path.trim().replace(/^\$/, '')
  const steps: Step[] = []
  let isOpen = false
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)
    if (token === null) return failure(`Cannot read the path at '${text.slice(at, at + 12)}'`)
    const step = stepOf(token)
    if (step !== undefined) steps.push(step)
    isOpen = step === undefined || step.kind === 'descendants'
  }
  return isOpen ? failure('A name is missing at the end of the path') : success(steps)
}

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const join = (path: string, name: string, inList: boolean): string =>
  inList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`

const childrenOf = ({ path, value }: Match): readonly Match[] =>
  isContainer(value)
    ? Object.keys(value).map((name) => ({ path: join(path, name, Array.isArray(value)), value: value[name] }))
    : []

/** A value and its descendants, breadth first, up to the limit. */
function descendantsOf(start: Match): readonly Match[] {
  const all: Match[] = [start]
  for (let next = 0; next < all.length && all.length < MAX_VISITED; next += 1) {
    const match = all[next]
    if (match !== undefined) all.push(...childrenOf(match))
  }
  return all
}

function childOf(match: Match, name: string): readonly Match[] {
  const { path, value } = match
  if (!isContainer(value) || !Object.hasOwn(value, name)) return []
  return [{ path: join(path, name, Array.isArray(value)), value: value[name] }]
}

function follow(match: Match, step: Step): readonly Match[] {
  switch (step.kind) {
    case 'name':
      return childOf(match, step.name)
    case 'index': {
      if (!Array.isArray(match.value)) return []
      return childOf(match, String(step.index < 0 ? match.value.length + step.index : step.index))
    }
    case 'children':
      return childrenOf(match)
    case 'descendants':
      return descendantsOf(match)
  }
}

/** Values of `data` matched by the steps, in document order. `isTruncated` when there are more than shown. */
export function select(
  data: unknown,
  steps: readonly Step[],
): { readonly matches: readonly Match[]; readonly isTruncated: boolean } {
  let matches: readonly Match[] = [{ path: '', value: data }]
  for (const step of steps) matches = matches.flatMap((each) => follow(each, step)).slice(0, MAX_VISITED)
  return { matches: matches.slice(0, MAX_MATCHES), isTruncated: matches.length > MAX_MATCHES }
}

/** One step of a path: a name, a place in a list, every child, or anywhere below. */
type Step =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'every' }
  | { readonly kind: 'below' }

export type ParsedPath =
  | { readonly ok: true; readonly steps: readonly Step[] }
  | { readonly ok: false; readonly error: string }

/** A value that a path leads to, and the whole way to it. */
export interface Found {
  readonly path: string
  readonly value: unknown
}

/** Most values that are shown of one path. */
export const FOUND_SHOWN = 100
/** Most places that are visited: a message may be large, and `..*` goes everywhere. */
const VISITED = 50_000

const TOKEN = /\.\.|\.|\*|\[\s*(?:(-?\d+)|\*|'([^']*)'|"([^"]*)")\s*\]|([^.[\]*]+)/gy

/** One piece of a path as a step; undefined for the dot between two names, and for a name without letters. */
function stepOf([whole, index, single, double, bare]: RegExpExecArray): Step | undefined {
  if (whole === '..') return { kind: 'below' }
  if (index !== undefined) return { kind: 'index', index: Number(index) }
  const name = single ?? double ?? bare?.trim()
  if (name === '' || whole === '.') return undefined
  return name === undefined ? { kind: 'every' } : { kind: 'name', name }
}

/** Reads a path: `$.levels[0].price`, `levels.*.price`, `..rsi_14`, `['odd name']`. A leading `$` may be left out. */
export function parsePath(path: string): ParsedPath {
  const text = path.trim().replace(/^\$/, '')
  const steps: Step[] = []
  let isOpen = false
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const token = TOKEN.exec(text)
    if (token === null) return { ok: false, error: `Cannot read the path at '${text.slice(at, at + 12)}'` }
    const step = stepOf(token)
    if (step !== undefined) steps.push(step)
    isOpen = step === undefined || step.kind === 'below'
  }
  return isOpen ? { ok: false, error: 'A name is missing at the end of the path' } : { ok: true, steps }
}

const isHolder = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const join = (path: string, name: string, inList: boolean): string =>
  inList ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`

const childrenOf = ({ path, value }: Found): readonly Found[] =>
  isHolder(value)
    ? Object.keys(value).map((name) => ({ path: join(path, name, Array.isArray(value)), value: value[name] }))
    : []

/** Something and everything below it, the nearest first, as long as there is room. */
function belowOf(start: Found): readonly Found[] {
  const all: Found[] = [start]
  for (let next = 0; next < all.length && all.length < VISITED; next += 1) {
    const found = all[next]
    if (found !== undefined) all.push(...childrenOf(found))
  }
  return all
}

function childOf(found: Found, name: string): readonly Found[] {
  const { path, value } = found
  if (!isHolder(value) || !Object.hasOwn(value, name)) return []
  return [{ path: join(path, name, Array.isArray(value)), value: value[name] }]
}

function follow(found: Found, step: Step): readonly Found[] {
  switch (step.kind) {
    case 'name':
      return childOf(found, step.name)
    case 'index': {
      if (!Array.isArray(found.value)) return []
      return childOf(found, String(step.index < 0 ? found.value.length + step.index : step.index))
    }
    case 'every':
      return childrenOf(found)
    case 'below':
      return belowOf(found)
  }
}

/** What the steps lead to in `data`, in its order. `isCut` when there is more than is shown. */
export function select(
  data: unknown,
  steps: readonly Step[],
): { readonly found: readonly Found[]; readonly isCut: boolean } {
  let found: readonly Found[] = [{ path: '', value: data }]
  for (const step of steps) found = found.flatMap((each) => follow(each, step)).slice(0, VISITED)
  return { found: found.slice(0, FOUND_SHOWN), isCut: found.length > FOUND_SHOWN }
}

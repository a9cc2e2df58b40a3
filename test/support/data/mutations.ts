import * as fc from 'fast-check'

/** Values that a broken server, a proxy or an attacker may send. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    undefined,
    true,
    '',
    ' ',
    '0',
    '-',
    '1e999',
    'M30',
    '<b>bold</b>',
    'x'.repeat(10_000),
    [],
    {},
    [[]],
    { toString: 'no' },
    -0,
    -1,
    0,
    1e12,
    1e308,
    -1e308,
    5e-324,
    Number.MAX_SAFE_INTEGER,
    Number.NaN,
    Infinity,
    -Infinity,
  ),
  fc.double({ noNaN: true }),
  fc.constant(JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')),
)

interface Mutation {
  readonly at: number
  readonly how: 'replace' | 'remove' | 'rename' | 'repeat'
  readonly value: unknown
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat({ max: 100_000 }),
  how: fc.constantFrom('replace', 'replace', 'remove', 'rename', 'repeat'),
  value: hostileValue,
})

interface Location {
  readonly holder: Record<string, unknown> | unknown[]
  readonly name: string
}

/** All locations of values in a tree, from the root down. */
function locationsOf(value: unknown): Location[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Location['holder']
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...locationsOf(Reflect.get(holder, name))])
}

function apply(root: unknown, { at, how, value: shared }: Mutation): unknown {
  // A copy, because a later mutation may change it.
  const value: unknown = structuredClone(shared)
  const locations = locationsOf(root)
  const location = locations[at % (locations.length + 1)]
  if (location === undefined) return how === 'remove' ? undefined : value
  const { holder, name } = location
  const current: unknown = Reflect.get(holder, name)
  if (how === 'replace') Reflect.set(holder, name, value)
  else if (how === 'repeat' && Array.isArray(current)) current.push(...current.slice(0, 50))
  else {
    Reflect.deleteProperty(holder, name)
    if (how === 'rename') Reflect.set(holder, `${name}_x`, current)
  }
  return root
}

/** The JSON value with up to six mutations. */
export const mutated = (value: unknown): fc.Arbitrary<unknown> =>
  fc
    .array(mutation, { minLength: 1, maxLength: 6 })
    // Clones the inserted values too, because later mutations may change them and runs must be independent.
    .map((mutations) =>
      mutations.reduce<unknown>(
        (root, each) => apply(root, { ...each, value: structuredClone(each.value) }),
        structuredClone(value),
      ),
    )

const UNPRINTABLE = /undefined|NaN|Infinity|\[object/

/** Paths of values that must never be displayed: non-finite numbers and leaked programming terms. */
export function findUnprintable(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? [] : [`${path}: ${value}`]
  if (typeof value === 'string') return UNPRINTABLE.test(value) ? [`${path}: ${value}`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, current]) => findUnprintable(current, `${path}.${name}`))
}

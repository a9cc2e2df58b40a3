import * as fc from 'fast-check'

/** What a broken server, a proxy or an attacker may put in place of a value. */
const strange: fc.Arbitrary<unknown> = fc.oneof(
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
  value: strange,
})

interface Place {
  readonly holder: Record<string, unknown> | unknown[]
  readonly name: string
}

/** Every place in a tree that holds a value, from the root down. */
function placesOf(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Place['holder']
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...placesOf(Reflect.get(holder, name))])
}

function apply(root: unknown, { at, how, value: shared }: Mutation): unknown {
  // A copy each time: the next mutation may reach into it.
  const value: unknown = structuredClone(shared)
  const places = placesOf(root)
  const place = places[at % (places.length + 1)]
  if (place === undefined) return how === 'remove' ? undefined : value
  const { holder, name } = place
  const held: unknown = Reflect.get(holder, name)
  if (how === 'replace') Reflect.set(holder, name, value)
  else if (how === 'repeat' && Array.isArray(held)) held.push(...held.slice(0, 50))
  else {
    Reflect.deleteProperty(holder, name)
    if (how === 'rename') Reflect.set(holder, `${name}_x`, held)
  }
  return root
}

/** A tree of JSON values with up to six things wrong in it. */
export const mutated = (value: unknown): fc.Arbitrary<unknown> =>
  fc
    .array(mutation, { minLength: 1, maxLength: 6 })
    // what is put in is cloned, too: later mutations reach into it, and one run must not touch the next
    .map((mutations) =>
      mutations.reduce<unknown>(
        (root, each) => apply(root, { ...each, value: structuredClone(each.value) }),
        structuredClone(value),
      ),
    )

const UNSPEAKABLE = /undefined|NaN|Infinity|\[object/

/** Where a tree holds what must never be drawn: figures that are none, or the names of programs' things. */
export function unspeakable(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0) ? [] : [`${path}: ${value}`]
  if (typeof value === 'string') return UNSPEAKABLE.test(value) ? [`${path}: ${value}`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, held]) => unspeakable(held, `${path}.${name}`))
}

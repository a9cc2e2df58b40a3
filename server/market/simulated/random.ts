/** Hashed randomness: the same numbers for the same seed, on every machine. */

/** Finaliser of MurmurHash3: every input bit affects every output bit. */
function finish(hash: number): number {
  let mixed = hash ^ (hash >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** Derives a 32-bit seed from another seed and a number. */
export const derive = (seed: number, value: number): number =>
  finish(Math.imul(seed ^ 0x9e3779b9, 0x01000193) ^ finish(value | 0))

/** Derives a 32-bit seed from a text. */
export const seedOf = (text: string): number =>
  [...text].reduce((seed, character) => derive(seed, character.codePointAt(0) ?? 0), 0)

/** A stream of random numbers from one seed: uniform in (0, 1), both excluded, and standard normal (Box-Muller). */
export interface Random {
  uniform(): number
  normal(): number
}

export function createRandom(seed: number): Random {
  let count = 0
  const uniform = () => (derive(seed, (count += 1)) + 0.5) / 4294967296
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
  return { uniform, normal }
}

/** Smooth noise through a standard normal number at each integer; keeps the last two, as it is read in order. */
export function createNoise(seed: number): (at: number) => number {
  const normalAt = (index: number) => createRandom(derive(seed, index)).normal()
  let index = Number.NaN
  let here = 0
  let next = 0
  return (at) => {
    const floor = Math.floor(at)
    if (floor !== index) {
      here = floor === index + 1 ? next : normalAt(floor)
      next = normalAt(floor + 1)
      index = floor
    }
    const share = at - floor
    return here + (next - here) * share * share * (3 - 2 * share)
  }
}

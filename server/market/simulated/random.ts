/** Hashed and streamed randomness: the same numbers for the same seed, on every machine. */

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

/** Derives a 32-bit seed from a text (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return finish(hash)
}

/** Uniform in (0, 1), both excluded, so that its logarithm is finite. */
export const uniformAt = (seed: number, index: number): number => (derive(seed, index) + 0.5) / 4294967296

/** Standard normal number at an index (Box-Muller). */
export function normalAt(seed: number, index: number): number {
  const radius = Math.sqrt(-2 * Math.log(uniformAt(seed, index)))
  return radius * Math.cos(2 * Math.PI * uniformAt(derive(seed, 1), index))
}

/** Smooth noise through standard normal numbers at the integers; caches the last two, as it is read in order. */
export function createNoise(seed: number): (at: number) => number {
  let index = Number.NaN
  let here = 0
  let next = 0
  return (at) => {
    const floor = Math.floor(at)
    if (floor !== index) {
      here = floor === index + 1 ? next : normalAt(seed, floor)
      next = normalAt(seed, floor + 1)
      index = floor
    }
    const share = at - floor
    const smooth = share * share * (3 - 2 * share)
    return here * (1 - smooth) + next * smooth
  }
}

/** A stream of random numbers from one seed (mulberry32), for sequences that are always generated completely. */
export interface Random {
  /** Uniform in (0, 1). */
  uniform(): number
  /** Standard normal. */
  normal(): number
}

export function createRandom(seed: number): Random {
  let state = seed
  let spare: number | undefined

  function uniform(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 4294967296
  }

  function normal(): number {
    if (spare !== undefined) {
      const value = spare
      spare = undefined
      return value
    }
    const radius = Math.sqrt(-2 * Math.log(uniform()))
    const angle = 2 * Math.PI * uniform()
    spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }

  return { uniform, normal }
}

import { seededRandom } from '#server/lib/random.ts'

/** Normally distributed random numbers (Box and Muller). */
export function normals(seed: number): () => number {
  const random = seededRandom(seed)
  let spare: number | undefined
  return () => {
    if (spare !== undefined) {
      const value = spare
      spare = undefined
      return value
    }
    const radius = Math.sqrt(-2 * Math.log(1 - random()))
    const angle = 2 * Math.PI * random()
    spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }
}

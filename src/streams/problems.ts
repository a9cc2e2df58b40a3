/** A data problem with its count and latest time (unix ms). Problems are values, never exceptions. */
export interface Problem {
  readonly kind: 'frame' | 'gap' | 'candle' | 'history' | 'stream'
  readonly text: string
  readonly count: number
  readonly at: number
}

const PROBLEM_LIMIT = 20

/** Adds a problem: one entry per kind and text, newest last, bounded. */
export function foldProblem(problems: readonly Problem[], problem: Problem): readonly Problem[] {
  const known = problems.find(({ kind, text }) => kind === problem.kind && text === problem.text)
  const counted = known === undefined ? problem : { ...problem, count: known.count + problem.count }
  return [...problems.filter((other) => other !== known), counted].slice(-PROBLEM_LIMIT)
}

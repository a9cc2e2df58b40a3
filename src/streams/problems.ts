/** Something that went wrong in the data, in words: how often, and when last (unix ms). A value, never an exception. */
export interface Problem {
  readonly kind: 'frame' | 'gap' | 'candle' | 'history' | 'stream'
  readonly text: string
  readonly count: number
  readonly at: number
}

const PROBLEM_LIMIT = 20

/** Counts a problem: one entry per kind and text, the newest last, bounded. */
export function foldProblem(problems: readonly Problem[], problem: Problem): readonly Problem[] {
  const known = problems.find(({ kind, text }) => kind === problem.kind && text === problem.text)
  const counted = known === undefined ? problem : { ...problem, count: known.count + problem.count }
  return [...problems.filter((other) => other !== known), counted].slice(-PROBLEM_LIMIT)
}

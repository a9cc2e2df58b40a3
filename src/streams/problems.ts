import type { FeedName } from './ports.ts'

/** Missed messages of one stream. */
export interface MissedMessages {
  readonly feed: FeedName
  readonly stream: string
  /** The server has started the stream's numbering anew. */
  readonly isRestart: boolean
  /** What was missed has been received late or reloaded. */
  readonly isFilled: boolean
}

/** A data problem with its count and latest time (unix ms). Problems are values, never exceptions. */
export interface Problem {
  readonly kind: 'frame' | 'gap' | 'candle' | 'history' | 'stream'
  readonly text: string
  readonly count: number
  readonly at: number
  /** Of a gap in a stream. */
  readonly missed?: MissedMessages
}

/** More than the server has streams, so that a gap in each of them is one list. */
const PROBLEM_LIMIT = 100

/** Adds a problem: one entry per kind and text, newest last, bounded. */
export function foldProblem(problems: readonly Problem[], problem: Problem): readonly Problem[] {
  const known = problems.find(({ kind, text }) => kind === problem.kind && text === problem.text)
  const counted = known === undefined ? problem : { ...problem, count: known.count + problem.count }
  return [...problems.filter((other) => other !== known), counted].slice(-PROBLEM_LIMIT)
}

/** Marks what was missed of a socket as filled: of one stream, or of all without it. */
export const fillMissed = (problems: readonly Problem[], feed: FeedName, stream?: string): readonly Problem[] =>
  problems.map((problem) => {
    const { missed } = problem
    if (missed?.feed !== feed || missed.isFilled || (stream ?? missed.stream) !== missed.stream) return problem
    return { ...problem, missed: { ...missed, isFilled: true } }
  })

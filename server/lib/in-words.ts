const WORDS: readonly (readonly [RegExp, string])[] = [
  [/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/, 'it cannot be reached'],
  [/ENOTFOUND|EAI_AGAIN/, 'its name cannot be resolved'],
  [/ECONNRESET|EPIPE|connection (was lost|is closed)/i, 'the connection was lost'],
  [/ETIMEDOUT|timed? ?out|no answer|no response/i, 'it does not answer'],
  [/^OOM\b/, 'its memory is full'],
  [/^MISCONF\b/, 'it cannot write to its disk'],
  [/^LOADING\b/, 'it still loads its data'],
  [/^READONLY\b/, 'it is a replica, which takes no writes'],
  [/^(NOAUTH|WRONGPASS|NOPERM)\b/, 'it refuses the user'],
]

/** Why a store cannot be used, for everyone: its own words, with addresses and commands, are for the log. */
export const inWords = (problem: string): string =>
  WORDS.find(([pattern]) => pattern.test(problem))?.[1] ?? 'it reports an error'

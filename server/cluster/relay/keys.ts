/** One hash tag keeps them on one node of a cluster, where a script may use them together. */
const TAG = '{pairbot}:relay'

export const RELAY_KEYS = {
  /** Hash: the number of the last row, the batch that wrote it, and the last batch of each leader. */
  head: `${TAG}:head`,
  /** Hash: what each leader runs, by its epoch. */
  leaders: `${TAG}:leaders`,
  /** Hash: the newest message of every stream of every leader, by its epoch and the stream. */
  newest: `${TAG}:newest`,
  /** Stream of all messages of all leaders, with the gapless ids `1-0`, `2-0`. */
  rows: `${TAG}:rows`,
} as const

/** One hash tag keeps them on one node of a cluster, where a script may use them together. */
const TAG = '{pairbot}:relay'

export const RELAY_KEYS = {
  /** Hash: epoch and term of the leader, the number of the last row, the batch that wrote it. */
  head: `${TAG}:head`,
  /** Hash: the newest message of every stream. */
  newest: `${TAG}:newest`,
  /** Stream of all messages, with the gapless ids `1-0`, `2-0`. */
  rows: `${TAG}:rows`,
} as const

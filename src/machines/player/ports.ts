/** Ports of the player. */
export interface PlayerPorts {
  /** Clock that never goes back while the player plays, in ms. */
  readonly now: () => number
}

/** What the API reference says of one route. */
export interface Operation {
  /** One line in the imperative: `List the users`. */
  readonly summary: string
  /** What the summary leaves open: units, order, limits, side effects. */
  readonly detail?: string
  /** A request body that the route accepts. Required where the route takes JSON. */
  readonly body?: unknown
  /** What the route returns if that is no JSON with a schema. */
  readonly returns?: { readonly type: string; readonly example: unknown }
}

/** Operations by method and path as registered, as in the policy table. */
export type Operations = Readonly<Record<string, Operation>>

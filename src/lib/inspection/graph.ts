import {
  and,
  not,
  or,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type StateValue,
} from 'xstate'

/** A state node of the chart. */
export interface StateShape {
  readonly id: string
  readonly key: string
  readonly kind: AnyStateNode['type']
  readonly parent?: string | undefined
  readonly isInitial: boolean
  readonly tags: readonly string[]
  readonly entry: readonly string[]
  readonly exit: readonly string[]
  readonly invokes: readonly string[]
}

/** A transition of the chart. Without targets it is internal. */
export interface TransitionShape {
  readonly id: string
  readonly source: string
  readonly targets: readonly string[]
  /** Label of the event: `socket.open`, `after connectTimeout`, `always`, `done: signIn`. */
  readonly label: string
  readonly guard?: string | undefined
  readonly actions: readonly string[]
}

/** The chart of a machine, as data that can be sent and saved. */
export interface MachineGraph {
  readonly states: readonly StateShape[]
  readonly transitions: readonly TransitionShape[]
}

type Part = Readonly<Record<string, unknown>>
const isPart = (value: unknown): value is Part =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** XState's own guards, by the function that evaluates them: their own names do not survive a production build. */
const evaluatorOf = (guard: unknown) => (isPart(guard) ? guard['check'] : undefined)
const JOINED_BY = new Map([
  [evaluatorOf(and([])), ' and '],
  [evaluatorOf(or([])), ' or '],
])
const NEGATED = evaluatorOf(not(''))

/** Name of an action, guard or actor as the machine's definition gives it, in any build. */
function nameOf(part: unknown): string {
  if (typeof part === 'string') return part
  if (!isPart(part)) return 'inline'
  const guards = Array.isArray(part['guards']) ? part['guards'].map(nameOf) : []
  if (part['check'] !== undefined) {
    if (part['check'] === NEGATED) return `not ${guards.join()}`
    return guards.join(JOINED_BY.get(part['check']) ?? ', ')
  }
  if (typeof part['type'] !== 'string') return 'inline'
  const event = part['event']
  const builtIn = part['type'].replace(/^xstate\./, '')
  return isPart(event) && typeof event['type'] === 'string' ? `${builtIn} ${event['type']}` : builtIn
}

/** XState schedules and cancels `after` by actions of its own; the chart shows those as transitions. */
const isTimer = (part: unknown): boolean =>
  isPart(part) &&
  (part['type'] === 'xstate.cancel' ||
    (isPart(part['event']) && String(part['event']['type']).startsWith('xstate.after')))
const namesOf = (parts: readonly unknown[]) => parts.filter((part) => !isTimer(part)).map(nameOf)

const OWN_EVENT = /^xstate\.(after|done\.actor|done\.state|error\.actor)\.(.*)$/

/** Readable label of an event type; XState's own event types contain state ids. */
export function eventLabel(eventType: string): string {
  if (eventType === '') return 'always'
  const [, kind = '', rest = ''] = OWN_EVENT.exec(eventType) ?? []
  if (kind === 'after') return `after ${rest.split('.')[0] ?? ''}`
  if (kind === 'done.actor') return `done: ${invokedName(rest)}`
  if (kind === 'error.actor') return `error: ${invokedName(rest)}`
  return kind === 'done.state' ? 'done' : eventType
}

/** Invocations without an id get one such as `0.session.checking`. */
const invokedName = (rest: string): string => (/^\d+\./.test(rest) ? (rest.split('.').at(-1) ?? rest) : rest)

const matches = (descriptor: string, type: string): boolean =>
  descriptor === type || descriptor === '*' || (descriptor.endsWith('.*') && type.startsWith(descriptor.slice(0, -1)))

/** A guard that was asked, by the id of its transition. */
export interface GuardResult {
  readonly transition: string
  readonly held: boolean
}

/**
 * The guards that were asked before a microstep from the active states `nodes`. XState takes the first transition of a state
 * whose guard holds, so those before it were refused; a state that takes none has refused all, and its parent is asked.
 */
export function guardsAsked(
  nodes: readonly AnyStateNode[],
  type: string,
  taken: readonly AnyTransitionDefinition[],
): readonly GuardResult[] {
  const isEventless = taken.some(({ eventType }) => eventType === '')
  const asked = new Map<string, boolean>()
  for (const leaf of nodes.filter(({ type: kind }) => kind === 'atomic' || kind === 'final')) {
    let node: AnyStateNode | undefined = leaf
    while (node !== undefined) {
      const candidates: readonly AnyTransitionDefinition[] = isEventless
        ? (node.always ?? [])
        : [...node.transitions.values()].flat().filter(({ eventType }) => matches(eventType, type))
      const chosen = candidates.findIndex((candidate) => taken.includes(candidate))
      for (const [index, candidate] of candidates.slice(0, chosen < 0 ? undefined : chosen + 1).entries()) {
        const id = ids.get(candidate)
        if (candidate.guard !== undefined && id !== undefined) asked.set(id, index === chosen)
      }
      node = chosen < 0 ? node.parent : undefined
    }
  }
  return [...asked].map(([transition, held]) => ({ transition, held }))
}

const ownTransitions = (node: AnyStateNode): readonly AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
]

const shapeOf = (node: AnyStateNode): StateShape => ({
  id: node.id,
  key: node.key,
  kind: node.type,
  parent: node.parent?.id,
  isInitial: node.parent?.type === 'compound' && (node.parent.initial.target ?? []).includes(node),
  tags: node.tags,
  entry: namesOf(node.entry),
  exit: namesOf(node.exit),
  invokes: node.invoke.map(({ src }) => nameOf(src)),
})

const ids = new WeakMap<AnyTransitionDefinition, string>()

/** Id of a transition in the chart of its machine; undefined for initial transitions and before `graphOf`. */
export const transitionId = (definition: AnyTransitionDefinition): string | undefined => ids.get(definition)

/** All states and transitions of a machine, including `always` and delayed ones, in order of definition. */
export function graphOf(machine: AnyStateMachine): MachineGraph {
  const states: StateShape[] = []
  const transitions: TransitionShape[] = []
  const walk = (node: AnyStateNode): void => {
    states.push(shapeOf(node))
    for (const [index, definition] of ownTransitions(node).entries()) {
      const id = `${node.id} ${index}`
      ids.set(definition, id)
      transitions.push({
        id,
        source: node.id,
        targets: definition.target?.map((target) => target.id) ?? [],
        label: eventLabel(definition.eventType),
        guard: definition.guard === undefined ? undefined : nameOf(definition.guard),
        actions: definition.actions.map(nameOf),
      })
    }
    for (const child of Object.values(node.states)) walk(child)
  }
  walk(machine.root)
  return { states, transitions }
}

/** Ids of the active states of a state value, the root first. */
export function activeIds(node: AnyStateNode, value: StateValue | undefined): readonly string[] {
  const below =
    typeof value === 'string'
      ? [[value, undefined] as const]
      : Object.entries(value ?? {}).map(([key, inner]) => [key, inner] as const)
  return [
    node.id,
    ...below.flatMap(([key, inner]) => {
      const child = node.states[key]
      return child === undefined ? [] : activeIds(child, inner)
    }),
  ]
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isStateValue = (value: unknown): value is StateValue =>
  typeof value === 'string' || (isRecord(value) && Object.values(value).every(isStateValue))

/** State value of a machine snapshot; undefined for other actors. */
export function stateValueOf(snapshot: unknown): StateValue | undefined {
  const value = isRecord(snapshot) ? snapshot['value'] : undefined
  return isStateValue(value) ? value : undefined
}

/** State value as text: `authenticated.(inactivity.watching | refresh.scheduled)`. */
export function valueText(value: StateValue): string {
  if (typeof value === 'string') return value
  const parts = Object.entries(value)
    .filter((part): part is [string, StateValue] => part[1] !== undefined)
    .map(([key, inner]) => {
      const text = valueText(inner)
      return text === '' ? key : `${key}.${text}`
    })
  return parts.length === 1 ? (parts[0] ?? '') : parts.length === 0 ? '' : `(${parts.join(' | ')})`
}

/** The chart with the inside of the `collapsed` states left out; their transitions start and end at them. */
export function collapseStates(graph: MachineGraph, collapsed: ReadonlySet<string>): MachineGraph {
  const parents = new Map(graph.states.map(({ id, parent }) => [id, parent]))
  /** The outermost collapsed state around a state, or itself. */
  const shownAs = (id: string): string => {
    let shown = id
    for (let at: string | undefined = id; at !== undefined; at = parents.get(at)) if (collapsed.has(at)) shown = at
    return shown
  }
  return {
    states: graph.states.filter(({ id }) => shownAs(id) === id),
    transitions: graph.transitions.flatMap((transition) => {
      const [source, targets] = [shownAs(transition.source), transition.targets.map(shownAs)]
      const isInside = source !== transition.source && targets.every((target) => target === source)
      return isInside ? [] : [{ ...transition, source, targets: [...new Set(targets)] }]
    }),
  }
}

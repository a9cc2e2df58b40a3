import { StateMachine, type ActorRefLike, type AnyActor, type AnyStateMachine } from 'xstate'

/** An actor that was inspected, as data that can be sent and saved. */
export interface ActorFacts {
  /** Unique across all actor systems of this page. */
  readonly key: string
  readonly name: string
  readonly parent?: string | undefined
  readonly startedAt: number
  readonly endedAt?: number | undefined
}

export interface ActorInfo extends ActorFacts {
  /** Its machine; undefined for promises and callbacks. */
  readonly machine: AnyStateMachine | undefined
  /** Undefined once it has stopped, so that it can be garbage-collected. */
  readonly ref: AnyActor | undefined
}

const MAX_ENDED = 30

const isActor = (ref: ActorRefLike): ref is AnyActor => 'logic' in ref && 'getSnapshot' in ref && 'system' in ref
/** An actor that is being created has no snapshot yet. */
const isLive = (ref: AnyActor): boolean => (ref.getSnapshot()?.status ?? 'active') === 'active'

/** Registry of the running actors and the last stopped ones. */
export function createActors(now: () => number) {
  const keys = new WeakMap<ActorRefLike, string>()
  const seen = new Map<string, ActorInfo>()
  let count = 0

  function nameOf(ref: AnyActor, machine: AnyStateMachine | undefined): string {
    // Invocations without an id have generated ones; their source is clearer.
    if (/^\d+\./.test(ref.id)) return typeof ref.src === 'string' ? ref.src : (machine?.id ?? ref.id)
    return /^x:\d+$/.test(ref.id) ? (machine?.id ?? ref.id) : ref.id
  }

  function add(ref: ActorRefLike): string {
    const known = keys.get(ref)
    if (known !== undefined) return known
    const key = `a${(count += 1)}`
    keys.set(ref, key)
    if (!isActor(ref)) return key
    const machine = ref.logic instanceof StateMachine ? ref.logic : undefined
    const parent = ref._parent === undefined ? undefined : add(ref._parent)
    seen.set(key, { key, name: nameOf(ref, machine), parent, machine, startedAt: now(), ref, endedAt: undefined })
    return key
  }

  /** Marks stopped actors and removes the oldest of them. */
  function sweep(): void {
    for (const [key, actor] of seen) {
      if (actor.ref && !isLive(actor.ref)) seen.set(key, { ...actor, ref: undefined, endedAt: now() })
    }
    const past = [...seen.values()].filter(({ ref }) => ref === undefined)
    for (const { key } of past.slice(0, Math.max(0, past.length - MAX_ENDED))) seen.delete(key)
  }

  return {
    keyOf: add,
    get: (key: string) => seen.get(key),
    sweep,
    list: (): readonly ActorInfo[] => {
      sweep()
      return [...seen.values()]
    },
  }
}

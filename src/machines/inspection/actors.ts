import { StateMachine, type ActorRefLike, type AnyActor, type AnyStateMachine } from 'xstate'

/** An actor that was seen. */
export interface ActorInfo {
  /** Unique over all systems of this page. */
  readonly key: string
  readonly name: string
  readonly parent: string | undefined
  /** The machine that it runs; undefined for promises and callbacks. */
  readonly machine: AnyStateMachine | undefined
  readonly startedAt: number
  /** Undefined once it has ended, so that nothing of it is kept. */
  readonly ref: AnyActor | undefined
  readonly endedAt: number | undefined
}

const MAX_ENDED = 30

const isActor = (ref: ActorRefLike): ref is AnyActor => 'logic' in ref && 'getSnapshot' in ref && 'system' in ref
const isLive = (ref: AnyActor): boolean => ref.getSnapshot()?.status === 'active'

/** All live actors, and the last ones that ended. */
export function createActors(now: () => number) {
  const keys = new WeakMap<ActorRefLike, string>()
  const seen = new Map<string, ActorInfo>()
  let count = 0

  function nameOf(ref: AnyActor, machine: AnyStateMachine | undefined): string {
    // Invocations without an id are numbered; what they were asked for says more.
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

  /** Notes who has ended since, and forgets the oldest of them. */
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
    list(): readonly ActorInfo[] {
      sweep()
      return [...seen.values()]
    },
  }
}

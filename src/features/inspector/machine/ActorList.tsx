import type { ActorFacts } from '#src/lib/inspection/actors.ts'
import { cx } from '#src/ui/cx.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { LIST, listKeys } from './list-keys.ts'
import { actor as actorClass, child, faint, list } from '../inspector.css.ts'

/** Actors in tree order, stopped ones last. */
export function inTreeOrder(
  actors: readonly ActorFacts[],
): readonly { readonly actor: ActorFacts; readonly depth: number }[] {
  const keys = new Set(actors.map(({ key }) => key))
  const childrenOf = (parent: string | undefined, depth: number): { actor: ActorFacts; depth: number }[] =>
    actors
      .filter(
        (candidate) =>
          (candidate.parent !== undefined && keys.has(candidate.parent) ? candidate.parent : undefined) === parent,
      )
      .toSorted((a, b) => Number(a.endedAt !== undefined) - Number(b.endedAt !== undefined))
      .flatMap((candidate) => [{ actor: candidate, depth }, ...childrenOf(candidate.key, depth + 1)])
  return childrenOf(undefined, 0)
}

export interface ActorListProps {
  readonly actors: readonly ActorFacts[]
  /** Its state at the moment that is shown. */
  readonly stateOf: (actor: string) => string | undefined
  readonly selected: string | undefined
  readonly onSelect: (key: string) => void
}

/** Running actors as a tree, and the last stopped ones. */
export function ActorList({ actors, stateOf, selected, onSelect }: ActorListProps) {
  if (actors.length === 0) return <EmptyState title="No actor has started yet" />
  const stop = actors.find(({ key }) => key === selected) ?? actors[0]
  return (
    <nav aria-label="Actors">
      <ul className={list} {...LIST}>
        {inTreeOrder(actors).map(({ actor, depth }) => (
          <li key={actor.key} className={cx(depth > 0 && child)}>
            <button
              type="button"
              className={actorClass}
              aria-current={actor.key === selected}
              onClick={() => onSelect(actor.key)}
              {...listKeys(actor === stop)}
            >
              <span>{actor.name}</span>
              <span className={faint}>
                {actor.endedAt === undefined ? (stateOf(actor.key) ?? 'running') : 'stopped'}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

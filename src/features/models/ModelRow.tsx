import type { ListedModel } from '#contract/models/listed.ts'
import type { ModelAct } from '#src/machines/models/texts.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Badge } from '#src/ui/display/Badge.tsx'
import { useCardPress } from '#src/ui/display/useCardPress.ts'
import { formatDateTime, toIso } from '#src/ui/format/time.ts'
import { figures } from '#src/ui/theme/figures.css.ts'
import { cx } from '#src/ui/cx.ts'
import { factsOf, scoringWords } from './facts.ts'
import * as css from './models.css.ts'

export type RowAct = Extract<ModelAct, 'activate' | 'deactivate' | 'remove'>

export interface ModelRowProps {
  readonly model: ListedModel
  /** What is under way with it. */
  readonly busy: ModelAct | undefined
  readonly onAct: (act: RowAct, model: ListedModel) => void
  readonly onOpen: (model: ListedModel) => void
}

function Moment({ word, at }: { readonly word: string; readonly at: number }) {
  return (
    <span>
      {word}{' '}
      <time className={figures} dateTime={toIso(at)}>
        {formatDateTime(at)}
      </time>
    </span>
  )
}

/** A model of the list. Pressing it opens its details; its buttons do what they say. */
export function ModelRow({ model, busy, onAct, onOpen }: ModelRowProps) {
  const { cardRef, titleRef } = useCardPress()
  const { id, name, description, isActive, createdAt, updatedAt, scoring } = model
  const words = scoring && scoring.state !== 'idle' ? scoringWords(scoring) : undefined
  const switching = busy !== undefined && busy !== 'remove'
  const act = isActive ? 'deactivate' : 'activate'
  return (
    <li>
      <article ref={cardRef} className={css.row} aria-label={name}>
        <div className={css.main}>
          <div className={css.head}>
            <button
              ref={titleRef}
              type="button"
              className={css.name}
              title={name}
              aria-haspopup="dialog"
              onClick={() => onOpen(model)}
            >
              {name}
            </button>
            <Badge tone={isActive ? 'success' : 'neutral'} shape="pill" dot={isActive}>
              {isActive ? 'Active' : 'Inactive'}
            </Badge>
            {words === undefined ? null : (
              <Badge tone={words.tone} title={scoring?.reason ?? undefined}>
                {words.text}
              </Badge>
            )}
          </div>
          {description === '' ? null : <p className={css.description}>{description}</p>}
          <p className={css.facts}>
            <span className={css.id}>{id}</span>
            {factsOf(model).map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
          <p className={cx(css.facts, figures)}>
            <Moment word="Created" at={createdAt} />
            <Moment word="Updated" at={updatedAt} />
          </p>
        </div>
        <div className={css.actions}>
          <Button size="small" busy={switching} disabled={busy === 'remove'} onClick={() => onAct(act, model)}>
            {isActive ? 'Deactivate' : 'Activate'}
          </Button>
          <Button
            size="small"
            variant="danger"
            busy={busy === 'remove'}
            disabled={switching}
            onClick={() => onAct('remove', model)}
          >
            Delete
          </Button>
        </div>
      </article>
    </li>
  )
}

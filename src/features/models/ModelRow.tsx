import type { ListedModel } from '#contract/models/view-model.ts'
import { PAIRS, parsePair } from '#contract/pairs.ts'
import { useDashboardView } from '#src/app/use-dashboard-view.ts'
import { hasFile } from '#src/machines/models/machine.ts'
import type { ModelAction } from '#src/machines/models/texts.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { useCardPress } from '#src/ui/cards/useCardPress.ts'
import { formatDateTime, toIso } from '#src/ui/format/time.ts'
import { tabularNums } from '#src/ui/theme/layout.css.ts'
import { cx } from '#src/ui/cx.ts'
import { activeTone, modelSummary, scoringLabel } from './model-labels.ts'
import * as css from './models.css.ts'

export type RowAction = Extract<ModelAction, 'activate' | 'deactivate' | 'remove'>

export interface ModelRowProps {
  readonly model: ListedModel
  /** The pending action on this model. */
  readonly busy: ModelAction | undefined
  readonly onAction: (action: RowAction, model: ListedModel) => void
  readonly onOpen: (model: ListedModel) => void
}

function Timestamp({ label, at }: { readonly label: string; readonly at: number }) {
  return (
    <span>
      {label}{' '}
      <time className={tabularNums} dateTime={toIso(at)}>
        {formatDateTime(at)}
      </time>
    </span>
  )
}

/** A model in the list. A press anywhere except on its buttons opens its details. */
export function ModelRow({ model, busy, onAction, onOpen }: ModelRowProps) {
  const { cardRef, titleRef } = useCardPress()
  const { id, name, description, isActive, createdAt, updatedAt, scoring } = model
  const scoringBadge = scoring && scoring.state !== 'idle' ? scoringLabel(scoring) : undefined
  const tone = activeTone(model)
  const shown = useDashboardView().pair
  const pair = parsePair(model.pair ?? '') ?? shown
  const switching = busy !== undefined && busy !== 'remove'
  const action = isActive ? 'deactivate' : 'activate'
  return (
    <li>
      <article ref={cardRef} className={css.model} aria-label={name}>
        <div className={css.content}>
          <div className={css.header}>
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
            <Badge tone={tone} shape="pill" dot={tone === 'success'}>
              {isActive ? 'Active' : 'Inactive'}
            </Badge>
            {pair === shown ? null : (
              <Badge tone="info" title={`The dashboard shows ${PAIRS[shown].label}`}>
                For {PAIRS[pair].label}, not {PAIRS[shown].label}
              </Badge>
            )}
            {scoringBadge === undefined ? null : (
              <Badge tone={scoringBadge.tone} title={scoring?.reason ?? undefined}>
                {scoringBadge.text}
              </Badge>
            )}
          </div>
          {description === '' ? null : <p className={css.description}>{description}</p>}
          <p className={css.facts}>
            <span className={css.id} title={id}>
              {id}
            </span>
            {modelSummary(model).map((fact) => (
              <span key={fact} className={css.fact} title={fact}>
                {fact}
              </span>
            ))}
          </p>
        </div>
        <p className={cx(css.dates, tabularNums)}>
          <Timestamp label="Created" at={createdAt} />
          <Timestamp label="Updated" at={updatedAt} />
        </p>
        <div className={css.actions}>
          <Button
            size="small"
            busy={switching}
            disabled={busy === 'remove' || !(isActive || hasFile(model))}
            onClick={() => onAction(action, model)}
          >
            {isActive ? 'Deactivate' : 'Activate'}
          </Button>
          <Button
            size="small"
            variant="danger"
            busy={busy === 'remove'}
            disabled={switching}
            onClick={() => onAction('remove', model)}
          >
            Delete
          </Button>
        </div>
      </article>
    </li>
  )
}

import { Table as TableIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedModel } from '#contract/models/view-model.ts'
import type { ModelsContext } from '#src/machines/models/types.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'
import { RefreshButton } from '#src/ui/controls/RefreshButton.tsx'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { Card, type CardState } from '#src/ui/cards/Card.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { formatExact } from '#src/ui/format/time.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import { ModelRow, type RowAction } from './ModelRow.tsx'
import * as css from './models.css.ts'

export interface ModelManagerProps {
  readonly models: ModelsContext
  readonly isLoading: boolean
  /** Shows all models instead of the inactive ones only. */
  readonly showsAll: boolean
  readonly onShowAll: (all: boolean) => void
  readonly onRefresh: () => void
  readonly onAutoActivate: () => void
  readonly onUpload: () => void
  /** Opens the table of all models, if there is one. */
  readonly onTable: (() => void) | undefined
  readonly onAction: (act: RowAction, model: ListedModel) => void
  readonly onOpen: (model: ListedModel) => void
}

function stateOf({ models, failure, loadedAt }: ModelsContext, isLoading: boolean, onRetry: () => void): CardState {
  if (failure !== undefined) {
    if (models === undefined) return { kind: 'error', message: failure, onRetry, busy: isLoading }
    return { kind: 'stale', text: `${failure} · showing data from ${formatExact(loadedAt ?? 0)}` }
  }
  return models === undefined ? { kind: 'loading', text: 'Loading models...' } : { kind: 'ready' }
}

function Models({ models, showsAll, onAction, onOpen }: ModelManagerProps) {
  const all = models.models ?? []
  const shown = showsAll ? all : all.filter(({ isActive }) => !isActive)
  if (shown.length === 0) {
    return (
      <EmptyState title={showsAll ? 'No models found' : 'No inactive models found'}>
        {all.length === 0 ? 'Add models with Bulk Upload.' : 'All models are active.'}
      </EmptyState>
    )
  }
  return (
    <ul className={css.list} aria-label={showsAll ? 'All models' : 'Inactive models'}>
      {shown.map((model) => (
        <ModelRow
          key={model.id}
          model={model}
          busy={models.pending[model.id]?.action}
          onAction={onAction}
          onOpen={onOpen}
        />
      ))}
    </ul>
  )
}

const countsOf = (models: readonly ListedModel[]): string => {
  const active = models.filter(({ isActive }) => isActive).length
  return `${active} active, ${models.length - active} inactive`
}

/** As high as the number of models, until it is known. */
const NO_COUNTS = '\u00A0'

export interface ManagerFrameProps {
  readonly state: CardState
  readonly trailing?: ReactNode
  readonly bar: ReactNode
  readonly counts?: string | undefined
  readonly children?: ReactNode
}

/** The card of the models: of the same height while its parts are loaded. */
export const ManagerFrame = ({ state, trailing, bar, counts = NO_COUNTS, children }: ManagerFrameProps) => (
  <Card
    className={css.manager}
    title="ML Model Manager"
    help={<Help of="ML Model Manager" topic="models" />}
    compact
    trailing={trailing}
    bar={<div className={css.bar}>{bar}</div>}
    state={state}
    bodyHeight="168px"
    footer={
      <>
        <span>{counts}</span>
        <span>
          Times in {zoneName()}. Only .onnx models generate signals; .pkl and .joblib files are stored but never loaded.
        </span>
      </>
    }
  >
    {children}
  </Card>
)

/** The list of uploaded models and its actions. */
export function ModelManager(props: ModelManagerProps) {
  const { models, isLoading, showsAll, onShowAll, onRefresh, onAutoActivate, onUpload, onTable } = props
  const isActivating = Object.values(models.pending).some(({ action }) => action === 'auto-activate')
  return (
    <ManagerFrame
      trailing={
        <>
          <RefreshButton size="small" iconOnly isLoading={isLoading} onRefresh={onRefresh} />
          <Button size="small" variant="primary" onClick={onUpload}>
            Bulk Upload
          </Button>
        </>
      }
      bar={
        <>
          <Switch label="Show all models" checked={showsAll} onChange={onShowAll} />
          <div className={css.barActions}>
            {showsAll ? null : (
              <Button size="small" busy={isActivating} onClick={onAutoActivate}>
                Auto-Activate First
              </Button>
            )}
            {onTable === undefined ? null : (
              <IconButton
                size="small"
                variant="secondary"
                label="Table"
                icon={<TableIcon size={14} aria-hidden="true" />}
                onClick={onTable}
              />
            )}
          </div>
        </>
      }
      state={stateOf(models, isLoading, onRefresh)}
      counts={models.models && countsOf(models.models)}
    >
      <Models {...props} />
    </ManagerFrame>
  )
}

import { useInspected } from '#src/app/services.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { ListedModel } from '#contract/models/listed.ts'
import type { ActivationChange } from '#contract/models/model.ts'
import { detailsMachine } from '#src/machines/models/details.ts'
import type { ModelsActor } from '#src/machines/models/machine.ts'
import type { ModelsApi } from '#src/machines/models/ports.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { formatExact } from '#src/ui/format/time.ts'
import { DetailsDialog } from './DetailsDialog.tsx'

export interface OpenedModelProps {
  readonly api: ModelsApi
  readonly models: ModelsActor
  readonly model: ListedModel
  readonly onClose: () => void
}

/** Loads and shows the details of a model. */
export function OpenedModel({ api, models, model, onClose }: OpenedModelProps) {
  const { dialogs, toasts } = useOverlays()
  const [machine] = useState(() => detailsMachine(api, model.id))
  const actor = useActorRef(machine, { id: 'model details', ...useInspected() })
  const { details, failure } = useSelector(actor, ({ context }) => context)
  const isLoading = useSelector(actor, (snapshot) => snapshot.matches('loading'))
  const busy = useSelector(models, ({ context }) => context.pending[model.id])
  const isRollingBack = useSelector(models, ({ context }) => context.isRollingBack)

  useEffect(() => {
    const failures = actor.on('failed', ({ text }) => toasts.error(text))
    const changes = models.on('changed', () => actor.send({ type: 'refresh' }))
    return () => {
      failures.unsubscribe()
      changes.unsubscribe()
    }
  }, [actor, models, toasts])

  async function rollBack(change: ActivationChange) {
    const isConfirmed = await dialogs.confirm({
      title: 'Roll back',
      text: `Restore the activations from before ${formatExact(Date.parse(change.at))}?\nAll later activations and deactivations, including those of other models, are undone.`,
      confirmText: 'Roll back',
    })
    if (isConfirmed) models.send({ type: 'rollBack', changeId: change.id })
  }

  return (
    <DetailsDialog
      model={model}
      details={details}
      failure={failure}
      isLoading={isLoading}
      isSwitching={busy !== undefined}
      isRollingBack={isRollingBack}
      onSwitch={() => models.send({ type: 'action', action: model.isActive ? 'deactivate' : 'activate', model })}
      onRollBack={(change) => void rollBack(change)}
      onRetry={() => actor.send({ type: 'refresh' })}
      onClose={onClose}
    />
  )
}

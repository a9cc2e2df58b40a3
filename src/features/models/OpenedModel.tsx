import { useSelector } from '@xstate/react'
import type { ListedModel } from '#contract/models/view-model.ts'
import type { ActivationChange } from '#contract/models/model.ts'
import {
  isLoadingDetails,
  isRollingBack,
  modelList,
  type ModelsActor,
  type ModelsCommands,
} from '#src/machines/models/machine.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { formatExact } from '#src/ui/format/time.ts'
import { DetailsDialog } from './DetailsDialog.tsx'

export interface OpenedModelProps {
  readonly models: ModelsActor
  readonly commands: ModelsCommands
  readonly model: ListedModel
}

/** Shows the details of the opened model. */
export function OpenedModel({ models, commands, model }: OpenedModelProps) {
  const { dialogs } = useOverlays()
  const { details, detailsFailure, pending } = useSelector(models, modelList)

  async function rollBack(change: ActivationChange) {
    const isConfirmed = await dialogs.confirm({
      title: 'Roll back',
      text: `Restore the activations from before ${formatExact(Date.parse(change.at))}?\nAll later activations and deactivations, including those of other models, are undone.`,
      confirmText: 'Roll back',
    })
    if (isConfirmed) commands.rollBack(change.id)
  }

  return (
    <DetailsDialog
      model={model}
      details={details}
      failure={detailsFailure}
      isLoading={useSelector(models, isLoadingDetails)}
      isSwitching={pending[model.id] !== undefined}
      isRollingBack={useSelector(models, isRollingBack)}
      onSwitch={() => commands.run(model.isActive ? 'deactivate' : 'activate', model)}
      onRollBack={(change) => void rollBack(change)}
      onRetry={commands.refreshDetails}
      onClose={commands.closeDetails}
    />
  )
}

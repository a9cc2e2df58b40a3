import { useActorRef, useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ActivationChange } from '#contract/models/model.ts'
import type { ListedModel } from '#contract/models/view-model.ts'
import { useInspected } from '#src/app/services.ts'
import { createUploadMachine, isUploading, uploadCommands, uploadList } from '#src/machines/model-upload/machine.ts'
import {
  createModelsMachine,
  isLoadingDetails,
  isLoadingList,
  isRollingBack,
  modelList,
  type ModelsActor,
  modelsCommands,
  type ModelsCommands,
  openedModel,
} from '#src/machines/models/machine.ts'
import type { ModelsApi } from '#src/machines/models/types.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { DetailsDialog } from './DetailsDialog.tsx'
import { ModelManager } from './ModelManager.tsx'
import type { RowAction } from './ModelRow.tsx'
import { UploadDialog } from './UploadDialog.tsx'
import { type ModelAddress, type ModelTableAddress, useAddressedDetails } from './model-address.ts'
import { ModelsTable } from './table/ModelsTable.tsx'

interface OpenedModelProps {
  readonly models: ModelsActor
  readonly commands: ModelsCommands
  readonly model: ListedModel
}

/** Shows the details of the opened model. */
function OpenedModel({ models, commands, model }: OpenedModelProps) {
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

/** Starts the panel's actors and shows their notices as toasts and alerts. */
function usePanelActors(api: ModelsApi, onUploaded: () => void) {
  const { dialogs, toasts } = useOverlays()
  const [machines] = useState(() => ({
    models: createModelsMachine({ api, now: Date.now }),
    upload: createUploadMachine({ api }),
  }))
  const inspected = useInspected()
  const models = useActorRef(machines.models, { id: 'models', ...inspected })
  const upload = useActorRef(machines.upload, { id: 'model upload', ...inspected })
  const modelActions = useMemo(() => modelsCommands(models), [models])
  const uploadActions = useMemo(() => uploadCommands(upload), [upload])

  useEffect(() => {
    const modelNotices = models.on('notice', ({ tone, text }) => toasts[tone](text))
    const uploadNotices = upload.on('notice', ({ tone, text }) => toasts[tone](text))
    const alerts = upload.on('alert', ({ text }) => void dialogs.alert({ title: text }))
    const stored = upload.on('stored', modelActions.refresh)
    const endings = upload.on('ended', ({ isComplete }) => {
      if (isComplete) onUploaded()
      // A file whose upload was cancelled may have been stored.
      else modelActions.refresh()
    })
    return () => {
      for (const subscription of [modelNotices, uploadNotices, alerts, stored, endings]) subscription.unsubscribe()
    }
  }, [models, upload, modelActions, dialogs, toasts, onUploaded])

  return { models, upload, modelActions, uploadActions }
}

export interface ModelsPanelProps {
  readonly api: ModelsApi
  /** Where the open details have their address; undefined where they have none. */
  readonly address?: ModelAddress | undefined
  /** Where the table of all models has its address; without it there is none. */
  readonly table?: ModelTableAddress | undefined
}

/** The model manager with its dialogs. */
export function ModelsPanel({ api, address, table }: ModelsPanelProps) {
  const { dialogs } = useOverlays()
  const [showsAll, setShowsAll] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const [closeUpload] = useState(() => () => setChoosing(false))
  const { models, upload, modelActions: commands, uploadActions } = usePanelActors(api, closeUpload)
  const modelActions = useAddressedDetails(models, commands, address)
  const uploads = useSelector(upload, isUploading)
  const opened = useSelector(models, openedModel)
  const list = useSelector(models, modelList)
  const openDetails = useCallback(({ id }: ListedModel) => modelActions.openDetails(id), [modelActions])

  async function remove(model: ListedModel) {
    const isConfirmed = await dialogs.confirm({
      title: 'Delete model',
      text: `Are you sure you want to delete the model "${model.name}"?\nThis action cannot be undone. The model and all associated files will be permanently removed.`,
      confirmText: 'Delete',
      danger: true,
    })
    if (isConfirmed) modelActions.run('remove', model)
  }
  const runAction = (action: RowAction, model: ListedModel) => {
    if (action === 'remove') void remove(model)
    else modelActions.run(action, model)
  }

  const details =
    opened === undefined ? null : <OpenedModel key={opened.id} models={models} commands={modelActions} model={opened} />

  return (
    <>
      <ModelManager
        models={list}
        isLoading={useSelector(models, isLoadingList)}
        showsAll={showsAll}
        onShowAll={setShowsAll}
        onRefresh={modelActions.refresh}
        onAutoActivate={modelActions.autoActivate}
        onUpload={() => setChoosing(true)}
        onAction={runAction}
        onOpen={openDetails}
        onTable={table?.open}
      />
      <UploadDialog
        open={isChoosing}
        upload={useSelector(upload, uploadList)}
        isUploading={uploads}
        onAdd={uploadActions.add}
        onRemove={uploadActions.remove}
        onClear={uploadActions.clear}
        onSubmit={uploadActions.submit}
        onCancel={uploads ? uploadActions.cancel : closeUpload}
        onClose={closeUpload}
      />
      {table?.search.models === 'table' && list.models !== undefined ? (
        <ModelsTable
          api={api}
          models={list.models}
          address={table}
          onOpen={openDetails}
          onChanged={modelActions.refresh}
        >
          {details}
        </ModelsTable>
      ) : (
        details
      )}
    </>
  )
}

import { useInspected } from '#src/app/services.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { ListedModel } from '#contract/models/listed.ts'
import { modelsMachine } from '#src/machines/models/machine.ts'
import type { ModelsApi } from '#src/machines/models/ports.ts'
import { uploadMachine } from '#src/machines/model-upload/machine.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { ModelManager } from './ModelManager.tsx'
import type { RowAction } from './ModelRow.tsx'
import { OpenedModel } from './OpenedModel.tsx'
import { UploadDialog } from './UploadDialog.tsx'

/** Starts the panel's actors and shows their notices as toasts and alerts. */
function usePanelActors(api: ModelsApi, onUploaded: () => void) {
  const { dialogs, toasts } = useOverlays()
  const [machines] = useState(() => ({ models: modelsMachine(api, Date.now), upload: uploadMachine(api) }))
  const inspected = useInspected()
  const models = useActorRef(machines.models, { id: 'models', ...inspected })
  const upload = useActorRef(machines.upload, { id: 'model upload', ...inspected })

  useEffect(() => {
    const modelNotices = models.on('notice', ({ tone, text }) => toasts[tone](text))
    const uploadNotices = upload.on('notice', ({ tone, text }) => toasts[tone](text))
    const alerts = upload.on('alert', ({ text }) => void dialogs.alert({ title: text }))
    const endings = upload.on('ended', ({ isComplete }) => {
      models.send({ type: 'refresh' })
      if (isComplete) onUploaded()
    })
    return () => {
      for (const subscription of [modelNotices, uploadNotices, alerts, endings]) subscription.unsubscribe()
    }
  }, [models, upload, dialogs, toasts, onUploaded])

  return { models, upload }
}

/** The model manager with its dialogs. */
export function ModelsPanel({ api }: { readonly api: ModelsApi }) {
  const { dialogs } = useOverlays()
  const [showsAll, setShowsAll] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const [closeUpload] = useState(() => () => setChoosing(false))
  const [openedId, setOpenedId] = useState<string>()
  const { models, upload } = usePanelActors(api, closeUpload)
  const list = useSelector(models, ({ context }) => context)
  const isLoading = useSelector(models, (snapshot) => snapshot.matches('loading'))
  const files = useSelector(upload, ({ context }) => context)
  const isUploading = useSelector(upload, (snapshot) => snapshot.matches('uploading'))
  const opened = list.models?.find(({ id }) => id === openedId)

  async function remove(model: ListedModel) {
    const isConfirmed = await dialogs.confirm({
      title: 'Delete model',
      text: `Are you sure you want to delete the model "${model.name}"?\nThis action cannot be undone. The model and all associated files will be permanently removed.`,
      confirmText: 'Delete',
      danger: true,
    })
    if (isConfirmed) models.send({ type: 'action', action: 'remove', model })
  }
  const runAction = (action: RowAction, model: ListedModel) => {
    if (action === 'remove') void remove(model)
    else models.send({ type: 'action', action: action, model })
  }

  return (
    <>
      <ModelManager
        models={list}
        isLoading={isLoading}
        showsAll={showsAll}
        onShowAll={setShowsAll}
        onRefresh={() => models.send({ type: 'refresh' })}
        onAutoActivate={() => models.send({ type: 'autoActivate' })}
        onUpload={() => setChoosing(true)}
        onAction={runAction}
        onOpen={({ id }) => setOpenedId(id)}
      />
      <UploadDialog
        open={isChoosing}
        upload={files}
        isUploading={isUploading}
        onAdd={(added) => upload.send({ type: 'files.added', files: added })}
        onRemove={(id) => upload.send({ type: 'file.removed', id })}
        onClear={() => upload.send({ type: 'cleared' })}
        onSubmit={() => upload.send({ type: 'submit' })}
        onCancel={() => (isUploading ? upload.send({ type: 'cancel' }) : closeUpload())}
        onClose={closeUpload}
      />
      {opened === undefined ? null : (
        <OpenedModel key={opened.id} api={api} models={models} model={opened} onClose={() => setOpenedId(undefined)} />
      )}
    </>
  )
}

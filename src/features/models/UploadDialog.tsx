import { UPLOAD_ACCEPT } from '#contract/models/upload.ts'
import { MODEL_LIMITS } from '#contract/limits.ts'
import type { UploadFile } from '#src/machines/model-upload/files.ts'
import type { UploadContext } from '#src/machines/model-upload/machine.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Meter } from '#src/ui/data/Meter.tsx'
import { FilePicker } from '#src/ui/fields/FilePicker.tsx'
import { formatMegabytes, formatPercent, pluralize } from '#src/ui/format/number.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import * as css from './models.css.ts'

export interface UploadDialogProps {
  readonly open: boolean
  readonly upload: UploadContext
  readonly isUploading: boolean
  readonly onAdd: (files: readonly File[]) => void
  readonly onRemove: (id: number) => void
  readonly onClear: () => void
  readonly onSubmit: () => void
  /** Aborts a running upload, otherwise closes the dialog. */
  readonly onCancel: () => void
  readonly onClose: () => void
}

const MIB = 1_048_576
const SHARE = { kind: 'measurement', says: 'The share of the file that was sent.' } as const

function KindBadge({ kind }: Pick<UploadFile, 'kind'>) {
  if (kind === 'model') return null
  if (kind === 'metrics') return <Badge tone="warning">Metrics: temporarily disabled</Badge>
  return <Badge tone="warning">Not a model file</Badge>
}

function Progress({ name, state }: Pick<UploadFile, 'name' | 'state'>) {
  if (state.kind === 'failed') return <p className={css.error}>{state.text}</p>
  if (state.kind === 'uploaded') return <Meter label="Uploaded" value={1} text="100%" tone="success" meaning={SHARE} />
  if (state.kind !== 'sending') return null
  const label = state.share >= 1 ? 'Inspecting' : `Uploading ${name}`
  return <Meter label={label} value={state.share} text={formatPercent(state.share)} meaning={SHARE} />
}

interface FileRowProps {
  readonly file: UploadFile
  readonly canRemove: boolean
  readonly onRemove: (id: number) => void
}

function FileRow({ file, canRemove, onRemove }: FileRowProps) {
  const { id, name, sizeBytes, kind, state } = file
  return (
    <li className={css.file}>
      <div className={css.fileName}>
        <span className={css.fileText} title={name}>
          {name}
        </span>
        <span className={css.size}>{formatMegabytes(sizeBytes)}</span>
        <KindBadge kind={kind} />
      </div>
      <Button
        size="small"
        variant="ghost"
        disabled={!canRemove}
        onClick={() => onRemove(id)}
        aria-label={`Remove ${name}`}
      >
        Remove
      </Button>
      {state.kind === 'waiting' ? null : (
        <div className={css.fullWidth}>
          <Progress name={name} state={state} />
        </div>
      )}
    </li>
  )
}

/** Uploads files to the registry one by one. */
export function UploadDialog(props: UploadDialogProps) {
  const { open, upload, isUploading, onAdd, onRemove, onClear, onSubmit, onCancel, onClose } = props
  const { files, failure, total } = upload
  const done = files.filter(({ state }) => state.kind === 'uploaded' || state.kind === 'failed').length
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Bulk Upload"
      description="Each file becomes a model named after it, for BTC/USD, 1m, on kraken."
      closeOnOutside={false}
      footer={
        <>
          <Button onClick={onClear} disabled={isUploading || files.length === 0}>
            Clear All
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            variant="primary"
            busy={isUploading}
            busyText={`Uploading ${Math.min(done + 1, total)} of ${total}`}
            onClick={onSubmit}
          >
            {`Upload ${pluralize(files.length, 'File')}`}
          </Button>
        </>
      }
    >
      <div className={layout.stack[4]}>
        {failure === undefined ? null : <Alert tone="danger">{failure}</Alert>}
        <FilePicker
          label="Choose files or drop them here"
          accept={UPLOAD_ACCEPT}
          hint={<span>{`${UPLOAD_ACCEPT} · at most ${MODEL_LIMITS.maxFileBytes / MIB} MB each`}</span>}
          disabled={isUploading}
          onFiles={onAdd}
        />
        {files.length === 0 ? null : (
          <ul className={css.files} aria-label="Chosen files">
            {files.map((file) => (
              <FileRow key={file.id} file={file} canRemove={!isUploading} onRemove={onRemove} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

import { useId, useState, type SubmitEvent } from 'react'
import type { BacktestJob } from '#contract/backtests/jobs.ts'
import { BACKTEST } from '#contract/limits.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import type { Backtests } from '#src/streams/index.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'

interface RenameBacktestDialogProps {
  readonly job: Pick<BacktestJob, 'id' | 'name'>
  readonly backtests: Pick<Backtests, 'rename'>
  readonly onClose: () => void
}

/** Form for a new name of a backtest. */
export function RenameBacktestDialog({ job, backtests, onClose }: RenameBacktestDialogProps) {
  const formId = useId()
  const [name, setName] = useState(job.name)
  const { mutate, isPending, error } = useMutation(backtests.rename)
  const isBlank = name.trim() === ''

  async function rename() {
    if (isBlank) return
    const result = await mutate(job.id, name.trim())
    if (result?.ok === true) onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Rename Backtest"
      size="small"
      closeOnOutside={false}
      focusField
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isPending} busyText="Renaming...">
            Rename
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={layout.stack[4]}
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          void rename()
        }}
      >
        {error === undefined ? null : (
          <Alert tone="danger" title="Failed to rename backtest">
            {error.text}
          </Alert>
        )}
        <TextField
          label="Name"
          required
          maxLength={BACKTEST.maxName}
          value={name}
          onChange={(event) => setName(event.target.value)}
          error={isBlank ? 'A name is required' : undefined}
        />
      </form>
    </Dialog>
  )
}

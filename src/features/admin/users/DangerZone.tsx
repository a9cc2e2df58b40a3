import { useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { stack } from '../admin.css.ts'
import { useAdminApi } from '../useAdminApi.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { controlName, danger, dangerTitle } from './users.css.ts'

export interface DangerZoneProps {
  readonly user: AdminUser
  readonly onDeleted: () => void
}

/** Deletes the user after two confirmations; the first takes an optional reason for the audit log. */
export function DangerZone({ user, onDeleted }: DangerZoneProps) {
  const api = useAdminApi()
  const { dialogs, toasts } = useOverlays()
  const { mutate, isPending, error } = useMutation(api.deleteUser)
  const [asksReason, setAsksReason] = useState(false)
  const [reason, setReason] = useState('')

  const remove = async () => {
    setAsksReason(false)
    const confirmed = await dialogs.confirm({
      title: 'Are you sure you want to delete this user?',
      text: `${user.email}\nThe account cannot be restored. All its sessions end now.`,
      confirmText: 'Delete User',
      danger: true,
    })
    if (!confirmed) return
    const result = await mutate(user.id, reason.trim() || undefined)
    if (result?.ok !== true) return
    toasts.success('User deleted successfully')
    onDeleted()
  }

  return (
    <section className={danger} aria-label="Danger Zone">
      <h3 className={dangerTitle}>Danger Zone</h3>
      <div className={layout.wrap[3]}>
        <span className={controlName}>Permanently disables the account. Its log entries remain.</span>
        <Button size="small" variant="danger" busy={isPending} onClick={() => setAsksReason(true)}>
          Delete User
        </Button>
      </div>
      {error === undefined ? null : (
        <Alert tone="danger" title="Failed to delete user">
          {error}
        </Alert>
      )}
      <Dialog
        open={asksReason}
        onClose={() => setAsksReason(false)}
        size="small"
        title="Delete User"
        description={user.email}
        closeOnOutside={false}
        focusField
        footer={
          <>
            <Button onClick={() => setAsksReason(false)}>Cancel</Button>
            <Button variant="danger" onClick={() => void remove()}>
              Continue
            </Button>
          </>
        }
      >
        <div className={stack}>
          <p>The reason is recorded in the audit log.</p>
          <TextField
            label="Reason (optional)"
            value={reason}
            maxLength={ADMIN_AREA.maxReason}
            onChange={(event) => setReason(event.target.value)}
          />
        </div>
      </Dialog>
    </section>
  )
}

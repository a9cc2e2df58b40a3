import type { AdminUser } from '#contract/admin.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { NestedOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { stack } from '../admin.css.ts'
import { useAdminApi } from '../useAdminApi.ts'
import { isOwn } from '../You.tsx'
import { DangerZone } from './DangerZone.tsx'
import { PasswordResetControl } from './PasswordResetControl.tsx'
import { FactorControl, RoleControl, StatusControl } from './UserControls.tsx'
import { UserDetails } from './UserDetails.tsx'

export interface UserDialogProps {
  readonly id: string
  /** The user from the list, shown until the details are loaded. */
  readonly listed: AdminUser | undefined
  /** The administrator's own e-mail: the own account cannot be changed. */
  readonly ownEmail: string | undefined
  readonly onClose: () => void
  /** Called when the list must be reloaded. */
  readonly onChanged: () => void
}

/** Details of a user, with role, status and deletion. */
export function UserDialog({ id, listed, ownEmail, onClose, onChanged }: UserDialogProps) {
  const api = useAdminApi()
  const details = useRemoteQuery(api.user, id)
  const sessions = useRemoteQuery(api.userSessions, id)
  const value = details.value?.user ?? (details.error === undefined ? listed : undefined)
  const refresh = () => {
    details.reload()
    sessions.reload()
    onChanged()
  }
  return (
    <Dialog open onClose={onClose} title="User Details" description={value?.email} closeOnOutside={false}>
      <NestedOverlays>
        <AsyncContent data={{ ...details, value }} loading="Loading user..." failed="Failed to load user">
          {(user) => {
            const own = isOwn(user.email, ownEmail)
            return (
              <div className={stack}>
                <UserDetails user={user} isOwn={own} sessions={sessions} />
                <RoleControl user={user} isOwn={own} onChanged={refresh} />
                <StatusControl user={user} isOwn={own} onChanged={refresh} />
                {own ? null : <FactorControl user={user} isOwn={own} onChanged={refresh} />}
                {own ? null : <PasswordResetControl user={user} />}
                {own ? null : (
                  <DangerZone
                    user={user}
                    onDeleted={() => {
                      onChanged()
                      onClose()
                    }}
                  />
                )}
              </div>
            )
          }}
        </AsyncContent>
      </NestedOverlays>
    </Dialog>
  )
}

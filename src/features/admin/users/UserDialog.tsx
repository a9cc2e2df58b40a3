import { useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import type { PasswordResetLink } from '#contract/password-reset.ts'
import { resetPath } from '#contract/paths.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { formatExact } from '#src/ui/format/time.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { NestedOverlays, useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { isOwn } from '../You.tsx'
import { stack } from '../admin.css.ts'
import { copyText } from '../copy-text.ts'
import { useAdminApi } from '../useAdminApi.ts'
import { DangerZone } from './DangerZone.tsx'
import { FactorControl, RoleControl, StatusControl } from './UserControls.tsx'
import { UserDetails } from './UserDetails.tsx'
import { controlName, resetLink } from './users.css.ts'

/** Makes a link with which the user resets a forgotten password, and shows it this once. */
function PasswordResetControl({ user }: { readonly user: AdminUser }) {
  const { toasts } = useOverlays()
  const { mutate, isPending, error } = useMutation(useAdminApi().createResetLink)
  const [link, setLink] = useState<PasswordResetLink>()
  const url = link && `${window.location.origin}${resetPath(link.token)}`

  const create = async () => {
    const result = await mutate(user.id)
    if (result?.ok === true) setLink(result.value)
  }

  return (
    <section aria-label="Forgotten password">
      <div className={layout.wrap[3]}>
        <span className={controlName}>
          {link === undefined
            ? 'A link to reset a forgotten password'
            : `Works once, until ${formatExact(Date.parse(link.expires_at))}. It is not shown again.`}
        </span>
        {url === undefined ? (
          <Button size="small" busy={isPending} disabled={!user.is_active} onClick={() => void create()}>
            Create Reset Link
          </Button>
        ) : (
          <Button size="small" onClick={() => void copyText(url, 'Reset link', toasts)}>
            Copy Link
          </Button>
        )}
      </div>
      {url === undefined ? null : <code className={resetLink}>{url}</code>}
      {error === undefined ? null : (
        <Alert tone="danger" title="Failed to create the reset link">
          {error}
        </Alert>
      )}
    </section>
  )
}

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

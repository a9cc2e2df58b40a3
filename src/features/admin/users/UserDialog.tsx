import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AdminSession, AdminSessions, AdminUser } from '#contract/admin.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import type { PasswordResetLink } from '#contract/password-reset.ts'
import { resetPath } from '#contract/paths.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import type { RemoteData } from '#src/lib/remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { formatExact, formatRelative } from '#src/ui/format/time.ts'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { NestedOverlays, useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { stack, controlName, danger, dangerTitle, resetLink } from '../admin.css.ts'
import { copyText } from '../copy-text.ts'
import { isLive } from '../sessions/status.ts'
import { useAdminApi } from '../useAdminApi.ts'
import { FactorControl, RoleControl, StatusControl } from './UserControls.tsx'
import { isOwn, You } from '#src/features/admin/UserLinks.tsx'

interface DangerZoneProps {
  readonly user: AdminUser
  readonly onDeleted: () => void
}

/** Deletes the user after two confirmations; the first takes an optional reason for the audit log. */
function DangerZone({ user, onDeleted }: DangerZoneProps) {
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

/** '2 hours ago · 2026-01-05 08:00:00 UTC'. */
const formatTime = (iso: string, now: number) => {
  const at = Date.parse(iso)
  return `${formatRelative(at, now)} · ${formatExact(at)}`
}

const countSessions = (sessions: readonly AdminSession[], now: number) =>
  `${sessions.filter((session) => isLive(session, now)).length} active, ${sessions.length} total`

interface UserDetailsProps {
  readonly user: AdminUser
  readonly isOwn: boolean
  readonly sessions: RemoteData<AdminSessions>
}

/** Account data of a user, with links to their sessions and audit entries. */
function UserDetails({ user, isOwn, sessions: { value, error } }: UserDetailsProps) {
  const now = useNow(MINUTE_MS)
  return (
    <KeyValueList
      items={[
        { label: 'User ID', value: user.id, mono: true },
        {
          label: 'Email',
          value: isOwn ? (
            <>
              {user.email}
              <You />
            </>
          ) : (
            user.email
          ),
        },
        { label: 'Username', value: user.username },
        { label: 'Created', value: formatTime(user.created_at, now) },
        { label: 'Last Login', value: user.last_login === null ? 'Never' : formatTime(user.last_login, now) },
        {
          label: 'Sessions',
          value: (
            <Link to="/admin/sessions" search={{ search: user.email }}>
              {value === undefined ? (error ?? 'View') : countSessions(value.sessions, now)}
            </Link>
          ),
        },
        {
          label: 'Sign-ins',
          value: (
            <Link to="/admin/security" search={{ email: user.email, hours: 168 }}>
              View login attempts
            </Link>
          ),
        },
        {
          label: 'Activity',
          value: (
            <Link to="/admin/security" search={{ tab: 'audit', user: user.id }}>
              View in the audit log
            </Link>
          ),
        },
      ]}
    />
  )
}

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

import type { ReactNode } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import type { GrantedRole } from '#contract/invitations.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { RoleBadge } from '#src/ui/text/RoleBadge.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import type { AdminApi } from '#src/app/services.ts'
import { useAdminApi } from '../useAdminApi.ts'
import { StatusBadge } from './columns.tsx'
import { control, controlName } from '#src/features/admin/admin.css.ts'

export interface UserControlProps {
  readonly user: AdminUser
  readonly isOwn: boolean
  readonly onChanged: () => void
}

interface ControlProps extends UserControlProps {
  readonly name: string
  readonly state: ReactNode
  /** Why the setting cannot be changed for one's own account. */
  readonly ownWarning: string
  readonly change: {
    readonly label: string
    readonly question: string
    readonly consequence: string
    readonly isHarmful: boolean
    readonly apply: (api: AdminApi) => ReturnType<AdminApi['setRole']>
    readonly succeeded: string
    readonly failed: string
  }
}

/** A setting of a user: current value, a button that changes it after confirmation, and the error of the last attempt. */
function Control({ user, isOwn, onChanged, name, state, ownWarning, change }: ControlProps) {
  const api = useAdminApi()
  const { dialogs, toasts } = useOverlays()
  const { label, question, consequence, isHarmful, apply, succeeded, failed } = change
  const { mutate, isPending, error } = useMutation(apply)

  const confirmAndApply = async () => {
    const text = `${user.email}\n${consequence}`
    if (!(await dialogs.confirm({ title: question, text, confirmText: label, danger: isHarmful }))) return
    const result = await mutate(api)
    if (result?.ok !== true) return
    toasts.success(succeeded)
    onChanged()
  }

  return (
    <section className={control} aria-label={name}>
      <div className={layout.wrap[3]}>
        <span className={controlName}>{name}</span>
        {state}
        {isOwn ? null : (
          <Button size="small" busy={isPending} onClick={() => void confirmAndApply()}>
            {label}
          </Button>
        )}
      </div>
      {isOwn ? <Alert tone="warning">{ownWarning}</Alert> : null}
      {error === undefined ? null : (
        <Alert tone="danger" title={failed}>
          {error}
        </Alert>
      )}
    </section>
  )
}

const CONSEQUENCES: Record<GrantedRole, string> = {
  Admin: 'They get full admin access, with user management and security monitoring.',
  Trader: 'They lose admin access and keep trading and analytics.',
}

export function RoleControl(props: UserControlProps) {
  const { user } = props
  const nextRole = user.role === 'Admin' ? 'Trader' : 'Admin'
  const label = nextRole === 'Admin' ? 'Promote to Admin' : 'Demote to Trader'
  return (
    <Control
      {...props}
      name="Current role"
      state={<RoleBadge of={user.role} shape="pill" />}
      ownWarning="You cannot change your own role"
      change={{
        label,
        question: `${label}?`,
        consequence: `${CONSEQUENCES[nextRole]} All their sessions end now.`,
        isHarmful: nextRole === 'Trader',
        apply: (api) => api.setRole(user.id, nextRole),
        succeeded: 'User role updated',
        failed: 'Failed to update role',
      }}
    />
  )
}

const STATUS_CHANGES = {
  activate: {
    label: 'Activate',
    question: 'Activate this user?',
    consequence: 'They can sign in again.',
    succeeded: 'User activated',
    failed: 'Failed to activate user',
  },
  deactivate: {
    label: 'Deactivate',
    question: 'Deactivate this user?',
    consequence: 'They cannot sign in until activated again. All their sessions end now.',
    succeeded: 'User deactivated',
    failed: 'Failed to deactivate user',
  },
} as const

export function StatusControl(props: UserControlProps) {
  const { id, is_active: isActive } = props.user
  return (
    <Control
      {...props}
      name="Status"
      state={<StatusBadge isActive={isActive} />}
      ownWarning="You cannot deactivate your own account"
      change={{
        ...STATUS_CHANGES[isActive ? 'deactivate' : 'activate'],
        isHarmful: isActive,
        apply: (api) => api.setActive(id, !isActive),
      }}
    />
  )
}

/** For a user who lost their second factors. */
export function FactorControl(props: UserControlProps) {
  return (
    <Control
      {...props}
      name="Second factors"
      state={null}
      ownWarning="You cannot reset your own second factors"
      change={{
        label: 'Reset Second Factors',
        question: 'Reset the second factors of this user?',
        consequence:
          'Their password alone then signs in, until they set up a new one. Be sure whom you speak to. All their sessions end now.',
        isHarmful: true,
        apply: (api) => api.resetFactors(props.user.id),
        succeeded: 'Second factors reset',
        failed: 'Failed to reset the second factors',
      }}
    />
  )
}

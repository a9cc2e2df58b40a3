import { useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import type { GrantedRole } from '#contract/invitations.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { RoleBadge } from '#src/ui/display/RoleBadge.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useMutation } from '../useMutation.ts'
import { useAdminApi } from '../useAdminApi.ts'
import { Control, type Failure } from './Control.tsx'

export interface UserControlProps {
  readonly user: AdminUser
  readonly isOwn: boolean
  readonly onChanged: () => void
}

const CONSEQUENCES: Record<GrantedRole, string> = {
  Admin: 'They get full admin access, with user management and security monitoring.',
  Trader: 'They lose admin access and keep trading and analytics.',
}

export function RoleControl({ user, isOwn, onChanged }: UserControlProps) {
  const api = useAdminApi()
  const { dialogs, toasts } = useOverlays()
  const { pending, mutate } = useMutation()
  const [failure, setFailure] = useState<Failure>()
  const nextRole = user.role === 'Admin' ? 'Trader' : 'Admin'
  const label = nextRole === 'Admin' ? 'Promote to Admin' : 'Demote to Trader'

  const change = async () => {
    const confirmed = await dialogs.confirm({
      title: `${label}?`,
      text: `${user.email}\n${CONSEQUENCES[nextRole]} All their sessions end now.`,
      confirmText: label,
      danger: nextRole === 'Trader',
    })
    if (!confirmed) return
    setFailure(undefined)
    const result = await mutate('role', () => api.setRole(user.id, nextRole))
    if (result?.ok === true) {
      toasts.success('User role updated')
      onChanged()
    } else if (result) setFailure({ text: 'Failed to update role', cause: result.error })
  }

  return (
    <Control
      name="Current role"
      state={<RoleBadge of={user.role} shape="pill" />}
      warning={isOwn ? 'You cannot change your own role' : undefined}
      failure={failure}
      action={
        isOwn ? undefined : (
          <Button size="small" busy={pending !== undefined} onClick={() => void change()}>
            {label}
          </Button>
        )
      }
    />
  )
}

import { useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import type { GrantedRole } from '#contract/invitations.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { RoleBadge } from '#src/ui/display/RoleBadge.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useAct } from '../useAct.ts'
import { useAdminApi } from '../useAdminApi.ts'
import { Control, type Failure } from './Control.tsx'

export interface UserControlProps {
  readonly user: AdminUser
  readonly isOwn: boolean
  readonly onChanged: () => void
}

const GAINS: Record<GrantedRole, string> = {
  Admin: 'They get full admin access, with user management and security monitoring.',
  Trader: 'They lose admin access and keep trading and analytics.',
}

export function RoleControl({ user, isOwn, onChanged }: UserControlProps) {
  const api = useAdminApi()
  const { dialogs, toasts } = useOverlays()
  const { acting, act } = useAct()
  const [failure, setFailure] = useState<Failure>()
  const next = user.role === 'Admin' ? 'Trader' : 'Admin'
  const words = next === 'Admin' ? 'Promote to Admin' : 'Demote to Trader'

  const change = async () => {
    const isSure = await dialogs.confirm({
      title: `${words}?`,
      text: `${user.email}\n${GAINS[next]} All their sessions end now.`,
      confirmText: words,
      danger: next === 'Trader',
    })
    if (!isSure) return
    setFailure(undefined)
    const answer = await act('role', () => api.setRole(user.id, next))
    if (answer?.ok === true) {
      toasts.success('User role updated')
      onChanged()
    } else if (answer) setFailure({ text: 'Failed to update role', cause: answer.error })
  }

  return (
    <Control
      name="Current role"
      state={<RoleBadge of={user.role} shape="pill" />}
      warning={isOwn ? 'You cannot change your own role' : undefined}
      failure={failure}
      action={
        isOwn ? undefined : (
          <Button size="small" busy={acting !== undefined} onClick={() => void change()}>
            {words}
          </Button>
        )
      }
    />
  )
}

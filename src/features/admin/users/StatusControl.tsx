import { useState } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useMutation } from '../useMutation.ts'
import { useAdminApi } from '../useAdminApi.ts'
import { StatusBadge } from './columns.tsx'
import { Control, type Failure } from './Control.tsx'
import type { UserControlProps } from './RoleControl.tsx'

const ACTIONS = {
  activate: {
    label: 'Activate',
    consequence: 'They can sign in again.',
    succeeded: 'User activated',
    failed: 'Failed to activate user',
  },
  deactivate: {
    label: 'Deactivate',
    consequence: 'They cannot sign in until activated again. All their sessions end now.',
    succeeded: 'User deactivated',
    failed: 'Failed to deactivate user',
  },
} as const

export function StatusControl({ user, isOwn, onChanged }: UserControlProps) {
  const api = useAdminApi()
  const { dialogs, toasts } = useOverlays()
  const { pending, mutate } = useMutation()
  const [failure, setFailure] = useState<Failure>()
  const action = user.is_active ? ACTIONS.deactivate : ACTIONS.activate

  const change = async () => {
    const confirmed = await dialogs.confirm({
      title: `${action.label} this user?`,
      text: `${user.email}\n${action.consequence}`,
      confirmText: action.label,
      danger: user.is_active,
    })
    if (!confirmed) return
    setFailure(undefined)
    const result = await mutate('status', () => api.setActive(user.id, !user.is_active))
    if (result?.ok === true) {
      toasts.success(action.succeeded)
      onChanged()
    } else if (result) setFailure({ text: action.failed, cause: result.error })
  }

  return (
    <Control
      name="Status"
      state={<StatusBadge isActive={user.is_active} />}
      warning={isOwn ? 'You cannot deactivate your own account' : undefined}
      failure={failure}
      action={
        isOwn ? undefined : (
          <Button size="small" busy={pending !== undefined} onClick={() => void change()}>
            {action.label}
          </Button>
        )
      }
    />
  )
}

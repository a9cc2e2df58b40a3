import { useState } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useAct } from '../useAct.ts'
import { useAdminApi } from '../useAdminApi.ts'
import { StatusBadge } from './columns.tsx'
import { Control, type Failure } from './Control.tsx'
import type { UserControlProps } from './RoleControl.tsx'

const TURNS = {
  on: {
    words: 'Activate',
    text: 'They can sign in again.',
    done: 'User activated',
    failed: 'Failed to activate user',
  },
  off: {
    words: 'Deactivate',
    text: 'They cannot sign in until activated again. All their sessions end now.',
    done: 'User deactivated',
    failed: 'Failed to deactivate user',
  },
} as const

export function StatusControl({ user, isOwn, onChanged }: UserControlProps) {
  const api = useAdminApi()
  const { dialogs, toasts } = useOverlays()
  const { acting, act } = useAct()
  const [failure, setFailure] = useState<Failure>()
  const turn = user.is_active ? TURNS.off : TURNS.on

  const change = async () => {
    const isSure = await dialogs.confirm({
      title: `${turn.words} this user?`,
      text: `${user.email}\n${turn.text}`,
      confirmText: turn.words,
      danger: user.is_active,
    })
    if (!isSure) return
    setFailure(undefined)
    const answer = await act('status', () => api.setActive(user.id, !user.is_active))
    if (answer?.ok === true) {
      toasts.success(turn.done)
      onChanged()
    } else if (answer) setFailure({ text: turn.failed, cause: answer.error })
  }

  return (
    <Control
      name="Status"
      state={<StatusBadge isActive={user.is_active} />}
      warning={isOwn ? 'You cannot deactivate your own account' : undefined}
      failure={failure}
      action={
        isOwn ? undefined : (
          <Button size="small" busy={acting !== undefined} onClick={() => void change()}>
            {turn.words}
          </Button>
        )
      }
    />
  )
}

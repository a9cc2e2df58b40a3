import { useState } from 'react'
import type { AdminSession } from '#contract/admin.ts'
import type { Answer } from '#src/streams/index.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import type { ConfirmOptions } from '#src/ui/overlays/dialogs.ts'
import { useAdminApi } from '../useAdminApi.ts'
import type { SessionGroup } from './groups.ts'

export interface SessionActs {
  readonly revoke: (session: AdminSession) => void
  readonly forceLogout: (group: SessionGroup) => void
  readonly cleanUp: () => void
  /** The clean-up is under way. */
  readonly isCleaning: boolean
}

interface Act<T> {
  readonly question: ConfirmOptions
  readonly work: () => Promise<Answer<T>>
  readonly done: (value: T) => string
  readonly failed: string
}

/** What can be done to sessions: each asks first and tells afterwards, for 3 s. */
export function useSessionActs(onChanged: () => void): SessionActs {
  const api = useAdminApi()
  const { dialogs, toasts } = useOverlays()
  const [isCleaning, setIsCleaning] = useState(false)

  async function act<T>({ question, work, done, failed }: Act<T>): Promise<void> {
    if (!(await dialogs.confirm(question))) return
    const answer = await work()
    if (answer.ok) toasts.success(done(answer.value))
    else toasts.error(failed, answer.error)
    if (answer.ok) onChanged()
  }

  return {
    revoke: ({ id, user_email: email }) =>
      void act({
        question: {
          title: 'Revoke this session?',
          text: `${email}\nThe device it is on is signed out at once.`,
          confirmText: 'Revoke',
          danger: true,
        },
        work: () => api.revokeSession(id),
        done: () => `Session revoked for ${email}`,
        failed: 'Failed to revoke session',
      }),
    forceLogout: ({ userId, email, active }) =>
      void act({
        question: {
          title: 'Force logout from all sessions?',
          text: `${email}\nActive sessions that end at once: ${active}.`,
          confirmText: 'Force Logout All',
          danger: true,
        },
        work: () => api.forceLogout(userId),
        done: (value) => `Revoked ${value.sessions_revoked} session(s) for ${email}`,
        failed: 'Failed to force logout',
      }),
    cleanUp: () =>
      void act({
        question: {
          title: 'Clean up old sessions?',
          text: 'Sessions that were revoked more than 7 days ago are deleted for good. The audit log stays whole.',
          confirmText: 'Cleanup Old',
          danger: true,
        },
        work: async () => {
          setIsCleaning(true)
          const answer = await api.cleanUpSessions()
          setIsCleaning(false)
          return answer
        },
        done: (value) => `Cleaned up ${value.deleted_count} old revoked session(s)`,
        failed: 'Failed to cleanup revoked sessions',
      }),
    isCleaning,
  }
}

import { useMemo } from 'react'
import type { AdminSession } from '#contract/admin.ts'
import type { AdminApi } from '#src/app/services.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import type { Result } from '#src/lib/result.ts'
import { useOverlays, type Overlays } from '#src/ui/overlays/OverlayProvider.tsx'
import type { ConfirmOptions } from '#src/ui/overlays/dialogs.ts'
import { useAdminApi } from '../useAdminApi.ts'
import type { SessionGroup } from './groups.ts'
import { isOwn } from '#src/features/admin/UserLinks.tsx'

export interface SessionActions {
  readonly revoke: (session: AdminSession) => void
  readonly forceLogout: (group: SessionGroup) => void
  readonly cleanUp: () => void
  readonly isCleaning: boolean
}

interface ConfirmedAction<T> {
  readonly confirmation: ConfirmOptions
  readonly run: () => Promise<Result<T> | undefined>
  readonly successText: (value: T) => string
  readonly failureText: string
}

/** The last line of a warning about the administrator's own sessions. */
export const signsYouOut = (which: string) => `You are using ${which}: you are signed out here immediately.`

interface ActionDeps extends Overlays {
  readonly api: Pick<AdminApi, 'revokeSession' | 'forceLogout'>
  /** Undefined if it is already running. */
  readonly cleanUp: () => Promise<Awaited<ReturnType<AdminApi['cleanUpSessions']>> | undefined>
  readonly ownEmail: string | undefined
  readonly onChanged: () => void
}

function createActions({
  api,
  dialogs,
  toasts,
  cleanUp,
  ownEmail,
  onChanged,
}: ActionDeps): Omit<SessionActions, 'isCleaning'> {
  async function runConfirmed<T>({ confirmation, run, successText, failureText }: ConfirmedAction<T>): Promise<void> {
    if (!(await dialogs.confirm(confirmation))) return
    const result = await run()
    if (result === undefined) return
    if (!result.ok) return toasts.error(failureText, result.error)
    toasts.success(successText(result.value))
    onChanged()
  }

  return {
    revoke: ({ id, user_email: email, is_current: isCurrent = false }) =>
      void runConfirmed({
        confirmation: {
          title: isCurrent ? 'Revoke your own session?' : 'Revoke this session?',
          text: `${email}\n${isCurrent ? signsYouOut('it') : 'The device is signed out immediately.'}`,
          confirmText: 'Revoke',
          danger: true,
        },
        run: () => api.revokeSession(id),
        successText: () => `Session revoked for ${email}`,
        failureText: 'Failed to revoke session',
      }),
    forceLogout: ({ userId, email, active }) =>
      void runConfirmed({
        confirmation: {
          title: isOwn(email, ownEmail)
            ? 'Force logout from all your own sessions?'
            : 'Force logout from all sessions?',
          text: `${email}\nActive sessions that end immediately: ${active}.${isOwn(email, ownEmail) ? `\n${signsYouOut('one of them')}` : ''}`,
          confirmText: 'Force Logout All',
          danger: true,
        },
        run: () => api.forceLogout(userId),
        successText: (value) => `Revoked ${value.sessions_revoked} session(s) for ${email}`,
        failureText: 'Failed to force logout',
      }),
    cleanUp: () =>
      void runConfirmed({
        confirmation: {
          title: 'Clean up old sessions?',
          text: 'Sessions revoked more than 7 days ago are permanently deleted. The audit log is not affected.',
          confirmText: 'Cleanup Old',
          danger: true,
        },
        run: cleanUp,
        successText: (value) => `Cleaned up ${value.deleted_count} old revoked session(s)`,
        failureText: 'Failed to cleanup revoked sessions',
      }),
  }
}

/** Session actions; each asks for confirmation and reports its result for 3 s. Stable while `onChanged` is. */
export function useSessionActions(ownEmail: string | undefined, onChanged: () => void): SessionActions {
  const api = useAdminApi()
  const { dialogs, toasts } = useOverlays()
  const { mutate: cleanUp, isPending: isCleaning } = useMutation(api.cleanUpSessions)
  const actions = useMemo(
    () => createActions({ api, dialogs, toasts, cleanUp, ownEmail, onChanged }),
    [api, dialogs, toasts, cleanUp, ownEmail, onChanged],
  )
  return { ...actions, isCleaning }
}

import type { AdminUser } from '#contract/admin.ts'
import type { AdminApi } from '#src/app/services.ts'
import { pluralize } from '#src/ui/format/number.ts'
import type { BulkAction } from '#src/ui/table/bulk.ts'
import { isOwn } from '../You.tsx'

/** What can be done with several users together; the own account is left out of what would lock it out. */
export function userActions(
  api: Pick<AdminApi, 'setActive' | 'forceLogout'>,
  ownEmail: string | undefined,
): readonly BulkAction<AdminUser>[] {
  return [
    {
      label: 'Activate',
      question: (count) => `Activate ${pluralize(count, 'user')}?`,
      consequence: () => 'They can sign in again.',
      isHarmful: false,
      exempts: ({ is_active: isActive }) => (isActive ? 'Already active' : undefined),
      run: ({ id }) => api.setActive(id, true),
    },
    {
      label: 'Deactivate',
      question: (count) => `Deactivate ${pluralize(count, 'user')}?`,
      consequence: () => 'They cannot sign in until activated again. All their sessions end now.',
      isHarmful: true,
      exempts: ({ email, is_active: isActive }) => {
        if (isOwn(email, ownEmail)) return 'You cannot deactivate your own account'
        return isActive ? undefined : 'Already inactive'
      },
      run: ({ id }) => api.setActive(id, false),
    },
    {
      label: 'Force Logout',
      question: (count) => `End all sessions of ${pluralize(count, 'user')}?`,
      consequence: () => 'Their devices are signed out immediately.',
      isHarmful: true,
      exempts: ({ email }) =>
        isOwn(email, ownEmail) ? 'Your own sessions are ended on the Sessions screen' : undefined,
      run: ({ id }) => api.forceLogout(id),
    },
  ]
}

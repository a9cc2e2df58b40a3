import { useState } from 'react'
import type { AdminUser } from '#contract/admin.ts'
import type { PasswordResetLink } from '#contract/password-reset.ts'
import { resetPath } from '#contract/paths.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { formatExact } from '#src/ui/format/time.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { copyText } from '../copy-text.ts'
import { useAdminApi } from '../useAdminApi.ts'
import { controlName, resetLink } from './users.css.ts'

/** Makes a link with which the user resets a forgotten password, and shows it this once. */
export function PasswordResetControl({ user }: { readonly user: AdminUser }) {
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

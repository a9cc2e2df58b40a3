import { sessionNotice, signInError } from '#src/machines/session/selectors.ts'
import { useSession } from '#src/app/services.ts'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { detail } from './auth.css.ts'

/** Why the session ended, and why the last attempt failed. */
export function SignInMessages() {
  const notice = useSession(sessionNotice)
  const error = useSession(signInError)
  return (
    <>
      {notice ? (
        <Alert tone={notice.reason === 'idle' ? 'info' : 'warning'}>
          {notice.text}
          {notice.detail === undefined ? null : (
            <details className={detail}>
              <summary>Details</summary>
              {notice.detail}
            </details>
          )}
        </Alert>
      ) : null}
      {error === undefined ? null : <Alert tone="danger">{error}</Alert>}
    </>
  )
}

import { CenteredPage } from '#src/ui/cards/CenteredPage.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { verifying } from '../auth.css.ts'
import { InvalidInvitation } from './InvalidInvitation.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'
import { useInvitationCheck } from './useInvitationCheck.ts'

/** Validates the invitation code, then shows the registration form or the error. */
export default function RegisterScreen() {
  const { check, retry } = useInvitationCheck()
  if (check === undefined) {
    return (
      <CenteredPage title="Invitation" documentTitle="Invitation">
        <output className={verifying}>
          <Spinner size="small" />
          Validating invitation code...
        </output>
      </CenteredPage>
    )
  }
  if (check.kind === 'offer') {
    return (
      <CenteredPage title="Create Your Account" documentTitle="Create Your Account">
        <RegistrationForm offer={check.offer} />
      </CenteredPage>
    )
  }
  return (
    <CenteredPage title="Invalid Invitation" documentTitle="Invalid Invitation">
      <InvalidInvitation
        text={check.text}
        // A reload loses the code: only the link contains it.
        hint={check.kind === 'missing' ? 'Open your invitation link again.' : undefined}
        onRetry={check.kind === 'unanswered' ? retry : undefined}
      />
    </CenteredPage>
  )
}

import { BRAND } from '#contract/brand.ts'
import { CenteredPage } from '#src/ui/cards/CenteredPage.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { verifying } from './auth.css.ts'

/** Shown until the session check has finished. */
export function VerifyingPanel() {
  return (
    <CenteredPage title={`${BRAND} Loading...`}>
      <output className={verifying}>
        <Spinner size="small" />
        Verifying authentication
      </output>
    </CenteredPage>
  )
}

import { BRAND } from '#contract/brand.ts'
import { Front } from '#src/ui/display/Front.tsx'
import { Spinner } from '#src/ui/display/Spinner.tsx'
import { verifying } from './auth.css.ts'

/** Stands while it is not known yet whether somebody is signed in. */
export function VerifyingPanel() {
  return (
    <Front title={`${BRAND} Loading...`}>
      <output className={verifying}>
        <Spinner size="small" />
        Verifying authentication
      </output>
    </Front>
  )
}

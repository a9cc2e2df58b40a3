import { BRAND } from '#contract/brand.ts'
import { Spinner } from '#src/ui/display/Spinner.tsx'
import { Front } from './Front.tsx'
import { actions, quiet } from './front.css.ts'

/** Stands while it is not known yet whether somebody is signed in. */
export function VerifyingPanel() {
  return (
    <Front title={`${BRAND} Loading...`}>
      <output className={`${actions} ${quiet}`}>
        <Spinner size="small" />
        Verifying authentication
      </output>
    </Front>
  )
}

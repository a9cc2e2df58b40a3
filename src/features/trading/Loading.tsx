import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import * as css from './trading.css.ts'

/** Loading message with skeletons of the cards to come. */
export function Loading({ children }: { readonly children: string }) {
  return (
    <div className={css.stack}>
      <output className={layout.loading}>
        <Spinner size="small" />
        {children}
      </output>
      <div className={css.skeletons}>
        <Skeleton height="184px" />
        <Skeleton height="184px" />
        <Skeleton height="184px" />
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'
import { BRAND } from '#contract/brand.ts'
import { BrandMark } from '../text/BrandMark.tsx'
import * as css from './CenteredPage.css.ts'

export interface CenteredPageProps {
  readonly title: string
  /** Title of the browser tab; only the brand if absent. */
  readonly documentTitle?: string
  readonly children: ReactNode
}

/** A page without the shell: one centered panel. */
export function CenteredPage({ title, documentTitle, children }: CenteredPageProps) {
  return (
    <main className={css.page}>
      <title>{documentTitle === undefined ? BRAND : `${BRAND} · ${documentTitle}`}</title>
      <div className={css.panel}>
        <h1 className={css.heading}>
          <BrandMark size={22} className={css.mark} />
          {title}
        </h1>
        {children}
      </div>
    </main>
  )
}

import type { ReactNode } from 'react'
import { BRAND } from '#contract/brand.ts'
import { heading, mark, page, panel } from './front.css.ts'

export interface FrontProps {
  readonly title: string
  /** What the browser's tab names. Absent while nothing is known yet: then only the brand. */
  readonly documentTitle?: string
  readonly children: ReactNode
}

/** A page that stands alone, without the shell. */
export function Front({ title, documentTitle, children }: FrontProps) {
  return (
    <main className={page}>
      <title>{documentTitle === undefined ? BRAND : `${BRAND} · ${documentTitle}`}</title>
      <div className={panel}>
        <h1 className={heading}>
          <svg className={mark} viewBox="0 0 20 20" width="22" height="22" aria-hidden="true">
            <path d="M6 1v4M6 15v4M14 1v2M14 11v8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
            <rect x="3" y="5" width="6" height="10" rx="1.5" fill="currentColor" />
            <rect x="12" y="4" width="4" height="6" rx="0.5" fill="none" stroke="currentColor" strokeWidth="2" />
          </svg>
          {title}
        </h1>
        {children}
      </div>
    </main>
  )
}

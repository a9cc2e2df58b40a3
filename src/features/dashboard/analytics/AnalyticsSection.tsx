import { useId } from 'react'
import type { ReactNode } from 'react'
import { Skeleton } from '#src/ui/display/Skeleton.tsx'
import { Spinner } from '#src/ui/display/Spinner.tsx'
import { grid, notice, section, title } from './analytics.css.ts'

export interface AnalyticsSectionProps {
  /** There is nothing to show yet, and no connection that could bring it. */
  readonly isEstablishing: boolean
  /** The five cards. */
  readonly children: ReactNode
}

const PLACES = ['structure', 'patterns', 'levels', 'indicators', 'confluence']

/** The five analysis cards, or that the connection to their streams is being made. */
export function AnalyticsSection({ isEstablishing, children }: AnalyticsSectionProps) {
  const id = useId()
  return (
    <section className={section} aria-labelledby={id} aria-busy={isEstablishing}>
      <h2 id={id} className={title}>
        Market Analytics Dashboard
      </h2>
      {isEstablishing ? (
        <output className={notice}>
          <Spinner size="small" />
          Establishing connection to Redis streams...
        </output>
      ) : null}
      <div className={grid}>
        {isEstablishing ? PLACES.map((place) => <Skeleton key={place} height="480px" />) : children}
      </div>
    </section>
  )
}

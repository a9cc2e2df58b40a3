import { useId } from 'react'
import type { ReactNode } from 'react'
import { Skeleton } from '#src/ui/display/Skeleton.tsx'
import { Spinner } from '#src/ui/display/Spinner.tsx'
import { CARD_HEIGHTS } from '../card/heights.ts'
import { notice, place, section, title, waiting } from './analytics.css.ts'

const PLACES = ['structure', 'patterns', 'levels', 'indicators', 'confluence'] as const

export interface AnalyticsSectionProps {
  /** There is nothing to show yet, and no connection that could bring it. */
  readonly isEstablishing: boolean
  readonly cards: Readonly<Record<(typeof PLACES)[number], ReactNode>>
}

/** Stands where a card will, as high as that. */
function Waiting({ isTold, height }: { readonly isTold: boolean; readonly height: number }) {
  return (
    <>
      {isTold ? (
        <output className={notice}>
          <Spinner size="small" />
          Establishing connection to Redis streams...
        </output>
      ) : null}
      <div className={waiting}>
        <Skeleton height={`${height}px`} />
      </div>
    </>
  )
}

/** The five analysis cards, or that the connection to their streams is being made. */
export function AnalyticsSection({ isEstablishing, cards }: AnalyticsSectionProps) {
  const id = useId()
  return (
    <section className={section} aria-labelledby={id} aria-busy={isEstablishing}>
      <h2 id={id} className={title}>
        Market Analytics Dashboard
      </h2>
      {PLACES.map((name) => (
        <div key={name} className={place[name]}>
          {isEstablishing ? <Waiting isTold={name === 'structure'} height={CARD_HEIGHTS[name]} /> : cards[name]}
        </div>
      ))}
    </section>
  )
}

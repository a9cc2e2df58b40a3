import { useId } from 'react'
import type { ReactNode } from 'react'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { CARD_HEIGHTS } from '../card/heights.ts'
import { CARD_NAMES, type CardName } from '../search.ts'
import { cardId } from './show-card.ts'
import { notice, cell, section, title, placeholder } from './analytics.css.ts'

export interface AnalyticsSectionProps {
  /** True while there is neither data nor a connection. */
  readonly isEstablishing: boolean
  /** Where all sources point, above the cards. */
  readonly matrix: ReactNode
  readonly cards: Readonly<Record<CardName, ReactNode>>
}

/** Placeholder with the height of its card. */
function CardPlaceholder({ hasNotice, height }: { readonly hasNotice: boolean; readonly height: number }) {
  return (
    <>
      {hasNotice ? (
        <output className={notice}>
          <Spinner size="small" />
          Establishing connection to Redis streams...
        </output>
      ) : null}
      <div className={placeholder}>
        <Skeleton height={`${height}px`} />
      </div>
    </>
  )
}

/** The five analysis cards, or placeholders while the connection is being established. */
export function AnalyticsSection({ isEstablishing, matrix, cards }: AnalyticsSectionProps) {
  const id = useId()
  return (
    <section className={section} aria-labelledby={id} aria-busy={isEstablishing}>
      <h2 id={id} className={title}>
        Market Analytics Dashboard
      </h2>
      <div className={cell.matrix}>{matrix}</div>
      {CARD_NAMES.map((name) => (
        <div key={name} id={cardId(name)} className={cell[name]}>
          {isEstablishing ? (
            <CardPlaceholder hasNotice={name === 'structure'} height={CARD_HEIGHTS[name]} />
          ) : (
            cards[name]
          )}
        </div>
      ))}
    </section>
  )
}

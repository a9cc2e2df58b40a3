import type { ReactNode } from 'react'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { CARD_HEIGHTS, HEADER } from '../card/heights.ts'
import { patternsBody } from '../card/place.css.ts'
import type { CardName } from '../search.ts'
import { notice, cell, section, placeholder } from './analytics.css.ts'
import { CardStrip, type CardStripProps } from './CardStrip.tsx'

export interface AnalyticsSectionProps extends Pick<CardStripProps, 'shown' | 'onShow'> {
  /** True while there is neither data nor a connection. */
  readonly isEstablishing: boolean
  /** Where all sources point, under the section's title and above the cards. */
  readonly matrix: ReactNode
  readonly cards: Readonly<Record<CardName, ReactNode>>
}

const heightOf = (name: CardName): string =>
  name === 'patterns' ? `calc(${patternsBody} + ${HEADER}px)` : `${CARD_HEIGHTS[name]}px`

/** Placeholder with the height of its card. */
function CardPlaceholder({ hasNotice, height }: { readonly hasNotice: boolean; readonly height: string }) {
  return (
    <>
      {hasNotice ? (
        <output className={notice}>
          <Spinner size="small" />
          Establishing connection to Redis streams...
        </output>
      ) : null}
      <div className={placeholder}>
        <Skeleton height={height} />
      </div>
    </>
  )
}

/** The five analysis cards, or placeholders while the connection is being established. */
export function AnalyticsSection({ isEstablishing, matrix, cards, shown, onShow }: AnalyticsSectionProps) {
  return (
    <section className={section} aria-label="Market Analytics Dashboard" aria-busy={isEstablishing}>
      <div className={cell.matrix}>{matrix}</div>
      <CardStrip shown={shown} onShow={onShow}>
        {(name) =>
          isEstablishing ? <CardPlaceholder hasNotice={name === 'structure'} height={heightOf(name)} /> : cards[name]
        }
      </CardStrip>
    </section>
  )
}

import type { ReactNode } from 'react'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import { CARD_NAMES, cardHeight, type CardName } from '../cards.ts'
import * as layout from '../DashboardLayout.css.ts'
import * as css from './analytics.css.ts'
import { CardStrip, type CardStripProps } from './CardStrip.tsx'

export interface AnalyticsSectionProps extends Pick<CardStripProps, 'shown' | 'onShow'> {
  /** True while there is neither data nor a connection. */
  readonly isEstablishing: boolean
  /** Where all sources point, under the section's title and above the cards. */
  readonly matrix: ReactNode
  readonly renderCard: (name: CardName) => ReactNode
}

/** Placeholder with the height of its card. */
function CardPlaceholder({ hasNotice, height }: { readonly hasNotice: boolean; readonly height: number }) {
  return (
    <>
      {hasNotice ? (
        <output className={css.notice}>
          <Spinner size="small" />
          Establishing connection to Redis streams...
        </output>
      ) : null}
      <div className={css.placeholder}>
        <Skeleton height={`${height}px`} />
      </div>
    </>
  )
}

/** The analysis cards, or placeholders while the connection is being established. */
export function AnalyticsSection({ isEstablishing, matrix, renderCard, shown, onShow }: AnalyticsSectionProps) {
  return (
    <section className={css.section} aria-label="Market Analytics Dashboard" aria-busy={isEstablishing}>
      <div className={layout.matrix}>{matrix}</div>
      <CardStrip shown={shown} onShow={onShow}>
        {(name) =>
          isEstablishing ? (
            <CardPlaceholder hasNotice={name === CARD_NAMES[0]} height={cardHeight(name)} />
          ) : (
            renderCard(name)
          )
        }
      </CardStrip>
    </section>
  )
}

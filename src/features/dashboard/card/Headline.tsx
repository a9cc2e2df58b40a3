import type { ReactNode } from 'react'
import type { ShownRecord } from '#src/analysis/records.ts'
import { useRecords } from '#src/app/services.ts'
import { FOCUSABLE } from '#src/ui/attributes.ts'
import { Tooltip } from '#src/ui/overlays/Tooltip.tsx'
import { figuresText, type Figures } from '#src/analysis/figures.ts'
import {
  conclusion,
  headline,
  headlineNote,
  headlineText,
  recordLine,
  recordWord,
  scopeTimeframes,
  scopeWord,
} from './card.css.ts'
import { ALL_TIMEFRAMES, horizonText, type Scope } from './scope.ts'

export interface HeadlineProps {
  readonly children: ReactNode
  /** On the right of the conclusion: what it is about, and how far it looks ahead. */
  readonly scope: Scope
  /** The figures below, explained on hover and focus. */
  readonly figures: Figures
}

/** 'M15 · next 1 h', 'M1 · now'. */
const ScopeNote = ({ timeframe, aheadMinutes }: Scope) => (
  <span className={headlineNote}>
    {timeframe === undefined ? null : (
      <span className={timeframe === ALL_TIMEFRAMES ? scopeTimeframes : undefined}>{timeframe} · </span>
    )}
    {aheadMinutes === undefined ? (
      'now'
    ) : (
      <>
        <span className={scopeWord}>next </span>
        {horizonText(aheadMinutes)}
      </>
    )}
  </span>
)

/** First line of a card: its conclusion. Explains the card's figures on hover and focus. */
export const Headline = ({ children, scope, figures }: HeadlineProps) => (
  <Tooltip text={figuresText(figures)}>
    <p className={headline} data-testid="headline" {...FOCUSABLE}>
      <span className={headlineText}>{children}</span> <ScopeNote {...scope} />
    </p>
  </Tooltip>
)

const UNSAID = ' cases'
const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** The record, with the word that narrow cards leave out. */
function RecordText({ text }: Pick<ShownRecord, 'text'>) {
  const [before = '', after] = capitalize(text).split(UNSAID)
  return after === undefined ? (
    before
  ) : (
    <>
      {before}
      <span className={recordWord}>{UNSAID}</span>
      {after}
    </>
  )
}

export interface RecordHeadlineProps extends HeadlineProps {
  /** Undefined while none is loaded, and where none was counted. */
  readonly record: ShownRecord | undefined
}

/** First lines of a card: its conclusion, and how often such a conclusion came true. */
export function RecordHeadline({ children, scope, figures, record }: RecordHeadlineProps) {
  const { isLoaded } = useRecords()
  const explained = record === undefined ? '' : `Record: ${record.text}. ${record.details} `
  return (
    <Tooltip text={explained + figuresText(figures)}>
      <div className={conclusion} data-testid="headline" {...FOCUSABLE}>
        <p className={headline}>
          <span className={headlineText}>{children}</span> <ScopeNote {...scope} />
        </p>
        <p className={recordLine} data-figure="record">
          {record === undefined ? isLoaded ? 'No record of this' : '\u00A0' : <RecordText text={record.text} />}
        </p>
      </div>
    </Tooltip>
  )
}

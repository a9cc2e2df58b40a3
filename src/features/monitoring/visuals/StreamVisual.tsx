import { RAW_FIGURES } from '#src/analysis/figures.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { PriceChange } from '#src/ui/data/PriceChange.tsx'
import { cx } from '#src/ui/cx.ts'
import { tone as toneClass } from '#src/ui/theme/tone.css.ts'
import type { MessageSummary } from '../summaries/summary.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { CandleGlyph } from './CandleGlyph.tsx'
import * as css from './visuals.css.ts'
import { meaningProps } from '#src/ui/data/meaning.ts'
import { KeyValues, Ladder, Note, Scale, Ratios, Slopes, Headline } from './parts.tsx'

function Body({ summary }: { readonly summary: MessageSummary }) {
  switch (summary.kind) {
    case 'indicators':
      return (
        <>
          <p className={css.scaleHeader}>
            <span className={css.keyLabel}>RSI(14)</span>
            <strong className={cx(css.keyText, css.keyTone.toned, toneClass[summary.tone])}>{summary.rsiText}</strong>
          </p>
          <Scale at={summary.rsi} />
          <KeyValues values={summary.values} />
          <p className={css.note}>{summary.note}</p>
        </>
      )
    case 'candles':
      return (
        <div className={css.candle}>
          <CandleGlyph candle={summary.candle} pair={summary.pair} />
          <div className={css.candleSide}>
            <p className={css.line}>
              <PriceChange percent={summary.changePct} title="Close against open" />
              <Badge tone={summary.state.tone}>{summary.state.text}</Badge>
            </p>
            {summary.values.map(({ label, value }) => (
              <p key={label} className={css.keyValue}>
                <span className={css.keyLabel}>{label}</span>
                <span className={css.keyText}>{value}</span>
              </p>
            ))}
          </div>
        </div>
      )
    case 'levels':
      return (
        <>
          <Ladder rows={summary.priceLevels} />
          <Ratios ratios={summary.ratios} />
          <Note {...summary} />
        </>
      )
    case 'patterns':
      return (
        <>
          <Headline headline={summary.headline} />
          <Ratios ratios={[summary.ratio]} />
          <p className={css.pills}>
            {summary.groups.map((group) => (
              <Badge key={group} shape="pill">
                {group}
              </Badge>
            ))}
          </p>
          <Note {...summary} />
        </>
      )
    case 'structure':
    case 'confluence':
      return (
        <>
          <Headline headline={summary.headline} />
          <Ratios ratios={summary.ratios} />
          {summary.kind === 'structure' ? <KeyValues values={summary.values} /> : <Ladder rows={summary.priceLevels} />}
          <Note {...summary} />
        </>
      )
    case 'divergence':
      return (
        <>
          <Headline headline={summary.headline} />
          <div className={css.divergence}>
            <Slopes price={summary.price} indicator={summary.indicator} name={summary.indicatorName} />
            <dl className={css.candleSide}>
              {summary.values.map(({ label, value, meaning }) => (
                <div key={label} className={css.keyValue} {...(meaning === undefined ? {} : meaningProps(meaning))}>
                  <dt className={css.keyLabel}>{label}</dt>
                  <dd className={css.keyText}>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
          <Note {...summary} />
        </>
      )
    case 'signals':
      return (
        <>
          <Headline headline={{ ...summary.headline, note: summary.note }} />
          <Ratios ratios={[summary.ratio]} />
          <Ladder rows={summary.priceLevels} />
        </>
      )
    case 'analysis':
      return <KeyValues values={summary.values} />
    case 'raw':
      return (
        <>
          {summary.note === undefined ? null : <p className={css.note}>{summary.note}</p>}
          <pre className={css.raw} title={RAW_FIGURES}>
            {summary.text}
          </pre>
        </>
      )
  }
}

/** Visual of a stream's latest message. */
export const StreamVisual = ({ summary }: { readonly summary: MessageSummary | undefined }) => (
  <div className={css.visual} data-kind={summary?.kind ?? 'nothing'}>
    {summary === undefined ? <p className={layout.muted}>No message yet</p> : <Body summary={summary} />}
  </div>
)

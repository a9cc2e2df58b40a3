import { Badge } from '#src/ui/display/Badge.tsx'
import { PriceChange } from '#src/ui/display/Change.tsx'
import { cx } from '#src/ui/cx.ts'
import { tone as toneClass } from '#src/ui/theme/tone.css.ts'
import type { Drawing } from '../summaries/summary.ts'
import { CandleGlyph } from './CandleGlyph.tsx'
import * as css from './visuals.css.ts'
import { Facts, Ladder, Scale, Shares, Slopes, Verdict } from './parts.tsx'

function Body({ drawing }: { readonly drawing: Drawing }) {
  switch (drawing.kind) {
    case 'indicators':
      return (
        <>
          <p className={css.scaleHead}>
            <span className={css.factName}>RSI(14)</span>
            <strong className={cx(css.factValue, css.factTone.toned, toneClass[drawing.tone])}>
              {drawing.rsiText}
            </strong>
          </p>
          <Scale at={drawing.rsi} />
          <Facts facts={drawing.facts} />
          <p className={css.note}>{drawing.note}</p>
        </>
      )
    case 'candles':
      return (
        <div className={css.candle}>
          <CandleGlyph {...drawing} />
          <div className={css.candleSide}>
            <p className={css.line}>
              <PriceChange percent={drawing.changePct} title="Close against open" />
              <Badge tone={drawing.state.tone}>{drawing.state.text}</Badge>
            </p>
            {drawing.facts.map(({ label, value }) => (
              <p key={label} className={css.fact}>
                <span className={css.factName}>{label}</span>
                <span className={css.factValue}>{value}</span>
              </p>
            ))}
          </div>
        </div>
      )
    case 'levels':
      return (
        <>
          <Ladder rungs={drawing.rungs} />
          <Shares shares={drawing.shares} />
          <p className={css.note}>{drawing.note}</p>
        </>
      )
    case 'patterns':
      return (
        <>
          <Verdict verdict={drawing.verdict} />
          <Shares shares={[drawing.share]} />
          <p className={css.pills}>
            {drawing.groups.map((group) => (
              <Badge key={group} shape="pill">
                {group}
              </Badge>
            ))}
          </p>
          <p className={css.note} title={drawing.note}>
            {drawing.note}
          </p>
        </>
      )
    case 'structure':
    case 'confluence':
      return (
        <>
          <Verdict verdict={drawing.verdict} />
          <Shares shares={drawing.shares} />
          {drawing.kind === 'structure' ? <Facts facts={drawing.facts} /> : <Ladder rungs={drawing.rungs} />}
          <p className={css.note} title={drawing.note}>
            {drawing.note}
          </p>
        </>
      )
    case 'divergence':
      return (
        <>
          <Verdict verdict={drawing.verdict} />
          <div className={css.parting}>
            <Slopes price={drawing.price} indicator={drawing.indicator} name={drawing.indicatorName} />
            <dl className={css.candleSide}>
              {drawing.facts.map(({ label, value }) => (
                <div key={label} className={css.fact}>
                  <dt className={css.factName}>{label}</dt>
                  <dd className={css.factValue}>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        </>
      )
    case 'signals':
      return (
        <>
          <Verdict verdict={{ ...drawing.verdict, note: drawing.note }} />
          <Shares shares={[drawing.share]} />
          <Ladder rungs={drawing.rungs} />
        </>
      )
    case 'analysis':
      return <Facts facts={drawing.facts} />
    case 'raw':
      return (
        <>
          {drawing.note === undefined ? null : <p className={css.note}>{drawing.note}</p>}
          <pre className={css.raw}>{drawing.text}</pre>
        </>
      )
  }
}

/** What a stream's latest message says, drawn for what it is. */
export const StreamDrawing = ({ drawing }: { readonly drawing: Drawing | undefined }) => (
  <div className={css.drawing} data-kind={drawing?.kind ?? 'nothing'}>
    {drawing === undefined ? <p className={css.nothing}>No message yet</p> : <Body drawing={drawing} />}
  </div>
)

import type { Bias } from '#contract/payloads/fields.ts'
import { toSeconds } from '#contract/time.ts'
import { humanize } from '#src/analysis/fields.ts'
import { MEANINGS } from '#src/analysis/meanings.ts'
import { isAgainst, type PatternGroup, type PatternModel } from '#src/analysis/patterns.ts'
import type { PayloadHeader } from '#src/analysis/payload.ts'
import { patternConfidenceRecord, patternRecord, type ShownRecord } from '#src/analysis/records.ts'
import { useRecords } from '#src/app/services.ts'
import { cx } from '#src/ui/cx.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Figure } from '#src/ui/data/Figure.tsx'
import { meaningText } from '#src/ui/data/meaning.ts'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { formatMoveSize, formatNumber, formatPercent } from '#src/ui/format/number.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { block, numeric, rows } from '../card/card.css.ts'
import { OnChart } from '../chart/OnChart.tsx'
import { DirectionIcon } from '../card/DirectionIcon.tsx'
import * as css from './patterns.css.ts'

const SHOWN = 3
const EVIDENCE = { kind: 'evidence', says: 'The mean of volume, height and a level behind the pattern.' } as const

/** Out of a hundred such patterns, how many are right; in words where that is not known to differ from chance. */
function oddsOf({ reliability }: PatternModel, record: ShownRecord | undefined): string | undefined {
  if (record?.comparison === 'same') return 'even odds'
  if (reliability === undefined || record?.comparison === undefined) return undefined
  return `${formatNumber(100 * reliability)} of 100 right`
}

const maturityOf = (pattern: PatternModel, record: ShownRecord | undefined): string =>
  [pattern.stage === undefined ? undefined : humanize(pattern.stage), oddsOf(pattern, record)]
    .filter((each) => each !== undefined)
    .join(' · ')

interface PatternProps extends Pick<PatternGroup, 'timeframe'>, Pick<PayloadHeader, 'pair'> {
  readonly pattern: PatternModel
  /** Of all patterns together. */
  readonly bias: Bias
}

/** Marks a pattern that points to the other side than all together. */
export const AgainstBias = ({ bias }: Pick<PatternProps, 'bias'>) => (
  <span className={css.against} title={`Against the ${bias} bias`}>
    <span aria-hidden="true">
      against<span className={css.againstWord}> bias</span>
    </span>
    <VisuallyHidden>, against the {bias} bias</VisuallyHidden>
  </span>
)

function Pattern({ pattern, timeframe, pair, bias }: PatternProps) {
  const records = useRecords()
  const { name, direction, confidence, expectedMove, description, at } = pattern
  const record = patternRecord(records, pair, { ...pattern, timeframe })
  const maturity = maturityOf(pattern, record)
  const recordText = record === undefined ? undefined : `Record: ${record.text}. ${record.details}`
  return (
    <li className={css.pattern}>
      <span className={css.direction}>
        <DirectionIcon direction={direction} />
        {direction === 'none' ? null : <VisuallyHidden>{humanize(direction)}</VisuallyHidden>}
      </span>
      <span className={css.name} title={[name, maturity, description, recordText].filter(Boolean).join(' · ')}>
        <span className={css.nameText}>
          {at === undefined ? (
            name
          ) : (
            <OnChart target={{ highlight: { kind: 'candle', at: toSeconds(at), label: name }, timeframe }}>
              {name}
            </OnChart>
          )}
        </span>
        {isAgainst(direction, bias) ? <AgainstBias bias={bias} /> : null}
        <span className={css.maturity}>{maturity}</span>
        {description === undefined ? null : <VisuallyHidden>. {description}</VisuallyHidden>}
      </span>
      <Figure className={numeric} meaning={MEANINGS.patterns['Expected move']}>
        {formatMoveSize(expectedMove)}
      </Figure>
      <Figure
        className={numeric}
        meaning={{ ...EVIDENCE, record: patternConfidenceRecord(records, pair, { confidence, timeframe })?.text }}
      >
        {formatPercent(confidence)}
      </Figure>
    </li>
  )
}

/** Patterns of one timeframe: at most three, and the number of others. */
export function PatternList(
  props: { readonly group: PatternGroup } & Pick<PatternProps, 'bias'> & Pick<PayloadHeader, 'pair'>,
) {
  const { group, bias, pair } = props
  const { timeframe, patterns } = group
  const more = patterns.length - SHOWN
  return (
    <section className={block} aria-label={`Patterns on ${timeframe}`}>
      <div className={css.groupHeader}>
        <Badge>{timeframe}</Badge>
        {more > 0 ? <span className={cx(layout.quiet, css.more)}>+{more} more patterns</span> : null}
        <span className={css.columns} aria-hidden="true">
          <span>Move</span>
          <span title={meaningText(EVIDENCE)}>Confidence</span>
        </span>
      </div>
      <ul className={rows}>
        {patterns.slice(0, SHOWN).map((pattern) => (
          <Pattern key={pattern.id} {...{ pattern, timeframe, bias, pair }} />
        ))}
      </ul>
    </section>
  )
}

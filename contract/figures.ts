/**
 * What a figure says. Every figure on a screen is of one kind, and its tooltip names it.
 *
 * - `probability`: of a named outcome within a named time, checked on months it was not fitted on.
 * - `evidence`: the share of what could speak for something that does; says nothing of how often that comes true.
 * - `record`: how often something came true, of how many cases, beside what chance would give.
 * - `measurement`: a quantity read off the data up to now, such as a duration or a share of the candles.
 */
export const FIGURE_KINDS = ['probability', 'evidence', 'record', 'measurement'] as const
export type FigureKind = (typeof FIGURE_KINDS)[number]

/** The kinds in words, as screens say them. */
export const FIGURE_KIND_LABELS: Record<FigureKind, string> = {
  probability: 'Probability',
  evidence: 'Evidence, not a probability',
  record: 'Record',
  measurement: 'Measurement',
}

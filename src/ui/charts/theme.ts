/** Concrete colours and the font of a chart's canvas, which cannot read CSS variables. */
export interface ChartTheme {
  readonly background: string
  readonly grid: string
  readonly label: string
  readonly up: string
  readonly down: string
  readonly gap: string
  /** Family for figures. */
  readonly font: string
}

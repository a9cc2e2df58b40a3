/** Something that another part of the page points at: a range of prices, or a candle by its opening (unix seconds). */
export type ChartHighlight =
  | { readonly kind: 'price'; readonly low: number; readonly high: number; readonly label: string }
  | { readonly kind: 'candle'; readonly at: number; readonly label: string }

/** Average true range and width of the Bollinger bands, each on a scale of 0 to 10. */
export interface VolatilityInputs {
  readonly atr: number
  readonly bandWidth: number
}

/** What a rank of 1 is on that scale. */
const FULL_RANK = 10
const HIGH = 70
const LOW = 30

/** Inputs from ranks (0 to 1) among the pair's own history. Bands take longer to be ranked; until then they count like the range. */
export const rankedVolatility = (atr: number, bandWidth = atr): VolatilityInputs => ({
  atr: FULL_RANK * atr,
  bandWidth: FULL_RANK * bandWidth,
})

/** Volatility from 0 to 100: 60 % ATR times 10 (capped at 100) and 40 % band width times 5. */
export const volatilityScore = ({ atr, bandWidth }: VolatilityInputs): number =>
  Math.min(100, Math.max(0, Math.min(100, atr * 10) * 0.6 + bandWidth * 5 * 0.4))

/** The one word for a volatility score, wherever it is shown. */
export const volatilityWord = (score: number): 'low' | 'normal' | 'high' =>
  score > HIGH ? 'high' : score < LOW ? 'low' : 'normal'

import { FEWEST_DAYS, FEWEST_TRADES, type BacktestReport } from './report.ts'

const DAYS_PER_MONTH = 30.4
export const NOT_MORE = 'That cannot be told from luck'
export const LOST = 'The loss is more than bad luck'

export const percent = (fraction: number): string =>
  `${Math.abs(100 * fraction).toFixed(Math.abs(fraction) < 0.1 ? 1 : 0)}%`
export const count = (value: number, one: string): string =>
  `${value.toLocaleString('en-US')} ${value === 1 ? one : `${one}s`}`
const inHundred = (share: number): string => {
  const rounded = 100 * share
  return rounded < 1 ? 'fewer than 1' : rounded.toFixed(0)
}

/** '3 months', or days below two months. */
const spanText = (days: number): string =>
  days < 2 * DAYS_PER_MONTH ? count(days, 'day') : `${(days / DAYS_PER_MONTH).toFixed(0)} months`

type Facts = Pick<BacktestReport, 'luck' | 'return' | 'days' | 'trades' | 'timing' | 'selection' | 'figures'>

function earned({ return: change, days, trades }: Facts): string {
  const of = `in ${spanText(days)}, after the costs of ${count(trades, 'trade')}`
  if (percent(change) === '0.0%') return `Earned nothing ${of}`
  return change > 0 ? `Earned ${percent(change)} ${of}` : `Lost ${percent(change)} ${of}`
}

/** 'the same decisions at other times did as well in 23 of 100 cases'. */
export const shiftsText = (share: number, how: 'well' | 'badly'): string =>
  `the same decisions at other times did as ${how} in ${inHundred(share)} of 100 cases`

/** 'the 95% interval of its Sharpe ratio, -23.60 to -13.80, is below zero'. */
export function intervalText(sharpe: Facts['figures']['sharpe']): string {
  const interval = sharpe === null ? '' : `, ${sharpe.low.toFixed(2)} to ${sharpe.high.toFixed(2)},`
  return `the 95% interval of its Sharpe ratio${interval} is below zero`
}

/** What a backtest earned, and whether that is more than luck. */
export function headlineOf(facts: Facts): string {
  const { luck, timing, selection, trades, days } = facts
  if (trades === 0) return 'Made no trade, so there is nothing to say.'
  if (luck === 'too_few' || timing === null) {
    const lacking =
      trades < FEWEST_TRADES
        ? `${count(trades, 'trade')} ${trades === 1 ? 'is' : 'are'} too few to say whether this is more than luck; it takes ${FEWEST_TRADES}`
        : `${count(days, 'day')} are too few to say whether this is more than luck; it takes ${FEWEST_DAYS}`
    return `${lacking}.`
  }
  const result = earned(facts)
  const { p, as_bad: asBad, shifts } = timing
  const tries = selection?.variants ?? 1
  switch (luck) {
    case 'better':
      return `${result}: more than luck explains, as ${shiftsText(p, 'well')}${
        tries > 1 ? `, and the best of ${tries} lucky variants would rarely look as good` : ''
      }.`
    case 'selected':
      return `${result}. ${NOT_MORE}: ${
        tries > 1
          ? `the best of ${tries} lucky variants often looks as good`
          : `${count(days, 'day')} are too few for a result that varies this much`
      }.`
    case 'lost':
      return `${result}. ${LOST}: ${intervalText(facts.figures.sharpe)}.`
    case 'worse':
      return `${result}: worse than luck, as ${shiftsText((asBad + 1) / (shifts + 1), 'badly')}.`
    case 'same':
      return `${result}. ${NOT_MORE}: ${shiftsText(p, 'well')}.`
  }
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A duration in its two largest units: '40 s', '12 min', '3 h 25 min', '2 d 4 h'. */
export function secondsText(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < MINUTE) return `${whole} s`
  if (whole < HOUR) return joined(Math.floor(whole / MINUTE), 'min', whole % MINUTE, 's')
  if (whole < DAY) return joined(Math.floor(whole / HOUR), 'h', Math.floor((whole % HOUR) / MINUTE), 'min')
  return joined(Math.floor(whole / DAY), 'd', Math.floor((whole % DAY) / HOUR), 'h')
}

const joined = (large: number, largeUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`

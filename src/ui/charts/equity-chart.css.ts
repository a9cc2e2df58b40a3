import { style } from '@vanilla-extract/css'

/** As high as its placeholder, so that nothing moves when it has loaded. */
export const EQUITY_CHART_HEIGHT = '340px'
export const chart = style({ margin: 0, width: '100%', height: EQUITY_CHART_HEIGHT })

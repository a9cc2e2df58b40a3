import { style } from '@vanilla-extract/css'

/** As high as its placeholder, so that nothing moves when it has loaded. */
export const RELIABILITY_CHART_HEIGHT = '320px'
export const chart = style({ margin: 0, width: '100%', maxWidth: '560px', height: RELIABILITY_CHART_HEIGHT })

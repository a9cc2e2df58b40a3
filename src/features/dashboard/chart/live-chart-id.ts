/** Id of the element around the live chart, for links to it. */
export const LIVE_CHART_ID = 'live-chart'

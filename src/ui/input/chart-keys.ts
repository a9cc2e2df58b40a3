/** What each key that moves through a chart does, by names as `listenToKeys` takes them. Help lists them in this order. */
export const NAVIGATION_KEYS = {
  'ArrowLeft ArrowDown': 'One candle back; with Shift, measure from there',
  'ArrowRight ArrowUp': 'One candle on; with Shift, measure from there',
  PageDown: 'Ten candles back',
  PageUp: 'Ten candles on',
  Home: 'To the oldest candle',
  End: 'To the newest candle',
  'Plus =': 'Zoom in',
  '-': 'Zoom out',
  'Enter Space': 'Read out the candle, or open its decision',
  Escape: 'End measuring, or hide the crosshair',
} as const

/** What the keys that draw on a chart and resize it do. */
export const DRAWING_KEYS = {
  H: 'Draw a line at the crosshair',
  O: 'Order on paper at the crosshair',
  'Delete Backspace': 'Delete the line or shape at the pointer',
  'Control+Z': 'Undo the last change of the drawings',
  'Control+Y': 'Do it again',
  F: 'Fill the screen, or leave it',
} as const

/** All keys that a chart listens to while it has the focus. */
export const CHART_KEYS = { ...NAVIGATION_KEYS, ...DRAWING_KEYS }

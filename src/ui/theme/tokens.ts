/** Spacing on the 4 px grid; the key is the number of grid steps. */
export const space = {
  half: '2px',
  1: '4px',
  2: '8px',
  3: '12px',
  4: '16px',
  5: '20px',
  6: '24px',
  8: '32px',
  10: '40px',
  12: '48px',
} as const

export const radius = { small: '4px', medium: '6px', large: '10px', round: '999px' } as const

/** The type scale: four sizes and two weights. */
export const type = {
  size: { small: '12px', body: '14px', title: '16px', display: '22px' },
  line: { small: '16px', body: '20px', title: '24px', display: '28px' },
  weight: { regular: '400', strong: '600' },
  text: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  mono: "'JetBrains Mono Variable', ui-monospace, 'SF Mono', Menlo, monospace",
} as const

/** Minimum widths of the wider layouts, in px. Below `tablet`, screens must work at 360 px. */
export const BREAKPOINTS = { tablet: 768, desktop: 1280, wide: 1920 } as const

export const from = {
  tablet: `screen and (min-width: ${BREAKPOINTS.tablet}px)`,
  desktop: `screen and (min-width: ${BREAKPOINTS.desktop}px)`,
  wide: `screen and (min-width: ${BREAKPOINTS.wide}px)`,
} as const

/** For hover and opening transitions only; live numbers are never animated. */
export const motion = { fast: '120ms ease-out', open: '160ms cubic-bezier(0.2, 0, 0, 1)' } as const

/** From back to front; `sticky` is for what stays in view within a page. */
export const layer = { sticky: '5', bar: '10', overlay: '40', popup: '50', toast: '60' } as const

/** Common height of buttons, fields and toggles, higher where fingers press them (`global.css.ts`). */
export const controlHeight = { small: 'var(--control-small, 28px)', medium: 'var(--control-medium, 36px)' } as const

/** Smallest side of what a finger presses. */
export const touchTarget = '40px'
/** Where the main pointer is a finger. */
export const onTouch = '(pointer: coarse)'

/** What the docked inspector takes of the window, so that pages and dialogs leave it free. */
export const dock = { bottom: 'var(--dock-bottom, 0px)', right: 'var(--dock-right, 0px)' } as const
export const dockInset = `0 ${dock.right} ${dock.bottom} 0`

/** Height of the sticky top bar. */
export const topBarHeight = '52px'
/** Height of the bar at the lower edge of narrow windows. */
export const bottomBarHeight = '64px'

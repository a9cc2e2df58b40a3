import { color } from './color.css.ts'
import { from, onTouch, radius, touchTarget, type } from './tokens.ts'

// Fragments to spread into a style, before what differs.

/** Equal-width digits, so that live numbers do not jump. Not for prose: this font widens hyphens too. */
export const tabular = { fontVariantNumeric: 'tabular-nums' } as const
export const small = { fontSize: type.size.small, lineHeight: type.line.small } as const
/** Small and muted: labels, notes, times. */
export const quiet = { color: color.textMuted, ...small } as const
export const titleText = { fontSize: type.size.title, lineHeight: type.line.title } as const
export const displayText = { fontSize: type.size.display, lineHeight: type.line.display } as const
export const mono = { fontFamily: type.mono, fontSize: type.size.small } as const
/** One line, cut with an ellipsis. */
export const ellipsis = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** A single column that never grows wider than its container. */
export const oneColumn = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } as const
/** Two columns of equal width from tablet on. */
export const twoColumns = {
  ...oneColumn,
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
} as const
/** Items in a line, centred. */
export const row = { display: 'flex', alignItems: 'center' } as const
/** Items in a line that wraps, centred. */
export const wrappingRow = { ...row, flexWrap: 'wrap' } as const

export const outlined = { border: `1px solid ${color.divider}`, borderRadius: radius.medium } as const
export const panel = {
  border: `1px solid ${color.divider}`,
  borderRadius: radius.large,
  background: color.surface,
} as const
/** A button that looks like text. */
export const textButton = { padding: 0, border: 0, background: 'none', textAlign: 'left', cursor: 'pointer' } as const
export const disabled = { opacity: 0.5, cursor: 'not-allowed' } as const
/** Under a finger, a small control takes presses beside it too, without growing. Its style may have no position of its own. */
export const touchable = {
  position: 'relative',
  '@media': {
    [onTouch]: {
      '::after': {
        content: '""',
        position: 'absolute',
        top: '50%',
        left: '50%',
        width: '100%',
        height: '100%',
        minWidth: touchTarget,
        minHeight: touchTarget,
        transform: 'translate(-50%, -50%)',
      },
    },
  },
} as const
/** Under a finger, at least as high as it needs. */
export const tallOnTouch = { '@media': { [onTouch]: { minHeight: touchTarget } } } as const
/** Not visible, but available to screen readers. */
export const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const

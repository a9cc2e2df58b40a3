import { globalStyle } from '@vanilla-extract/css'
import { color } from './color.css.ts'
import { bottomBarHeight, from, onTouch, space, topBarHeight, touchTarget, type } from './tokens.ts'

globalStyle('*, *::before, *::after', { boxSizing: 'border-box' })
globalStyle('html', {
  textSizeAdjust: '100%',
  scrollbarColor: `${color.line} transparent`,
  // What is scrolled to, or focused, stays clear of the bars.
  scrollPaddingTop: `calc(${topBarHeight} + ${space[2]})`,
  scrollPaddingBottom: `calc(${bottomBarHeight} + env(safe-area-inset-bottom))`,
  '@media': { [from.tablet]: { scrollPaddingBottom: 0 } },
})
globalStyle(':root', {
  '@media': {
    [onTouch]: {
      vars: { '--control-small': touchTarget, '--control-medium': touchTarget, '--help-margin': space[1] },
    },
  },
})
globalStyle('body', {
  margin: 0,
  minWidth: '320px',
  minHeight: '100vh',
  background: color.canvas,
  color: color.text,
  fontFamily: type.text,
  fontSize: type.size.body,
  lineHeight: type.line.body,
  fontFeatureSettings: '"cv11", "ss03"',
  WebkitFontSmoothing: 'antialiased',
})
globalStyle('#root', { isolation: 'isolate', minHeight: '100vh' })
globalStyle('h1, h2, h3, h4, p, dl, dd, ul, ol, figure, pre', { margin: 0 })
globalStyle('h1, h2, h3, h4', { fontSize: 'inherit', lineHeight: 'inherit', fontWeight: type.weight.strong })
globalStyle('ul, ol', { padding: 0, listStyle: 'none' })
globalStyle('button, input, select, textarea', { font: 'inherit', color: 'inherit', letterSpacing: 'inherit' })
globalStyle('code, pre, kbd', { fontFamily: type.mono, fontSize: '0.93em' })
globalStyle('a', { color: color.accent, textUnderlineOffset: '3px' })
globalStyle(':focus-visible', { outline: `2px solid ${color.accent}`, outlineOffset: '2px' })
globalStyle('::selection', { background: color.accentSolid, color: color.onSolid })
globalStyle('nav, header:has(+ main), aside, [role="toolbar"], button', {
  '@media': { print: { display: 'none !important' } },
})
globalStyle('body', { '@media': { print: { background: 'none' } } })
globalStyle('section', { '@media': { print: { breakInside: 'avoid' } } })
globalStyle('*, *::before, *::after', {
  '@media': {
    '(prefers-reduced-motion: reduce)': {
      animationDuration: '1ms !important',
      animationIterationCount: '1 !important',
      // A duration, even of nothing, would start a transition for every property of every element that changes.
      transition: 'none !important',
    },
  },
})

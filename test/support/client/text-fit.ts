const CUT = /hidden|clip/
const SCROLLS = /auto|scroll/
/** Rounding of layout, px. */
const TOLERANCE_PX = 1

const isVisible = (element: Element) =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
  element.closest('[aria-hidden="true"]') === null

/** Read out only: its box is one pixel wide. */
const isForScreenReaders = (element: Element | null): boolean =>
  element !== null && (getComputedStyle(element).clipPath !== 'none' || isForScreenReaders(element.parentElement))

/** Whether a text that is cut can be read in full: as a tooltip, or by opening the card that it stands on. */
const isReachable = (element: Element, text: string) => {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    if (at.getAttribute('title')?.includes(text) === true || at.hasAttribute('data-opens')) return true
  }
  return false
}

/** What is wrong with the place of a text: wider than a box around it, or cut and not to be read elsewhere. */
function problemOf(node: Text): string | undefined {
  const element = node.parentElement
  const text = node.data.trim()
  if (element === null || text === '' || !isVisible(element) || isForScreenReaders(element)) return undefined
  const range = document.createRange()
  range.selectNodeContents(node)
  const { left, right, top, bottom } = range.getBoundingClientRect()
  if (right - left === 0) return undefined
  for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement) {
    const { display, overflowX, overflowY } = getComputedStyle(box)
    if (display === 'inline' || display === 'contents') continue
    const bounds = box.getBoundingClientRect()
    const isWide = right > bounds.right + TOLERANCE_PX || left < bounds.left - TOLERANCE_PX
    const isCut = CUT.test(overflowY) && (bottom > bounds.bottom + TOLERANCE_PX || top < bounds.top - TOLERANCE_PX)
    // A line of buttons that sort may scroll: the focus brings each into sight.
    if (SCROLLS.test(overflowX) && isWide && element.closest('thead button') !== null) return undefined
    if (SCROLLS.test(overflowX) && isWide) return `scrolls sideways in ${nameOf(box)}`
    if (CUT.test(overflowX) ? isWide || isCut : isCut)
      return isReachable(element, text) ? undefined : `cut by ${nameOf(box)}`
    if (isWide) return `wider than ${nameOf(box)} by ${Math.round(right - bounds.right)} px`
    // What scrolls down shows the rest; what lies above or below is not measured.
    if (SCROLLS.test(overflowY)) return undefined
  }
  return undefined
}

const nameOf = (element: Element) => `<${element.localName} ${element.className}>`.slice(0, 90)

/** Texts on the page that are wider than a box around them, or cut without being reachable; and the page, if it is too wide. */
export function misfits(): string[] {
  const found = new Set<string>()
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.add(`the page is ${scrollWidth - clientWidth} px too wide`)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const problem = node instanceof Text ? problemOf(node) : undefined
    if (problem !== undefined) found.add(`${JSON.stringify((node.nodeValue ?? '').slice(0, 24))} ${problem}`)
  }
  return [...found]
}

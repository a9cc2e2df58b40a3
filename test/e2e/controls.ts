import type { Page } from '@playwright/test'

/** Side of what a finger presses, px. */
const TARGET_PX = 40

/**
 * Runs in the page. The controls of the topmost layer on which a finger misses that is beside their middle, but within the
 * target; and those whose accessible name lacks their visible text.
 */
function findProblems(target: number): string[] {
  const CONTROLS = `button, a[href], input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="tab"],
    [role="switch"], [role="option"], [role="menuitem"], [role="menuitemradio"], [role="menuitemcheckbox"]`
  const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
  const half = target / 2 - 1

  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  }
  /** Links in a sentence are as high as its lines. */
  const isInSentence = (control: Element) => {
    const text = control.closest('p, li, dd, td, output')
    return control.matches('a') && text !== null && text.textContent.trim() !== control.textContent.trim()
  }
  /** Whether a press on `hit` is one on `control`: on itself, its label, or the card that it opens. */
  function isPressOn(control: Element, hit: Element): boolean {
    if (control.contains(hit)) return true
    const label = hit.closest('label')
    if (label !== null && (label.control === control || label.contains(control))) return true
    const card = hit.closest('[data-opens], article')
    const isOnCard = card?.querySelector('button') === control && hit.closest('button, a, input, label') === null
    // A slider takes presses on all of its track.
    const isOnTrack = control.matches('input[type="range"]') && hit.parentElement?.contains(control) === true
    return isOnCard || isOnTrack
  }
  /** Where a finger beside the middle presses something else. */
  function missedBeside(control: Element): Element | undefined {
    const area = control.closest('label') ?? control
    area.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const { left, top, width, height } = area.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const points = [
      [x - half, y],
      [x + half, y],
      [x, y - half],
      [x, y + half],
    ] as const
    // Beyond the edge of the window nothing is pressed.
    const hits = points.map(([atX, atY]) => document.elementFromPoint(atX, atY))
    return hits.find((hit) => hit !== null && !isPressOn(control, hit)) ?? undefined
  }
  const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const textOf = (control: Element) => (control instanceof HTMLElement ? control.innerText : '')
  function lacksText(control: Element): boolean {
    const name = control.getAttribute('aria-label')
    // The text of a choice is its value.
    if (control.matches('[role="combobox"]')) return false
    return name !== null && !lettersOf(name).includes(lettersOf(textOf(control)))
  }
  function describe(control: Element): string {
    const { width, height } = control.getBoundingClientRect()
    const name = control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 40)
    return `${control.tagName.toLowerCase()} '${name}' (${Math.round(width)} x ${Math.round(height)})`
  }

  const overlay = [...document.querySelectorAll(OVERLAYS)].findLast((found) => found.checkVisibility())
  const controls = [...(overlay ?? document).querySelectorAll(CONTROLS)].filter(isShown)
  const unnamed = controls.filter(lacksText).map((control) => `${describe(control)} reads '${textOf(control)}'`)
  const missed = controls
    .filter((control) => !control.matches(':disabled') && !isInSentence(control))
    .flatMap((control) => {
      const other = missedBeside(control)
      return other === undefined ? [] : [`${describe(control)} is missed for ${describe(other)}`]
    })
  return [...unnamed, ...missed]
}

/** Controls that are hard to press or to call by what they read, as lines that begin with the screen's name. */
export async function controlProblems(page: Page, screen: string): Promise<string[]> {
  // A dialog that fades in does not cover the page yet.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  )
  const problems = await page.evaluate(findProblems, TARGET_PX)
  return [...new Set(problems)].map((problem) => `${screen}: ${problem}`)
}

/** Random numbers that a step in the page takes. */
export const NUMBERS_A_STEP = 4

export interface StepsInPage {
  /** `NUMBERS_A_STEP` for each step, from 0 to 1. */
  readonly numbers: readonly number[]
  /** Selector of what the screen must show, in place of which another screen may have come. */
  readonly home: string
  /** Selector of the part whose controls are used; that of `home` by default. */
  readonly within?: string
  /** Headings that may not be lost. */
  readonly headings: readonly string[]
  /** Pattern of the names of controls that are left alone. */
  readonly untouched: string
}

export interface StepsTaken {
  readonly actions: readonly string[]
  /** What broke at the last of them. */
  readonly broken: string | undefined
}

/**
 * Uses controls of the page at random, each found, hit and used as a person would, and looks after each step at what the page
 * must not lose. Runs in the page, because a call from outside for each step takes ten times as long. Ends early when
 * something is broken, or another screen has come.
 */
export async function stepInPage({
  numbers,
  home,
  within = 'body',
  headings,
  untouched,
}: StepsInPage): Promise<StepsTaken> {
  const CONTROLS =
    'button, select, input:not([type="file"]), [role^="menuitem"], [role="option"], [role="tab"], [role="slider"], [role="separator"]'
  const POPUPS = '[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"], :popover-open'
  /** Parts of the dashboard, and how often they are used: the first that has a control counts. */
  const PARTS = [
    ['#live-chart', 4],
    ['[aria-label="Timeframe"], [aria-label^="Pair: "], [aria-label="Player"]', 3],
    ['main', 2],
    ['body', 1],
  ] as const
  const KEYS = {
    slider:
      'ArrowLeft,ArrowRight,Shift+ArrowLeft,Shift+ArrowRight,Home,End,PageUp,PageDown,+,-,Enter,h,h,Delete,Control+z,f,Escape',
    separator: 'ArrowUp,ArrowDown,Home,End,Escape',
  }
  const TEXTS = ['e', 'btc', 'eth', '1', 'zz', '']
  const FAILED = /could not be (?:loaded|shown|drawn)|rendering error|something went wrong/i

  const untouchable = new RegExp(untouched)
  const actions: string[] = []
  let broken: string | undefined
  let next = 0
  const draw = () => numbers[next++] ?? 0
  const pick = <T>(list: readonly T[], at: number) => list[Math.floor(at * list.length)]
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 60)
  const visible = (selector: string, root: ParentNode = document) =>
    [...root.querySelectorAll<HTMLElement>(selector)].filter((each) => each.checkVisibility())
  const isUsable = (control: HTMLElement) =>
    !control.matches(':disabled, [aria-disabled="true"], [data-disabled], [inert] *') &&
    !untouchable.test(nameOf(control))
  const controlsIn = (root: ParentNode) => visible(CONTROLS, root).filter(isUsable)

  /** The middle of a control once it is in view, if nothing covers it there. */
  function placeOf(control: HTMLElement) {
    control.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = control.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = document.elementFromPoint(x, y)
    return hit !== null && (control.contains(hit) || control.closest('label')?.contains(hit)) ? { x, y } : undefined
  }

  function press(control: HTMLElement, { x, y }: { readonly x: number; readonly y: number }): void {
    const at = { view: window, bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, detail: 1 }
    const pointer = { ...at, pointerId: 1, pointerType: 'mouse', isPrimary: true }
    control.dispatchEvent(new PointerEvent('pointermove', pointer))
    control.dispatchEvent(new MouseEvent('mousemove', at))
    control.dispatchEvent(new PointerEvent('pointerdown', { ...pointer, buttons: 1 }))
    if (control.dispatchEvent(new MouseEvent('mousedown', { ...at, buttons: 1 })))
      control.focus({ preventScroll: true })
    control.dispatchEvent(new PointerEvent('pointerup', pointer))
    control.dispatchEvent(new MouseEvent('mouseup', at))
    control.dispatchEvent(new PointerEvent('click', pointer))
  }

  function hitKey(target: Element, spelled: string): void {
    const parts = spelled.split('+').filter((part) => part !== '')
    const key = spelled === '+' ? '+' : (parts.at(-1) ?? '')
    const init = {
      key,
      bubbles: true,
      cancelable: true,
      shiftKey: parts.includes('Shift'),
      ctrlKey: parts.includes('Control'),
    }
    target.dispatchEvent(new KeyboardEvent('keydown', init))
    target.dispatchEvent(new KeyboardEvent('keyup', init))
  }

  function enter(field: HTMLInputElement, value: string): void {
    // React compares with the value that it set itself
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  /** Uses a control as its kind is used. Returns what was done. */
  function use(control: HTMLElement, place: { readonly x: number; readonly y: number }, how: number): string {
    const role = control.getAttribute('role')
    const name = nameOf(control)
    if (role === 'slider' || role === 'separator') {
      const key = pick(KEYS[role].split(','), how) ?? ''
      control.focus({ preventScroll: true })
      hitKey(control, key)
      return `key ${key} on "${name}"`
    }
    if (control instanceof HTMLInputElement && control.type === 'range') {
      const [min, max] = [Number(control.min), Number(control.max)]
      enter(control, String(min + how * (max - min)))
      return `range "${name}" to ${how.toFixed(2)}`
    }
    if (control instanceof HTMLInputElement && /^(?:text|search|email|number)$/.test(control.type)) {
      const text = pick(TEXTS, how) ?? ''
      control.focus({ preventScroll: true })
      enter(control, text)
      return `"${text}" into "${control.labels?.[0]?.textContent ?? name}"`
    }
    press(control, place)
    return `${role ?? control.localName} "${name}"`
  }

  /** The controls that one step chooses from: mostly those of what is open. */
  function choices(where: number): readonly HTMLElement[] {
    const popup = visible(POPUPS).at(-1)
    if (popup && where < 0.75) return controlsIn(popup)
    const root = document.querySelector(within)
    const all = controlsIn(root ?? document)
    const parts = PARTS.map(([selector, weight]) => ({ selector, weight, controls: [] as HTMLElement[] }))
    for (const control of all) parts.find(({ selector }) => control.closest(selector))?.controls.push(control)
    const used = parts.filter(({ controls }) => controls.length > 0)
    const total = used.reduce((sum, { weight }) => sum + weight, 0)
    let left = (popup ? (where - 0.75) / 0.25 : where) * total
    return used.find(({ weight }) => (left -= weight) < 0)?.controls ?? []
  }

  function step(): string {
    const [where, which, how] = [draw(), draw(), draw()]
    const controls = choices(where)
    const from = Math.floor(which * controls.length)
    for (const control of [...controls, ...controls].slice(from, from + Math.min(4, controls.length))) {
      const place = placeOf(control)
      if (place) return use(control, place, how)
    }
    hitKey(document.activeElement ?? document.body, 'Escape')
    return 'key Escape'
  }

  function loss(): string | undefined {
    const shown = [...document.querySelectorAll('h2, h3')].map((heading) => heading.textContent ?? '')
    const missing = headings.filter((heading) => !shown.some((text) => text.includes(heading)))
    if (missing.length > 0) return `lost: ${missing.join(', ')}`
    const alerts = [...document.querySelectorAll('[role="alert"]')].map(({ textContent }) => textContent ?? '')
    const failed = alerts.find((text) => FAILED.test(text))
    return failed === undefined ? undefined : `shown: ${failed}`
  }

  const onError = ({ error }: ErrorEvent) => {
    if (error instanceof Error) broken ??= error.stack
  }
  const onRejection = ({ reason }: PromiseRejectionEvent) => (broken ??= `rejected: ${String(reason)}`)
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  while (next < numbers.length && broken === undefined && visible(home).length > 0) {
    actions.push(step())
    // Often several within a frame, or before anything else can run.
    const pause = draw()
    if (pause > 0.9) await new Promise((painted) => requestAnimationFrame(painted))
    else if (pause > 0.5) await scheduler.postTask(() => undefined)
    else await Promise.resolve()
    if (visible(home).length > 0) broken ??= loss()
  }
  removeEventListener('error', onError)
  removeEventListener('unhandledrejection', onRejection)
  return { actions, broken }
}

import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { type Pointer, POINTERS } from './pointers.ts'

/** What all ways to use the application have. Counts its steps: keys, taps, clicks, drags, and texts typed in one go. */
interface AnyHand {
  readonly steps: () => number
  /** Goes to a control and presses it. */
  use(control: Locator): Promise<void>
  /** Chooses an entry of the menu or list that is open; by keys, what is typed leads to it. */
  choose(entry: Locator, typed?: string): Promise<void>
  /** Goes to a field and replaces what it has. */
  fill(field: Locator, text: string): Promise<void>
  /** Fills the search field of the screen, for which `/` is the shortcut. */
  search(field: Locator, text: string): Promise<void>
  /** Sends the form: Enter in its field, or a tap on its button. */
  submit(button: Locator): Promise<void>
  /** Opens a screen: `g` and its letter, or its link. */
  go(link: string, letter: string): Promise<void>
  /** Goes from the page to the inspector that is docked beside it, or there to what happened. */
  dock(pane?: 'actors' | 'what happened'): Promise<void>
  /** Runs a command of the palette. */
  find(words: string, command: string): Promise<void>
}

interface KeyboardHand extends AnyHand {
  readonly way: 'keyboard'
  /** Presses keys one after the other where the focus is. */
  press(...keys: readonly string[]): Promise<void>
  /** Goes to something, without pressing it. */
  reach(control: Locator): Promise<void>
}

interface PointingHand extends AnyHand, Pointer {
  readonly way: 'touch' | 'mouse'
}

/** A way to use the application. */
export type Hand = KeyboardHand | PointingHand

const MOST_KEYS = 150

const hasFocus = (control: Locator): Promise<boolean> =>
  control.first().evaluate((element) => element === document.activeElement)
const isHighlighted = (entry: Locator): Promise<boolean> =>
  entry.first().evaluate((element) => element === document.activeElement || element.hasAttribute('data-highlighted'))

/** Whether the menu or list of an entry has the focus, which it gets a frame after it is seen. */
const isListening = (entry: Locator): Promise<boolean> =>
  entry
    .first()
    .evaluate(
      (element) => element.closest('[role="menu"], [role="listbox"]')?.contains(document.activeElement) === true,
    )

/** Whether the arrow keys lead to it, from another control of its group. */
const isBesideFocus = (control: Locator): Promise<boolean> =>
  control
    .first()
    .evaluate(
      (element) =>
        element instanceof HTMLElement &&
        element.tabIndex < 0 &&
        element.closest('[role="group"]')?.contains(document.activeElement) === true,
    )

/** Starts at the top of a page that was just opened, and skips to its content. */
function keyboard(page: Page): Hand {
  let steps = 0
  async function press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      steps += 1
      await page.keyboard.press(key)
    }
  }
  async function pressUntil(key: string, isThere: () => Promise<boolean>, what: Locator): Promise<void> {
    await expect(what.first()).toBeVisible()
    for (let count = 0; count < MOST_KEYS; count += 1) {
      if (await isThere()) return
      await press(key)
    }
    throw new Error(`${key} does not reach ${String(what)}`)
  }
  async function reach(control: Locator): Promise<void> {
    await expect(control.first()).toBeVisible()
    const isAtTop = await page.evaluate(() => document.activeElement === document.body)
    const isInMain = await control.first().evaluate((element) => element.closest('main') !== null)
    if (isAtTop && isInMain) {
      await press('Tab')
      await press('Enter')
    }
    await pressUntil('Tab', async () => (await hasFocus(control)) || (await isBesideFocus(control)), control)
    await pressUntil('ArrowRight', () => hasFocus(control), control)
  }
  async function type(text: string): Promise<void> {
    steps += 1
    await page.keyboard.type(text)
  }
  return {
    way: 'keyboard',
    steps: () => steps,
    press,
    reach,
    async use(control) {
      await reach(control)
      await press('Enter')
    },
    async choose(entry, typed) {
      await expect(entry.first()).toBeVisible()
      await expect.poll(() => isListening(entry)).toBe(true)
      if (typed === undefined) await pressUntil('ArrowDown', () => isHighlighted(entry), entry)
      else {
        await type(typed)
        await expect.poll(() => isHighlighted(entry)).toBe(true)
      }
      await press('Enter')
    },
    async fill(field, text) {
      // Tab selects what a field has.
      await reach(field)
      await type(text)
    },
    async search(field, text) {
      await expect(field).toBeVisible()
      await press('/')
      await expect(field).toBeFocused()
      await type(text)
    },
    submit: () => press('Enter'),
    async go(_link, letter) {
      await press('g')
      await press(letter)
    },
    async dock(pane = 'actors') {
      for (let presses = pane === 'actors' ? 1 : 3; presses > 0; presses -= 1) await press('F6')
    },
    async find(words) {
      await press('Control+k')
      await type(words)
      await press('Enter')
    },
  }
}

/** Touch and mouse press the same things. */
function pointing(page: Page, way: PointingHand['way']): Hand {
  let steps = 0
  async function press(target: Locator): Promise<void> {
    steps += 1
    await (way === 'touch' ? target.first().tap() : target.first().click())
  }
  async function fill(field: Locator, text: string): Promise<void> {
    await press(field)
    steps += 1
    await field.first().fill(text)
  }
  const pointer = POINTERS[way](page)
  const counted =
    <Args extends readonly unknown[]>(act: (...args: Args) => Promise<void>) =>
    (...args: Args): Promise<void> => {
      steps += 1
      return act(...args)
    }
  return {
    way,
    steps: () => steps,
    pointAt: counted(pointer.pointAt),
    pressAt: counted(pointer.pressAt),
    drag: counted(pointer.drag),
    use: press,
    choose: press,
    fill,
    search: fill,
    submit: press,
    go: (link) => press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link })),
    dock: () => Promise.resolve(),
    async find(words, command) {
      await press(page.getByRole('button', { name: /^Find / }))
      await fill(page.getByRole('combobox', { name: /^Find / }), words)
      await press(page.getByRole('option', { name: command }))
    },
  }
}

export const HANDS = {
  keyboard,
  touch: (page: Page): Hand => pointing(page, 'touch'),
  mouse: (page: Page): Hand => pointing(page, 'mouse'),
} as const
export type Way = keyof typeof HANDS

import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'

/** A way to use the application. Counts its steps: keys, taps, and texts typed in one go. */
export interface Hand {
  readonly way: 'keyboard' | 'touch'
  readonly steps: () => number
  /** Goes to a control and presses it. */
  use(control: Locator): Promise<void>
  /** Chooses an entry of the menu that is open. */
  choose(entry: Locator): Promise<void>
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

const MOST_KEYS = 150

const hasFocus = (control: Locator): Promise<boolean> =>
  control.first().evaluate((element) => element === document.activeElement)
const isHighlighted = (entry: Locator): Promise<boolean> =>
  entry.first().evaluate((element) => element === document.activeElement || element.hasAttribute('data-highlighted'))

/** Starts at the top of a page that was just opened, and skips to its content. */
function keyboard(page: Page): Hand {
  let steps = 0
  async function press(key: string): Promise<void> {
    steps += 1
    await page.keyboard.press(key)
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
    await pressUntil('Tab', () => hasFocus(control), control)
  }
  async function type(text: string): Promise<void> {
    steps += 1
    await page.keyboard.type(text)
  }
  return {
    way: 'keyboard',
    steps: () => steps,
    async use(control) {
      await reach(control)
      await press('Enter')
    },
    async choose(entry) {
      await pressUntil('ArrowDown', () => isHighlighted(entry), entry)
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

function touch(page: Page): Hand {
  let steps = 0
  async function tap(target: Locator): Promise<void> {
    steps += 1
    await target.first().tap()
  }
  async function fill(field: Locator, text: string): Promise<void> {
    await tap(field)
    steps += 1
    await field.first().fill(text)
  }
  return {
    way: 'touch',
    steps: () => steps,
    use: tap,
    choose: tap,
    fill,
    search: fill,
    submit: tap,
    go: (link) => tap(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link })),
    dock: () => Promise.resolve(),
    async find(words, command) {
      await tap(page.getByRole('button', { name: /^Find / }))
      await fill(page.getByRole('combobox', { name: /^Find / }), words)
      await tap(page.getByRole('option', { name: command }))
    },
  }
}

export const HANDS = { keyboard, touch } as const
export type Way = keyof typeof HANDS

import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { applyVariant, expectNoOverflow, press, use, VARIANTS, type Variant } from './variants.ts'

test.use({ ownServer: true })

const wizardOf = (page: Page) => page.getByRole('dialog', { name: 'Custom Strategy' })
const nextOf = (page: Page) => wizardOf(page).getByRole('button', { name: 'Next' })

/** Where the wizard and its buttons stand, in whole pixels. Buttons that fill a row are as wide as the others leave them. */
const placesOf = async (page: Page): Promise<string> => {
  const wizard = wizardOf(page)
  const boxes = [wizard, wizard.getByRole('button', { name: 'Cancel' }), wizard.getByRole('list', { name: /^Step / })]
  const places = await Promise.all(boxes.map((box) => box.boundingBox()))
  return JSON.stringify(places.map((place) => place && [place.x, place.y, place.height].map(Math.round)))
}

/** One of the two ways that New Strategy offers. */
async function openTemplate(page: Page, variant: Variant, template: RegExp): Promise<void> {
  await press(page, variant, 'New Strategy')
  await expect(page.getByRole('region', { name: 'Build your own' })).toBeVisible()
  await use(variant, page.getByRole('button', { name: template }))
  await press(page, variant, 'Open in the Wizard')
}

async function expectPressed(chip: Locator, isPressed: boolean): Promise<void> {
  await expect(chip).toHaveAttribute('aria-pressed', String(isPressed))
}

test(
  '[TG-24] [TG-25] [TG-28] [TG-29] [TG-32] [TG-33] a template in the wizard, which stands still, with bounded figures',
  { tag: '@long' },
  async ({ page, server, consoleErrors }, testInfo) => {
    test.setTimeout(240_000)
    await signIn(page, server.origin)
    for (const variant of VARIANTS) {
      const picture = (what: string) => ({
        path: testInfo.outputPath(`${what} ${variant.colorScheme} ${variant.width}.png`),
      })
      await applyVariant(page, variant)
      await page.goto(`${server.origin}/trading`)
      await openTemplate(page, variant, /Balanced Multi-Timeframe/)
      const wizard = wizardOf(page)
      const next = nextOf(page)
      const places = await placesOf(page)
      await use(variant, next)

      await expect(wizard.getByText(/Counted|Not measured/).first()).toBeVisible()
      await expect(wizard.getByText(/all rules must be met/)).toBeVisible()
      const chip = wizard
        .getByRole('group', { name: /^Timeframes of .*ndicators/ })
        .getByRole('button', { name: 'M30' })
      const wasPressed = (await chip.getAttribute('aria-pressed')) === 'true'
      await use(variant, chip)
      await expectPressed(chip, !wasPressed)
      await use(variant, chip)
      await expectPressed(chip, wasPressed)
      expect(await placesOf(page)).toBe(places)
      await expectNoOverflow(page)
      await page.screenshot(picture('sources'))
      await use(variant, next)

      await expect(wizard.getByText(/needs (all|every)/).first()).toBeVisible()
      expect(await placesOf(page)).toBe(places)
      await use(variant, next)

      await expect(wizard.getByText(/needs (all|every)/).first()).toBeVisible()
      const field = (label: string) => wizard.getByRole('textbox', { name: label })
      // The template sizes in percent.
      await expect(field('Max position size in percent')).not.toHaveValue('')
      await use(
        variant,
        wizard.getByRole('group', { name: 'Unit of the position size' }).getByRole('button', { name: 'USD' }),
      )
      for (const [label, typed, reason, good] of [
        ['Stop loss %', '99999', 'Must be below 100%, where the price would be 0', '2'],
        ['Stop loss %', '', 'Needed: enter a number above 0', '2'],
        ['Max position size in dollars', '9007199254740991', /^At most \$10,000,000/, '1000'],
      ] as const) {
        await field(label).fill(typed)
        await expect(wizard.getByText(reason)).toBeVisible()
        await expect(next).toBeDisabled()
        if (typed !== '') await page.screenshot(picture(`figures ${typed}`))
        await field(label).fill(good)
        await expect(next).toBeEnabled()
      }
      await field('Take profit %').fill('3')
      await expect(wizard.getByText(/A trade can lose \$20.00 or gain \$30.00/)).toBeVisible()
      expect(await placesOf(page)).toBe(places)
      await expectNoOverflow(page)
      await use(variant, next)
      await expect(wizard.getByRole('heading', { name: 'Review & Create' })).toBeVisible()
      await expect(wizard.getByText(/majority_vote|weighted_average|technical_indicator/)).toHaveCount(0)
      expect(await placesOf(page)).toBe(places)
      await expectNoOverflow(page)
      await use(variant, wizard.getByRole('button', { name: 'Cancel' }))
      await use(variant, page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }))
      await expect(wizard).toHaveCount(0)
    }
    expect(consoleErrors).toEqual([])
  },
)

test(
  '[TG-5] [TG-27] [TG-30] several drafts are shown with their age, survive a reload, and are thrown away',
  { tag: '@long' },
  async ({ page, server, consoleErrors }, testInfo) => {
    test.setTimeout(240_000)
    await signIn(page, server.origin)
    for (const variant of VARIANTS) {
      await applyVariant(page, variant)
      await page.goto(`${server.origin}/trading`)
      const wizard = wizardOf(page)
      for (const name of ['First', 'Second']) {
        // The templates are still shown when the second is begun.
        const isShown = await page.getByRole('button', { name: 'Hide Templates' }).isVisible()
        if (!isShown) await press(page, variant, 'New Strategy')
        await press(page, variant, 'Custom Strategy')
        await wizard.getByLabel('Name', { exact: true }).fill(name)
        await wizard.getByLabel('Description').fill('To be continued')
        await use(variant, nextOf(page))
        await expect(wizard.getByText(/^Draft, saved/)).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(wizard).toHaveCount(0)
      }
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Drafts (2)' })).toBeVisible()
      await expect(page.getByText(/Draft, step 2 of 5, saved/)).toHaveCount(2)
      await expectNoOverflow(page)
      await page.screenshot({ path: testInfo.outputPath(`drafts ${variant.colorScheme} ${variant.width}.png`) })

      await press(page, variant, 'Continue First')
      await expect(wizard.getByRole('heading', { name: 'Signal Sources', level: 3 })).toBeVisible()
      await use(variant, wizard.getByRole('button', { name: 'Back', exact: true }))
      await expect(wizard.getByLabel('Name', { exact: true })).toHaveValue('First')
      await use(variant, wizard.getByRole('button', { name: 'Cancel' }))
      const question = page.getByRole('alertdialog')
      await use(variant, question.getByRole('button', { name: 'Discard' }))
      await expect(page.getByRole('heading', { name: 'Drafts (1)' })).toBeVisible()
      await press(page, variant, 'Discard Second')
      await use(variant, question.getByRole('button', { name: 'Discard' }))
      await expect(page.getByRole('heading', { name: /^Drafts/ })).toHaveCount(0)
    }
    expect(consoleErrors).toEqual([])
  },
)

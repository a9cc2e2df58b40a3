import type { Page } from '@playwright/test'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { DEFINITION } from '#test/support/data/strategy-samples.ts'
import { expect } from './fixtures.ts'

/** Creates a strategy as the user of the page; unless given, of two sources and one rule. */
export async function createStrategy(
  page: Page,
  origin: string,
  name: string,
  definition: CustomStrategy = DEFINITION,
): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('pairbot.access_token'))
  const response = await page.request.post(origin + DEFAULT_BASES.strategy + STRATEGIES.custom.path, {
    headers: { authorization: `Bearer ${token}`, origin },
    data: { ...definition, id: `custom_${name.replaceAll(/\W/g, '_')}`, name },
  })
  expect(response.ok(), await response.text()).toBe(true)
}

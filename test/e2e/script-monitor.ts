import type { Page } from '@playwright/test'
import { HOOK } from '#test/support/data/script-texts.ts'

const VIOLATIONS_KEY = '__seen'

/** Records script execution and Content Security Policy violations, from the next page load on. */
export async function monitorScripts(page: Page): Promise<void> {
  await page.addInitScript(
    ([hook, key]) => {
      const violations: string[] = []
      Object.assign(globalThis, { [key]: violations, [hook]: () => violations.push('a text was run') })
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
        violations.push(`${violatedDirective}: ${blockedURI} ${sample}`)
      })
    },
    [HOOK, VIOLATIONS_KEY] as const,
  )
}

/** Recorded executions and violations since the page load, and suspicious elements and attributes in the document. */
export const scriptViolations = (page: Page): Promise<readonly string[]> =>
  page.evaluate((key) => {
    const inline = [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(({ name, value }) => /^on|^srcdoc$/.test(name) || /^\s*(javascript|data:text)/i.test(value))
        .filter(({ name }) => !/^(aria-|title$|alt$|placeholder$|value$|data-)/.test(name))
        .map(({ name, value }) => `${element.localName} ${name}="${value}"`),
    )
    const foreign = [...document.querySelectorAll('script:not([src]), base, math, mglyph, x, iframe[srcdoc]')]
    const violations = Reflect.get(globalThis, key) as readonly string[]
    return [...violations, ...inline, ...foreign.map(({ outerHTML }) => outerHTML)]
  }, VIOLATIONS_KEY)

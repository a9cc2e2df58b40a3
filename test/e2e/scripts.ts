import type { Page } from '@playwright/test'
import { HOOK } from '#test/support/data/script-texts.ts'

const SEEN = '__seen'

/** From the next page on: counts texts that run, and notes what the content security policy refuses. */
export async function watchScripts(page: Page): Promise<void> {
  await page.addInitScript(
    ([hook, seen]) => {
      const notes: string[] = []
      Object.assign(globalThis, { [seen]: notes, [hook]: () => notes.push('a text was run') })
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
        notes.push(`${violatedDirective}: ${blockedURI} ${sample}`)
      })
    },
    [HOOK, SEEN] as const,
  )
}

/** What ran or was refused since the page was loaded, and what stands in the document that a text can have put there. */
export const scriptsSeen = (page: Page): Promise<readonly string[]> =>
  page.evaluate((seen) => {
    const inline = [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(({ name, value }) => /^on|^srcdoc$/.test(name) || /^\s*(javascript|data:text)/i.test(value))
        .filter(({ name }) => !/^(aria-|title$|alt$|placeholder$|value$|data-)/.test(name))
        .map(({ name, value }) => `${element.localName} ${name}="${value}"`),
    )
    const foreign = [...document.querySelectorAll('script:not([src]), base, math, mglyph, x, iframe[srcdoc]')]
    const notes = Reflect.get(globalThis, seen) as readonly string[]
    return [...notes, ...inline, ...foreign.map(({ outerHTML }) => outerHTML)]
  }, SEEN)

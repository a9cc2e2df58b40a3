import { resolve } from 'node:path'
import { buildPages } from '#test/support/server/built-pages.ts'
import { CONTENDERS } from './report.ts'

const PAGES = 'bench/chart/contenders'

/** The chart that is scrolled back; see `scroll.ts`. */
export const PAST_PAGE = 'pairbot-past'

/** Builds the pages of all contenders as the product is built, and returns their folder. */
export const buildContenders = (): Promise<string> =>
  buildPages(Object.fromEntries([...CONTENDERS, PAST_PAGE].map((name) => [name, resolve(PAGES, `${name}.html`)])))

export const pageOf = (name: string): string => `/${PAGES}/${name}.html`

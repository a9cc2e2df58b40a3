import { expect, it } from 'vitest'
import { canGoBack } from '#src/routes/Failed.tsx'

const opened = (several: boolean) => ({ canGoBack: () => several })

it.each([
  ['an address was typed in: the browser knows the page before it', false, { canGoBack: true }, true],
  ['the page before it is of another site', true, { canGoBack: false }, false],
  ['the browser does not say: the pages opened since', true, undefined, true],
  ['the browser does not say, and this is the first page', false, undefined, false],
])('[SE-23] %s', (_case, several, browser, expected) => {
  expect(canGoBack(opened(several), browser)).toBe(expected)
})

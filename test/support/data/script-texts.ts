/** Global function called by the texts below if they are executed. A test defines it in the page. */
export const HOOK = '__ran'

/** Texts that execute code if inserted into markup, an attribute, a script, an address or a style. */
export const SCRIPT_TEXTS: readonly string[] = [
  `<script>${HOOK}()</script>`,
  `"><img src=x onerror=${HOOK}()>`,
  `'"><svg/onload=${HOOK}()>`,
  `javascript:${HOOK}()`,
  `<iframe srcdoc="<script>parent.${HOOK}()</script>"></iframe>`,
  `</textarea></title></style></script><img/src=x/onerror=${HOOK}()>`,
  `jaVasCript:/*-/*\`/*\\\`/*'/*"/**/(/* */oNcliCk=${HOOK}() )//</stYle/</titLe/</teXtarEa/</scRipt/--!>\\x3csVg/<sVg/oNloAd=${HOOK}()//>\\x3e`,
  `<a href="javascript:${HOOK}()" style="position:fixed;inset:0">x</a>`,
  `<math><mtext><table><mglyph><style><img src=x onerror=${HOOK}()>`,
  `<style>@import 'data:text/css,*{background:url(//evil.test)}'</style>`,
  `<x onpointerenter=${HOOK}() onfocus=${HOOK}() tabindex=0 autofocus>`,
  `data:text/html,<script>${HOOK}()</script>`,
  `{{constructor.constructor('${HOOK}()')()}}\${${HOOK}()}#{${HOOK}()}`,
  `x\u2028;${HOOK}()//\u2029x`,
  `&lt;img src=x onerror=${HOOK}()&gt;`,
  `<form action=javascript:${HOOK}()><button>x</button></form><base href=//evil.test>`,
]

/** Elements and attributes that only injected markup can have created, on a screen without links. */
export const INJECTED_ELEMENTS = 'script, img, iframe, math, style, form, base, a, x, [onload], [onerror], [onclick]'

/** One of this many values is replaced per round, so that the rest stays readable. */
const GROUPS = 4
/** After this many rounds every position has had every text. */
export const ROUNDS = GROUPS * SCRIPT_TEXTS.length

/** A JSON value with some texts replaced by those above; with `everywhere` also values of other types. */
export function poisoned(value: unknown, round: number, everywhere: boolean, position = { at: 0 }): unknown {
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, current]) => [key, poisoned(current, round, everywhere, position)])
    return Array.isArray(value) ? entries.map(([, current]) => current) : Object.fromEntries(entries)
  }
  if (!everywhere && typeof value !== 'string') return value
  position.at += 1
  if (position.at % GROUPS !== round % GROUPS) return value
  return SCRIPT_TEXTS[(position.at + Math.floor(round / GROUPS)) % SCRIPT_TEXTS.length]
}

/** Names with a meaning to a spreadsheet, a page or a script that opens a file. */
export const SCRIPT_NAMES: readonly string[] = [
  '=cmd()',
  "=cmd|' /C calc'!A0",
  '+1+1',
  '-2+3',
  '@SUM(1)',
  '</script><script>alert(1)</script>',
  'a\u2028b\u2029c',
  '"quotes" and \'others\' and `these`',
  'back\\slash "\\u0022"',
  '"; filename="x.html',
  'x.html\r\nContent-Type: text/html',
  '\u202Egnp.exe',
  'имя 戦略 🚀',
]

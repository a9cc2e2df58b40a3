/** Counts itself when a text of the corpus is run. A test defines it in the page. */
export const HOOK = '__ran'

/** Texts that run something where they are pasted into markup, an attribute, a script, an address or a style. */
export const HOSTILE_TEXTS: readonly string[] = [
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
  `\u2028;${HOOK}()//\u2029`,
  `&lt;img src=x onerror=${HOOK}()&gt;`,
  `<form action=javascript:${HOOK}()><button>x</button></form><base href=//evil.test>`,
]

/** Names that mean something to a spreadsheet, a page or a script that a file is opened with. */
export const HOSTILE_NAMES: readonly string[] = [
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

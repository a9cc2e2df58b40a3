import { expect, it } from 'vitest'
import { proxyNotice } from '#server/start.ts'

it.each([
  ['https://pairbot.example.org', false, true],
  ['https://pairbot.example.org', true, false],
  ['http://192.168.1.5:8080', false, false],
  [undefined, false, false],
])(
  '[ID-28] AB-47 PAIRBOT_PUBLIC_URL %s, proxy trusted: %s, warning at the start: %s',
  (publicUrl, trustProxy, warns) => {
    const notice = proxyNotice({ publicUrl, trustProxy })
    expect(notice !== undefined).toBe(warns)
    if (warns) expect(notice).toMatch(/^Warning: [^\n]*PAIRBOT_TRUST_PROXY is 0[^\n]*$/)
  },
)

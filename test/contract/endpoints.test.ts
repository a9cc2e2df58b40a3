import { build } from 'vite'
import { expect, it } from 'vitest'
import { AREAS } from '#server/http/areas.ts'
import { dropServerFacts } from '../../vite.config.ts'

/** All endpoints as the client is given them. */
async function built(): Promise<string> {
  const entry = Object.keys(AREAS).map((area) => `contract/endpoints/${area}.ts`)
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [dropServerFacts],
    build: { write: false, minify: false, lib: { entry, formats: ['es'] } },
  })
  return [output]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
    .map((file) => (file.type === 'chunk' ? file.code : ''))
    .join('\n')
}

it('the client gets the path and the response of each endpoint, and nothing that only the server reads', async () => {
  const code = await built()
  for (const { endpoints } of Object.values(AREAS)) {
    for (const { path, summary } of Object.values(endpoints)) {
      expect(code).toContain(`path: "${path}"`)
      expect(code).not.toContain(summary)
    }
  }
  expect(code).not.toMatch(/^\t(summary|detail|example|returns|failures|access|scope|rate|params|query|body\w*):/m)
})

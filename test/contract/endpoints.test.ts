import { build } from 'vite'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { AREAS } from '#server/http/areas.ts'
import { dropServerFacts } from '../../vite.config.ts'

const exportsSchema = z.record(z.string(), z.record(z.string(), z.unknown()))

/** The endpoints of an area as the client is given them. */
async function built(area: string) {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [dropServerFacts],
    build: { write: false, lib: { entry: `contract/endpoints/${area}.ts`, formats: ['es'] } },
  })
  const [result] = [output].flat()
  const code = result && 'output' in result ? result.output[0].code : expect.fail('nothing was built')
  return {
    code,
    endpoints: exportsSchema.parse({ ...(await import(`data:text/javascript,${encodeURIComponent(code)}`)) }),
  }
}

it.each(Object.entries(AREAS))(
  'of the endpoints of %s the client gets method, path and response, and nothing that only the server reads',
  async (area, { endpoints }) => {
    const { code, endpoints: given } = await built(area)
    expect(Object.keys(given).toSorted()).toEqual(Object.keys(endpoints).toSorted())
    for (const [name, { method, path, summary, ...rest }] of Object.entries<Endpoint>(endpoints)) {
      expect(given[name]).toEqual({
        method,
        path,
        ...(rest.response && { response: expect.anything() }),
        ...(rest.acceptStatuses && { acceptStatuses: rest.acceptStatuses }),
      })
      expect(code).not.toContain(summary)
    }
  },
)

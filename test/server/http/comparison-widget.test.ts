import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { registerComparisonWidget } from '#server/operations/plugin.ts'

async function page() {
  const app = Fastify()
  registerComparisonWidget(app)
  const reply = await app.inject({ method: 'GET', url: '/widget/comparison' })
  await app.close()
  return reply
}

const directives = (policy: unknown): Record<string, string> =>
  Object.fromEntries(
    String(policy)
      .split('; ')
      .map((directive) => {
        const [name = '', ...values] = directive.split(' ')
        return [name, values.join(' ')]
      }),
  )

describe('[DA-1] the page of the external chart', () => {
  it('AB-41 has an opaque origin and allows only the vendor', async () => {
    const { headers, body, statusCode } = await page()
    const script = /<script>(.*)<\/script>/s.exec(body)?.[1] ?? ''
    const hash = createHash('sha256').update(script).digest('base64')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(directives(headers['content-security-policy'])).toEqual({
      sandbox: 'allow-scripts',
      'default-src': "'none'",
      'script-src': `'sha256-${hash}' https://s3.tradingview.com/external-embedding/embed-widget-advanced-chart.js`,
      'style-src': "'unsafe-inline'",
      'frame-src': 'https://www.tradingview-widget.com https://s.tradingview.com',
      'frame-ancestors': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
    })
  })

  it('requests BTCUSD at one minute, dark, with a selectable symbol', async () => {
    const { body } = await page()
    const settings: unknown = JSON.parse(JSON.parse(/script\.textContent = (".*")/.exec(body)?.[1] ?? '""'))
    expect(settings).toMatchObject({ symbol: 'BTCUSD', interval: '1', theme: 'dark', allow_symbol_change: true })
  })
})

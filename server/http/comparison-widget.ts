import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { comparison } from '#contract/endpoints/service.ts'
import { serve } from './serve.ts'
import type { ComparisonMessage } from '#contract/comparison.ts'

const VENDOR_SCRIPT = 'https://s3.tradingview.com/external-embedding/embed-widget-advanced-chart.js'
const VENDOR_FRAMES = 'https://www.tradingview-widget.com https://s.tradingview.com'

/** Settings in the format of the vendor's script. */
const CHART = {
  autosize: true,
  symbol: 'BTCUSD',
  interval: '1',
  timezone: 'Etc/UTC',
  theme: 'dark',
  style: '1',
  locale: 'en',
  allow_symbol_change: true,
  calendar: false,
}

const LOADED: ComparisonMessage = { type: 'comparison.loaded' }
const FAILED: ComparisonMessage = { type: 'comparison.failed' }

/** Messages are posted to any origin: the page's own origin is opaque, and they contain no data. */
const LOADER = `
const send = (message) => parent.postMessage(message, '*')
const container = document.getElementById('chart')
new MutationObserver((_, observer) => {
  const frame = container.querySelector('iframe')
  if (!frame) return
  observer.disconnect()
  frame.addEventListener('load', () => send(${JSON.stringify(LOADED)}))
}).observe(container, { childList: true, subtree: true })
const script = document.createElement('script')
script.src = ${JSON.stringify(VENDOR_SCRIPT)}
script.textContent = ${JSON.stringify(JSON.stringify(CHART))}
script.onerror = () => send(${JSON.stringify(FAILED)})
container.append(script)
`

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>External comparison chart</title>
<style>html,body,#chart,.tradingview-widget-container__widget{height:100%;margin:0;background:#0b0e14}</style>
</head>
<body>
<div id="chart" class="tradingview-widget-container"><div class="tradingview-widget-container__widget"></div></div>
<script>${LOADER}</script>
</body>
</html>
`

const loaderHash = createHash('sha256').update(LOADER).digest('base64')

/**
 * Isolates the vendor's code in an opaque origin, without access to our storage, cookies or services. The sandbox is also
 * part of the policy, so that it applies when the page is opened directly.
 */
const CONTENT_SECURITY_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  `script-src 'sha256-${loaderHash}' ${VENDOR_SCRIPT}`,
  "style-src 'unsafe-inline'",
  `frame-src ${VENDOR_FRAMES}`,
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** GET /widget/comparison: a public page that contains only the external comparison chart. */
export function registerComparisonWidget(app: FastifyInstance): void {
  serve(
    app,
    { comparison },
    {
      comparison: (_request, reply) =>
        reply
          .header('content-security-policy', CONTENT_SECURITY_POLICY)
          .header('cache-control', 'no-cache')
          // An opaque origin is already isolated; requesting it makes browsers warn.
          .header('origin-agent-cluster', '?0')
          .type('text/html; charset=utf-8')
          .send(PAGE),
    },
  )
}

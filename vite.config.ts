import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'

const inPackages = (names: string) => new RegExp(`node_modules[\\\\/](${names})[\\\\/]`)

/**
 * What the candles need of ECharts, with everything that it imports. The rest (lines, bars, axes) comes with the overlays of the
 * chart, when the first is switched on.
 */
const inChart = new RegExp(
  [
    inPackages('zrender|echarts-for-react|size-sensor|fast-deep-equal|tslib').source,
    String.raw`node_modules[\\/]echarts[\\/](?:(?:core|renderers)\.js|lib[\\/](?:core|export[\\/]core|chart[\\/]custom|renderer)[\\/.])`,
  ].join('|'),
)

/**
 * Has the chart's scripts compiled whole while they arrive, beside the main thread, instead of function by function within the
 * first paint that calls them. Chromium reads the comment before the first line of code only; other browsers ignore it.
 */
const compileChartEarly: Plugin = {
  name: 'compile-chart-early',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !['echarts', 'CandleChart'].includes(chunk.name)) continue
        chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
        const map = bundle[`${chunk.fileName}.map`]
        if (map?.type === 'asset') map.source = String(map.source).replace('"mappings":"', '"mappings":";')
      }
    },
  },
}

/** What the client reads of an endpoint. */
const READ_BY_CLIENT = new Set(['method', 'path', 'response', 'acceptStatuses'])

/**
 * Leaves out of the endpoints in contract/endpoints what only the server reads: policies, descriptions, examples, and the schemas
 * of what is sent. Blanks take their place, so that source maps stay right.
 */
export const dropServerFacts: Plugin = {
  name: 'drop-server-facts',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]contract[\\/]endpoints[\\/][^\\/]+\.ts$/ },
    handler(code) {
      let kept = code
      const exported = this.parse(code).body.flatMap((statement) =>
        statement.type === 'ExportNamedDeclaration' && statement.declaration?.type === 'VariableDeclaration'
          ? statement.declaration.declarations
          : [],
      )
      for (const { init } of exported) {
        if (init?.type !== 'ObjectExpression') continue
        for (const [index, property] of init.properties.entries()) {
          if (
            property.type === 'Property' &&
            property.key.type === 'Identifier' &&
            READ_BY_CLIENT.has(property.key.name)
          )
            continue
          const end = init.properties[index + 1]?.start ?? init.end - 1
          const blanks = code.slice(property.start, end).replaceAll(/[^\n]/g, ' ')
          kept = kept.slice(0, property.start) + blanks + kept.slice(end)
        }
      }
      return { code: kept, map: null }
    },
  },
}

/** The scripts that the page itself loads: no other needs to preload them, and to list them for each costs the start's script. */
const loadedByPage = new Set<string>()

/** The client build. Chunk groups keep what changes together together; ECharts never reaches the start. */
export default defineConfig({
  plugins: [vanillaExtractPlugin(), react(), dropServerFacts, compileChartEarly],
  // RxJS as classes and without helpers for browsers that have none.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  optimizeDeps: {
    include: ['@vanilla-extract/recipes/createRuntimeFn'],
  },
  build: {
    target: 'es2022',
    // For reading traces by hand; never served, so nothing points to them.
    sourcemap: 'hidden',
    modulePreload: {
      resolveDependencies(file, deps, { hostType }) {
        if (hostType === 'js') return deps.filter((dep) => !loadedByPage.has(dep))
        for (const script of [file, ...deps]) loadedByPage.add(script)
        return deps
      },
    },
    // Fonts as data: addresses would be refused by the Content-Security-Policy.
    assetsInlineLimit: 0,
    outDir: 'dist/client',
    rolldownOptions: {
      // The contract only defines, so what nobody imports of it is left out.
      treeshake: {
        moduleSideEffects: [{ test: /[\\/]contract[\\/]/, sideEffects: false }],
        manualPureFunctions: ['successOf'],
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: inPackages('react|react-dom|scheduler|use-sync-external-store'), priority: 30 },
            // Of the others of this house, tables come with the screens that have some.
            {
              name: 'router',
              test: inPackages('@tanstack[\\\\/](?:react-router|router-core|history|react-store|store)'),
              priority: 20,
            },
            { name: 'events', test: inPackages('rxjs|xstate|@xstate|observable-hooks'), priority: 20 },
            {
              name: 'echarts',
              test: inChart,
              priority: 20,
              // What only one chart needs stays with it: the dashboard's needs no lines and axes of ECharts.
              minShareCount: 2,
            },
            // Small files of every page, which are smaller in one.
            {
              name: 'contract',
              test: /[\\/]contract[\\/](?:auth|brand|config|pairs|paths|preferences|roles|sorting|timeframes|limits[\\/](?:connection|identity))\.ts$/,
              priority: 20,
            },
            { name: 'base-ui', test: inPackages('@base-ui|@floating-ui'), priority: 20 },
          ],
        },
      },
    },
  },
})

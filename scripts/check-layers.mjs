// Enforces the layers: which folder may import which. Prints each forbidden import and exits with 1.
// `node scripts/check-layers.mjs [FOLDER]` looks at another checkout.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Folders that each folder may import besides itself. The longest matching entry applies. */
const MAY_IMPORT = {
  contract: [],
  examples: ['contract'],
  'src/lib': [],
  'src/transport': ['contract', 'src/lib'],
  'src/machines': ['contract', 'src/lib'],
  'src/analysis': ['contract', 'src/lib'],
  'src/streams': ['contract', 'src/lib', 'src/analysis'],
  'src/ui': ['contract', 'src/lib'],
  'src/app/services.ts': [
    'contract',
    'src/lib',
    'src/machines',
    'src/streams/index.ts',
    'src/app/factor-requirement.ts',
    'src/app/preferences.ts',
    'src/app/realtime/cached-connections.ts',
  ],
  'src/app/use-address.ts': [],
  'src/app/use-connection.ts': ['contract', 'src/machines', 'src/ui', 'src/app/services.ts'],
  'src/app/use-dashboard-view.ts': ['contract', 'src/streams/index.ts', 'src/app/services.ts'],
  'src/app/use-mutation.ts': ['src/lib'],
  'src/app/use-remote-data.ts': ['contract', 'src/lib', 'src/streams', 'src/app/restored-context.ts'],
  'src/features': [
    'contract',
    'src/lib',
    'src/analysis',
    'src/machines',
    'src/streams/index.ts',
    'src/ui',
    'src/app/services.ts',
    'src/app/use-address.ts',
    'src/app/use-connection.ts',
    'src/app/use-dashboard-view.ts',
    'src/app/use-mutation.ts',
    'src/app/use-remote-data.ts',
    // Values only, from which others name the cards.
    'src/features/dashboard/cards.ts',
  ],
  src: ['contract', 'src'],
  'server/lib': [],
  'server/jobs': [],
  'server/cluster/bus': ['contract'],
  'server/cluster/leadership': ['contract', 'server/database'],
  'server/analysis': ['contract', 'server/lib'],
  'server/http': ['contract'],
  'server/database': ['contract'],
  'server/uploads': ['server/http', 'server/database'],
  'server/identity': ['contract', 'server/http', 'server/database'],
  'server/market': ['contract', 'server/jobs', 'server/lib', 'server/http', 'server/database', 'server/uploads'],
  'server/streams': ['contract', 'server/lib', 'server/http', 'server/analysis', 'server/database'],
  'server/gateway': ['contract', 'server/http'],
  'server/cluster/relay': ['contract', 'server/lib', 'server/http', 'server/market', 'server/streams'],
  'server/metrics': ['contract', 'server/http', 'server/database', 'server/gateway', 'server/streams'],
  'server/strategies': ['contract', 'server/lib', 'server/http', 'server/database'],
  'server/models': ['contract', 'server/jobs', 'server/lib', 'server/http', 'server/database', 'server/uploads'],
  'server/backtests': [
    'contract',
    'server/jobs',
    'server/lib',
    'server/http',
    'server/database',
    'server/analysis',
    'server/market/store',
    'server/market/replay',
    'server/market/library',
    'server/strategies/evaluator',
    'server/strategies/signal-extractors',
    'server/strategies/ports.ts',
  ],
  'server/paper': [
    'contract',
    'server/http',
    'server/database',
    'server/backtests/trading',
    'server/backtests/ports.ts',
    'server/backtests/jobs/store.ts',
    'server/backtests/report/estimate.ts',
    'server/lib',
    'server/strategies/ports.ts',
    'server/strategies/live/evaluator.ts',
    'server/strategies/signal-extractors',
    'server/strategies/routes/common.ts',
    'server/strategies/store',
  ],
  'server/outcomes': ['contract', 'server/analysis'],
  'server/score-card': [
    'contract',
    'server/jobs',
    'server/lib',
    'server/http',
    'server/database',
    'server/analysis',
    'server/outcomes',
    'server/market/store',
    'server/market/replay',
    'server/market/library',
    'server/strategies/ports.ts',
    'server/backtests/readings/version.ts',
  ],
  server: ['contract', 'server'],
}

/** Modules that a folder may import as types only: the interfaces that it implements, and the calls that it makes. */
const MAY_IMPORT_TYPES = {
  'src/app/services.ts':
    /^src\/transport\/api\/(account|admin|backtests|candle-imports|indicator-series|paper|password-reset|strategies)\.ts$/,
  'src/transport': /^src\/(machines|streams)\/(.+\/)?(ports|api|queries|types|machine|proof)\.ts$/,
  'server/paper': /^server\/(gateway|cluster\/bus)\/ports\.ts$/,
}

/** Packages restricted to some folders. */
const PACKAGE_RULES = [
  {
    name: /^react($|\/|-dom)/,
    not: ['contract', 'src/analysis', 'src/transport', 'src/machines', 'src/streams', 'server'],
  },
  {
    name: /^observable-hooks/,
    only: [
      'src/features',
      'src/ui',
      'src/main.tsx',
      'src/app/services.ts',
      'src/app/use-dashboard-view.ts',
      'src/app/use-remote-data.ts',
    ],
  },
  { name: /^@base-ui\//, only: ['src/ui'] },
  { name: /^(echarts|zrender|echarts-for-react)/, only: ['src/ui/charts'] },
  { name: /^(fastify|ws|pg|drizzle-orm|@electric-sql)/, only: ['server', 'examples'] },
  // No start waits for what only some users need.
  { name: /^(@simplewebauthn\/server|nodemailer)$/, only: ['server'], isLazy: true },
]

const within = (path, folder) => path === folder || path.startsWith(`${folder}/`)
/** An area's plugin connects it to the others, so it may import all of the server; only plugins and what starts them import it. */
const PLUGIN = /^server\/.+[/-]plugin\.ts$/
const MAY_IMPORT_PLUGINS = new Set(['server/roles.ts', 'server/start.ts'])
const ruleOf = (path) =>
  PLUGIN.test(path)
    ? 'server'
    : Object.keys(MAY_IMPORT)
        .filter((folder) => within(path, folder))
        .sort((a, b) => b.length - a.length)[0]

function* sources(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(name)) yield path
  }
}

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g
const TYPE_IMPORT = /\b(?:import|export)\s+type\s+(?:\{[^}]*\}|\*\s+as\s+\w+)\s+from\s*['"][^'"]+['"]/g

function target(from, specifier) {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  return undefined
}

function problemOf(path, specifier, { isType, isLazy }) {
  const to = target(path, specifier.split('?')[0])
  if (to === undefined) {
    const rule = PACKAGE_RULES.find(({ name }) => name.test(specifier))
    if (rule?.only && !rule.only.some((folder) => within(path, folder))) return 'package not allowed in this folder'
    if (rule?.isLazy && !isLazy) return 'package to be loaded by import() when it is first used'
    if (rule?.not && rule.not.some((folder) => within(path, folder))) return 'package not allowed in this folder'
    return undefined
  }
  if (to.startsWith('..') || within(to, 'node_modules')) return undefined
  const own = ruleOf(path)
  if (PLUGIN.test(to) && !PLUGIN.test(path) && !MAY_IMPORT_PLUGINS.has(path) && dirname(to) !== dirname(path))
    return 'only plugins import a plugin'
  if (own === 'src/features') {
    const feature = path.split('/').slice(0, 3).join('/')
    if (within(to, feature)) return undefined
    if (within(to, 'src/features') && !MAY_IMPORT[own].includes(to)) return 'features must not import each other'
  } else if (within(to, own)) return undefined
  if (isType && MAY_IMPORT_TYPES[own]?.test(to)) return undefined
  return MAY_IMPORT[own].some((folder) => within(to, folder)) ? undefined : `${own} may not import this`
}

/** Forbidden imports below `root`, one line each. */
export function findLayerProblems(root) {
  const folders = ['contract', 'src', 'server', 'examples'].map((folder) => join(root, folder)).filter(existsSync)
  return folders
    .flatMap((folder) => [...sources(folder)])
    .flatMap((file) => {
      const path = relative(root, file)
      const text = readFileSync(file, 'utf8')
      const types = new Set([...text.matchAll(TYPE_IMPORT)].map(({ index, 0: statement }) => index + statement.length))
      return [...text.matchAll(IMPORT)].flatMap(({ index, 0: statement, 1: specifier }) => {
        const isType = types.has(index + statement.length)
        const problem = problemOf(path, specifier, { isType, isLazy: /^import\s*\(/.test(statement) || isType })
        return problem ? [`${path}: ${specifier}: ${problem}`] : []
      })
    })
}

if (process.argv[1]?.endsWith('check-layers.mjs')) {
  const problems = findLayerProblems(resolve(process.argv[2] ?? '.'))
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
  console.log('layers: all imports are allowed')
}

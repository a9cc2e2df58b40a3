// npm run code-size: how much code there is, and how it is cut into files. Generated code and migrations are left out.
// `npm run code-size -- FOLDER` measures another checkout.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const PRODUCT = ['src', 'server', 'contract', 'scripts']
const BESIDE = ['research', 'bench', 'examples', 'test']
const GENERATED = /^(contract\/generated|server\/database\/migrations)\//
const SOURCE = /\.(tsx?|mjs|mts)$/
const IMPORT = /^(?:import|export)\b[^'"]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
const SMALL = 30

const root = resolve(process.argv[2] ?? '.')

function* sources(folder) {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) yield* sources(path)
    else if (SOURCE.test(name) && !GENERATED.test(relative(root, path))) yield path
  }
}

const files = [...PRODUCT, ...BESIDE].flatMap((folder) =>
  [...sources(join(root, folder))].map((path) => {
    const text = readFileSync(path, 'utf8')
    const imports = [...text.matchAll(IMPORT)]
    return {
      path: relative(root, path),
      folder,
      lines: text.split('\n').length - 1,
      importLines: imports.reduce((sum, [statement]) => sum + statement.split('\n').length, 0),
      targets: imports.map(({ 1: from, 2: lazily }) => from ?? lazily),
    }
  }),
)
const product = files.filter(({ folder }) => PRODUCT.includes(folder))

const importers = new Map()
for (const { path, targets } of product)
  for (const specifier of targets) {
    const target = specifier.startsWith('#') ? specifier.slice(1) : join(dirname(path), specifier)
    importers.set(target, (importers.get(target) ?? new Set()).add(path))
  }

const sum = (list, value) => list.reduce((total, each) => total + value(each), 0)
const quantile = (list, share) =>
  list.map(({ lines }) => lines).sort((a, b) => a - b)[Math.floor(list.length * share)] ?? 0
const row = (...cells) => console.log(cells.map((cell, index) => String(cell).padEnd(index === 0 ? 10 : 8)).join(' '))

row('', 'files', 'lines', 'imports', 'median', 'p90', '>350', `1 reader, <=${SMALL}`)
function print(name, list) {
  const lines = sum(list, (file) => file.lines)
  const importShare = `${((100 * sum(list, (file) => file.importLines)) / Math.max(1, lines)).toFixed(1)} %`
  const small = list.filter(({ path, lines: count }) => count <= SMALL && importers.get(path)?.size === 1).length
  const long = list.filter(({ lines: count }) => count > 350).length
  row(name, list.length, lines, importShare, quantile(list, 0.5), quantile(list, 0.9), long, small)
}
for (const folder of PRODUCT)
  print(
    folder,
    product.filter((file) => file.folder === folder),
  )
print('product', product)
for (const folder of BESIDE)
  print(
    folder,
    files.filter((file) => file.folder === folder),
  )

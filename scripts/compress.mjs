// Writes gzip and Brotli copies of the built files that get smaller, for the server to choose from.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Fonts and images are already compressed; source maps are not served. */
const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt'])
/** Minimum size in bytes; smaller files fit into one packet anyway. */
const MIN_BYTES = 1_000

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
const brotli = promisify(brotliCompress)
const CODINGS = [
  { ending: '.gz', encode: (content) => promisify(gzip)(content, { level: 9 }) },
  {
    ending: '.br',
    encode: (content) =>
      brotli(content, { params: { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: content.length } }),
  },
]

/** Writes `name.gz` and `name.br` for each file below `folder` if smaller than the file. */
export async function compressFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const content = await readFile(path)
      if (content.length < MIN_BYTES) return
      await Promise.all(
        CODINGS.map(async ({ ending, encode }) => {
          const copy = await encode(content)
          if (copy.length < content.length) await writeFile(path + ending, copy)
        }),
      )
    }),
  )
}

// Writes a gzip and a Brotli copy beside each built file that gains by one, for the server to choose from.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Fonts and pictures are compressed as they are; source maps are for this machine alone. */
const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt'])
/** Bytes; a smaller file fits into one packet anyway. */
const WORTH_IT = 1_000

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

/** Writes `name.gz` and `name.br` beside each file below `folder` whose copy is smaller than itself. */
export async function compressFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
  await Promise.all(
    files.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      const content = await readFile(path)
      if (content.length < WORTH_IT) return
      await Promise.all(
        CODINGS.map(async ({ ending, encode }) => {
          const copy = await encode(content)
          if (copy.length < content.length) await writeFile(path + ending, copy)
        }),
      )
    }),
  )
}

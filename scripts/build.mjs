// Builds the client with compressed copies into dist/client, and the server into dist/server.
import { build } from 'vite'
import { compressFiles } from './compress.mjs'

process.env.NODE_ENV = 'production'
const quiet = process.argv.includes('--quiet')
const logLevel = quiet ? 'warn' : 'info'
await build({ configFile: 'vite.config.ts', logLevel })
await Promise.all([compressFiles('dist/client'), build({ configFile: 'vite.server.config.ts', logLevel })])

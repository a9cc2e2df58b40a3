/** Where Stryker writes its reports. */
export const REPORTS = 'reports/mutation'

/**
 * The modules whose tests are measured by mutation, each with its own tests.
 * @type {Record<string, { mutate: string[], tests: string[], isStatic?: true }>}
 */
export const MODULES = {
  session: { mutate: ['src/machines/session/*.ts'], tests: ['test/machines/session/**/*.test.ts'] },
  connection: { mutate: ['src/machines/connection/*.ts'], tests: ['test/machines/connection/**/*.test.ts'] },
  parser: {
    mutate: ['src/transport/socket/socket.ts', 'src/streams/sequence.ts'],
    tests: ['test/transport/socket/frames.test.ts', 'test/streams/sequence.test.ts'],
  },
  records: {
    mutate: ['src/streams/records/fold.ts', 'src/streams/records/entry.ts', 'src/streams/records/entry.ts'],
    tests: ['test/streams/records/fold.test.ts', 'test/streams/records/records.test.ts'],
  },
  policy: {
    mutate: ['policy', 'route-policy', 'guard'].map((name) => `server/http/${name}.ts`),
    tests: ['test/server/http/{policy,policy-table,guard}.test.ts', 'test/server/http/api-docs/operations.test.ts'],
    isStatic: true,
  },
  tokens: {
    mutate: ['access-tokens', 'refresh-tokens', 'rotate-refresh-token'].map((name) => `server/identity/${name}.ts`),
    tests: [
      'test/server/identity/{access-tokens,access,refresh}.test.ts',
      'test/server/identity/account/renewed-tokens.test.ts',
    ],
  },
  models: {
    mutate: ['server/models/file-store/*.ts'],
    tests: ['test/server/models/file-store/*.test.ts'],
  },
  start: {
    // Without start.ts, which puts the parts together: each of its mutants would start a whole server.
    mutate: [
      ...['lifecycle', 'listen', 'uncaught'].map((name) => `server/process/${name}.ts`),
      ...['readiness', 'write-monitor'].map((name) => `server/operations/${name}.ts`),
    ],
    tests: ['test/server/process/{lifecycle,listen,uncaught}.test.ts', 'test/server/operations/*.test.ts'],
  },
  'disk space': {
    mutate: ['server/database/disk-space.ts'],
    tests: ['test/server/database/disk-space.test.ts'],
  },
}

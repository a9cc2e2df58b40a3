/** Where Stryker writes its reports. */
export const REPORTS = 'reports/mutation'

/**
 * The modules whose tests are measured by mutation, each with its own tests.
 * @type {Record<string, { mutate: string[], tests: string[] }>}
 */
export const MODULES = {
  session: { mutate: ['src/machines/session/*.ts'], tests: ['test/machines/session/**/*.test.ts'] },
  connection: { mutate: ['src/machines/connection/*.ts'], tests: ['test/machines/connection/**/*.test.ts'] },
  parser: {
    mutate: ['src/transport/socket/frames.ts', 'src/streams/sequence.ts'],
    tests: ['test/transport/socket/frames.test.ts', 'test/streams/sequence.test.ts'],
  },
  records: {
    mutate: ['src/streams/records/fold.ts', 'src/streams/records/entry.ts', 'src/streams/records/seen.ts'],
    tests: [
      'test/streams/records/fold.test.ts',
      'test/streams/records/records.test.ts',
      'test/streams/records/reconnect.test.ts',
    ],
  },
  policy: {
    mutate: ['server/http/policy.ts', 'server/http/guard.ts'],
    tests: ['test/server/http/policy.test.ts'],
  },
  tokens: {
    mutate: ['server/identity/access-tokens.ts', 'server/identity/refresh-tokens.ts'],
    tests: ['test/server/identity/access.test.ts', 'test/server/identity/refresh.test.ts'],
  },
  models: {
    mutate: ['server/models/file-store/*.ts'],
    tests: ['test/server/models/registry/*.test.ts'],
  },
  start: {
    mutate: ['server/composition/start.ts', 'server/composition/lifecycle.ts', 'server/composition/listen.ts'],
    tests: ['test/server/composition/{start,lifecycle,listen,parts}.test.ts'],
  },
  'disk space': {
    mutate: ['server/database/disk-space.ts'],
    tests: ['test/server/database/disk-space.test.ts'],
  },
}

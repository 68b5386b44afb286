import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { sampleSeed, seedVariable } from './suites/long-runs/sampled/sample.ts'

// Tests that leave no state behind in the modules that they load. Their files share processes, so
// that each process loads a module only once; loading is half of the time of such tests. Tests of
// the HTTP client are excluded: it keeps the secrets to redact in a module, and would redact them
// in the texts of other tests.
const shared = [
  'properties/**/*.test.ts',
  'reference/{admission,api,apply,audit,auth,cel,codecs,config,controllers,crd}/**/*.test.ts',
  'reference/{discovery,flag-settings,lib,openapi,patches,pipeline,selectors}/**/*.test.ts',
  'reference/{server,storage,types,verbs}/**/*.test.ts',
  'fixtures/hosts/**/*.test.ts',
]

const unit = {
  testTimeout: 30_000,
  restoreMocks: true,
  env: {
    // Each report that a test writes is held against its schema.
    TOUCHSTONE_CHECK_REPORTS: '1',
    [seedVariable]: sampleSeed(),
  },
}

// `shared` and `unit` are the project's own tests; `front` are the checks against
// TOUCHSTONE_TARGET (the reference when unset), for those who want vitest's or Allure's reports.
export default defineConfig({
  test: {
    reporters: process.env['ALLURE'] ? ['default', 'allure-vitest/reporter'] : ['default'],
    // Half of the time goes into waiting for servers and streams, so that no core is spared.
    maxWorkers: availableParallelism(),
    projects: [
      { test: { ...unit, name: 'shared', include: shared, isolate: false } },
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['{bin,reference,suites,properties,fixtures,protocols,reports}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...shared, 'suites/vitest/**'],
          globalSetup: [
            'suites/tools/set-up-bundle.ts',
            'suites/long-runs/sampled/print-sample.ts',
          ],
        },
      },
      { test: { name: 'front', include: ['suites/vitest/*.test.ts'] } },
    ],
  },
})

import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { sampleSeed, seedVariable } from './suites/long-runs/sampled/sample.ts'

// The tests that need a process of their own, because they start the program as a process, change
// the environment or the standard streams, or test what a module keeps: the secrets to redact in
// the HTTP client, for example. All other test files share processes, so that each process loads a
// module only once; loading is half of the time of most tests.
const isolated = [
  'bin/**/*.test.ts',
  'fixtures/client/**/*.test.ts',
  'reference/main.test.ts',
  'suites/{lint,robustness,servers}/**/*.test.ts',
  'suites/long-runs/**/*.test.ts',
  'suites/target/foreign-setups.test.ts',
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

// `shared` and `isolated` are the project's own tests; `front` are the checks against
// TOUCHSTONE_TARGET (the reference when unset), for those who want vitest's or Allure's reports.
export default defineConfig({
  test: {
    reporters: process.env['ALLURE'] ? ['default', 'allure-vitest/reporter'] : ['default'],
    // Half of the time goes into waiting for servers and streams, so that no core is spared.
    maxWorkers: availableParallelism(),
    env: unit.env,
    globalSetup: ['suites/tools/set-up-bundle.ts', 'suites/long-runs/sampled/print-sample.ts'],
    projects: [
      {
        test: {
          ...unit,
          name: 'shared',
          include: ['{bin,reference,suites,properties,fixtures,protocols,reports}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...isolated, 'suites/vitest/**'],
          isolate: false,
        },
      },
      {
        test: {
          ...unit,
          name: 'isolated',
          include: isolated,
        },
      },
      { test: { name: 'front', include: ['suites/vitest/*.test.ts'] } },
    ],
  },
})

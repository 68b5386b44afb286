import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { sampleSeed, seedVariable } from './suites/long-runs/sampled/sample.ts'

// Test files that need separate processes: they change the environment, listen to signals, or
// run for so long that loading does not matter. All others share processes, so that each process
// loads a module only once; loading is a third of the time of such tests.
const isolated = ['suites/{lint,long-runs,robustness,servers}/**/*.test.ts']

const folders = '{bin,reference,suites,properties,fixtures,protocols,reports}'

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
    // A third of the time goes into waiting for servers and streams.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          ...unit,
          name: 'shared',
          include: [`${folders}/**/*.test.ts`],
          exclude: [...configDefaults.exclude, ...isolated, 'suites/vitest/**'],
          isolate: false,
          setupFiles: ['fixtures/client/test-forget-secrets.ts'],
          globalSetup: ['suites/tools/set-up-bundle.ts'],
        },
      },
      {
        test: {
          ...unit,
          name: 'isolated',
          include: isolated,
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

import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { sampleSeed, seedVariable } from './suites/long-runs/sampled/sample.ts'

// Tests of functions. They leave nothing behind in the modules that they load, so that files share
// a process and load each module once: half of the time of such tests is loading.
const functions = [
  'properties/**/*.test.ts',
  'reference/{admission,api,apply,cel,codecs,config,crd,discovery,lib}/**/*.test.ts',
  'reference/{openapi,patches,pipeline,selectors,types,verbs}/**/*.test.ts',
]

const unit = {
  testTimeout: 30_000,
  env: {
    // Each report that a test writes is held against its schema.
    TOUCHSTONE_CHECK_REPORTS: '1',
    [seedVariable]: sampleSeed(),
  },
}

// `functions` and `unit` are the project's own tests; `front` are the checks against
// TOUCHSTONE_TARGET (the reference when unset), for those who want vitest's or Allure's reports.
export default defineConfig({
  test: {
    reporters: process.env['ALLURE'] ? ['default', 'allure-vitest/reporter'] : ['default'],
    // Half of the time goes into waiting for servers and streams, so that no core is spared.
    maxWorkers: availableParallelism(),
    projects: [
      { test: { ...unit, name: 'functions', include: functions, isolate: false } },
      {
        test: {
          ...unit,
          name: 'unit',
          include: ['{bin,reference,suites,properties,fixtures,protocols,reports}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...functions, 'suites/vitest/**'],
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

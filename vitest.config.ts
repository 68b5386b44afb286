import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Two projects: `unit` is the project's own tests; `front` are the checks against
// TOUCHSTONE_TARGET (the reference when unset), for those who want vitest's or Allure's reports.
export default defineConfig({
  test: {
    reporters: process.env['ALLURE'] ? ['default', 'allure-vitest/reporter'] : ['default'],
    // Half of the time goes into waiting for servers and streams, so that no core is spared.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{bin,reference,suites,properties,fixtures,reports}/**/*.test.ts'],
          exclude: ['suites/front/**', '**/node_modules/**'],
          testTimeout: 30_000,
          // Each report that a test writes is held against its schema.
          env: { TOUCHSTONE_CHECK_REPORTS: '1' },
        },
      },
      { test: { name: 'front', include: ['suites/front/*.test.ts'] } },
    ],
  },
})

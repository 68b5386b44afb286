// The global set-up of tests that start programs: bundles them if a source has changed.

import { join } from 'node:path'
import { bundleVariable } from '../../fixtures/targets/this-program.ts'
import {
  buildBundle,
  buildTestPrograms,
  builtProgram,
  isBundleStale,
  testPrograms,
} from './build-bundle.ts'
import { testProgramsVariable } from './test-programs.ts'

export default async function setUpBundle(): Promise<void> {
  if (isBundleStale(builtProgram)) await buildBundle()
  if (isBundleStale(join(testPrograms, 'commit-load.js'))) await buildTestPrograms()
  process.env[bundleVariable] = builtProgram
  process.env[testProgramsVariable] = testPrograms
}

// The global set-up of tests that start the program: writes the bundle if a source has changed.

import { buildBundle, builtProgram, isBundleStale } from './build-bundle.ts'
import { bundleVariable } from './test-program.ts'

export default async function setUpBundle(): Promise<void> {
  if (isBundleStale()) await buildBundle()
  process.env[bundleVariable] = builtProgram
}

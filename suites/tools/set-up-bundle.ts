// The global set-up of tests that start the program or a victim as a process: writes the bundle if
// source has changed.

import { buildBundle, builtProgram, builtVictim, isTestBundleStale } from './build-bundle.ts'
import { bundleVariable, victimVariable } from './test-program.ts'

export default async function setUpBundle(): Promise<void> {
  if (isTestBundleStale()) await buildBundle({ withVictim: true })
  process.env[bundleVariable] = builtProgram
  process.env[victimVariable] = builtVictim
}

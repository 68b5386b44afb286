// The feature gates that decide about flags, and what each is when nobody says.

import { objectIn } from '../api/object.ts'

type Gate = { readonly isOn: boolean; readonly stage: 'alpha' | 'beta' }

/** AGENT-185 names the first one with its default; the others are de facto. */
export const agentGates: ReadonlyMap<string, Gate> = new Map([
  ['APIResponseCompression', { isOn: true, stage: 'beta' }],
  ['CustomCPUCFSQuotaPeriod', { isOn: false, stage: 'alpha' }],
  ['LoggingAlphaOptions', { isOn: false, stage: 'alpha' }],
  ['LoggingBetaOptions', { isOn: true, stage: 'beta' }],
  ['QOSReserved', { isOn: false, stage: 'alpha' }],
  ['RotateKubeletServerCertificate', { isOn: true, stage: 'beta' }],
])

/** What is on, by what a caller, a file and the command line say, the later ones before the
 * earlier. `AllAlpha` and `AllBeta` speak for all gates of a stage that nobody names. */
export function gatesWith(...said: readonly unknown[]): ReadonlyMap<string, boolean> {
  const named = new Map(
    said.flatMap(gates =>
      Object.entries(objectIn(gates)).map(([name, isOn]) => [name, isOn === true] as const),
    ),
  )
  const ofStage = { alpha: named.get('AllAlpha'), beta: named.get('AllBeta') }
  const defaults = [...agentGates].map(
    ([name, { isOn, stage }]) => [name, ofStage[stage] ?? isOn] as const,
  )
  return new Map([...defaults, ...named])
}

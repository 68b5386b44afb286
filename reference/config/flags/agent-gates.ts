// Feature gates that affect flags, and their defaults.

import { objectIn } from '../../api/object.ts'
import type { DialectName } from '../../api/dialect.ts'
import { kubeletGates, type AgentGate } from './table/kubelet-gates.ts'

export type AgentGates = ReadonlyMap<string, AgentGate>

/**
 * AGENT-185 names the first gate and its default. The others are de facto. There may be further
 * ones, because the specification does not show its list.
 */
const agentGates: AgentGates = new Map([
  ['APIResponseCompression', { isOn: true, stage: 'beta' }],
  ['LoggingAlphaOptions', { isOn: false, stage: 'alpha' }],
  ['LoggingBetaOptions', { isOn: true, stage: 'beta' }],
  ['QOSReserved', { isOn: false, stage: 'alpha' }],
  ['RotateKubeletServerCertificate', { isOn: true, stage: 'beta' }],
])

export const knownGates: { readonly [dialect in DialectName]: AgentGates } = {
  cluster: agentGates,
  kubernetes: kubeletGates,
}

/** Names that set all gates of a stage that are not set individually. */
export const stageGates: ReadonlySet<string> = new Set(['AllAlpha', 'AllBeta'])

/**
 * Returns the state of each gate. `settings` are those of the caller, of a file and of the command
 * line. Later ones take precedence.
 */
export function effectiveGates(
  known: AgentGates,
  ...settings: readonly unknown[]
): ReadonlyMap<string, boolean> {
  const named = new Map(
    settings.flatMap(gates =>
      Object.entries(objectIn(gates)).map(([name, isOn]) => [name, isOn === true] as const),
    ),
  )
  const ofStage = (stage: AgentGate['stage']): boolean | undefined =>
    stage === 'alpha' ? named.get('AllAlpha') : stage === 'beta' ? named.get('AllBeta') : undefined
  const defaults = [...known].map(
    ([name, { isOn, stage }]) => [name, ofStage(stage) ?? isOn] as const,
  )
  return new Map([...defaults, ...named])
}

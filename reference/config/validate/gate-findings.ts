// Checks the names in --feature-gates. A misspelled gate would otherwise have no effect without
// notice.

import type { DialectName } from '../../api/dialect.ts'
import { knownGates, stageGates } from '../flags/agent-gates.ts'
import { nearestName } from '../flags/nearest-name.ts'
import type { ConfigFinding } from '../config-finding.ts'

/** Gates of configuration kinds. The other gates are those of the agent's flags. */
const ofKinds = ['KMSv1', 'LoggingAlphaOptions']

/** The specification does not list all gates, so an unknown one is only a warning. */
export function gateFindings(
  gates: { readonly [name: string]: boolean },
  dialect: DialectName,
): ConfigFinding[] {
  const known = new Set([...ofKinds, ...stageGates, ...knownGates[dialect].keys()])
  const unknown = Object.keys(gates).filter(name => !known.has(name))
  return unknown.map(name => {
    const near = nearestName(name, known)
    const advice = near === undefined ? '' : `; did you mean ${near}?`
    return {
      severity: 'warning',
      file: '--feature-gates',
      line: 1,
      column: 1,
      path: name,
      type: 'Not found',
      detail: `no rule depends on this feature gate${advice}`,
    }
  })
}

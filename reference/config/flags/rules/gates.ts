import { objectIn } from '../../../api/object.ts'
import type { FlagRule } from '../flag.ts'
import { knownGates, stageGates } from '../agent-gates.ts'
import { nearestName } from '../nearest-name.ts'
import { quote } from '../../../api/quote.ts'
import { forbiddenValue, invalidValue } from './rule-parts.ts'

const unknownIn = (value: unknown): string | undefined =>
  Object.keys(objectIn(value)).find(
    name => !knownGates.kubernetes.has(name) && !stageGates.has(name),
  )

const lockedIn = (value: unknown): string | undefined =>
  Object.entries(objectIn(value)).find(([name, isOn]) => {
    const gate = knownGates.kubernetes.get(name)
    return gate?.isLocked && gate.isOn !== isOn
  })?.[0]

export const gateRules: readonly FlagRule[] = [
  {
    name: 'gates are known',
    requirement: 'de facto',
    flag: 'feature-gates',
    ...invalidValue,
    description: value => {
      const name = unknownIn(value) ?? ''
      const near = nearestName(name, knownGates.kubernetes.keys())
      return `there is no gate ${quote(name)}${near === undefined ? '' : `; did you mean ${near}?`}`
    },
    onlyIn: 'kubernetes',
    holds: value => unknownIn(value) === undefined,
  },
  {
    name: 'locked gates stay',
    requirement: 'de facto',
    flag: 'feature-gates',
    ...forbiddenValue,
    description: value => `${lockedIn(value)} is locked and cannot be changed`,
    onlyIn: 'kubernetes',
    holds: value => lockedIn(value) === undefined,
  },
]

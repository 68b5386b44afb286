// Collects the rules over several flags and the machine, in the order of their findings.

import type { FlagRule } from './flag.ts'
import { gateRules } from './rules/gates.ts'
import { hostRules } from './rules/host.ts'
import { imageRules } from './rules/images.ts'
import { loggingRules } from './rules/logging.ts'
import { nodeRules } from './rules/node.ts'
import { resourceRules } from './rules/resources.ts'
import { servingRules } from './rules/serving.ts'
import { startRules } from './rules/startup.ts'

export const flagRules: readonly FlagRule[] = [
  ...gateRules,
  ...startRules,
  ...servingRules,
  ...nodeRules,
  ...imageRules,
  ...resourceRules,
  ...loggingRules,
  ...hostRules,
]

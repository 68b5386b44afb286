// What flags say of each other and of the machine, in the order in which it is told.

import type { FlagRule } from './flag.ts'
import { gates } from './rules/gates.ts'
import { host } from './rules/host.ts'
import { images } from './rules/images.ts'
import { logging } from './rules/logging.ts'
import { node } from './rules/node.ts'
import { resources } from './rules/resources.ts'
import { serving } from './rules/serving.ts'
import { starting } from './rules/starting.ts'

export const flagRules: readonly FlagRule[] = [
  ...gates,
  ...starting,
  ...serving,
  ...node,
  ...images,
  ...resources,
  ...logging,
  ...host,
]

// The only door of the reference server.

export type { Flag, FlagFinding, FlagRule } from './agent/flag.ts'
export { checkCommandLine, type CommandLineOptions } from './agent/command-line.ts'
export { type CheckedFlags, checkFlags, type FlagOptions } from './agent/flags.ts'
export type { AllowRule, TokenUser } from './api/access.ts'
export type { Parts } from './api/parts.ts'
export { defaultParts, type PartsOptions } from './server/default-parts.ts'
export { type Reference, startReference } from './server/start.ts'
export { type Checked, checkConfig, type CheckOptions, type ConfigFile } from './kinds/check.ts'
export { type Finding, messageOf } from './kinds/finding.ts'
export { kinds } from './kinds/kinds.ts'
export type { Kind, Kinds } from './kinds/vocabulary.ts'

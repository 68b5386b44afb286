// The words in which the command line of the node agent is written down. Rows and rules are data:
// what reads them is in flags.ts.

import type { DialectName } from '../../api/dialect.ts'
import type { ValueType } from './values/value-parsers.ts'

export type Platform = 'linux' | 'windows'

/** Where a rule comes from: an id of the catalogue, or what genuine agents do. */
export type RequirementId = string

/** One option of the agent. Everything is in the specification's words; `kubernetes` says where a
 * genuine agent uses another word or habit, `windows` where that platform does. */
export type Flag = {
  /** Without its dashes. */
  readonly name: string
  /** The letter that may stand for it after one dash. */
  readonly short?: string
  readonly type: ValueType
  /** The value when nobody sets one, as `checkFlags` shows values; absent where it stays unset. */
  readonly default?: unknown
  /** The flag whose value it takes when nobody sets it. */
  readonly defaultFrom?: string
  /** What it is for, without a full stop. */
  readonly says: string
  readonly group: string
  /** The requirements that it keeps; the first one is that of its type and default. */
  readonly by: readonly RequirementId[]
  /** The requirement that says how its values are written, if that is not the first one. */
  readonly formBy?: RequirementId
  /** Numbers, both ends included. */
  readonly range?: { readonly min?: number; readonly max?: number; readonly by: RequirementId }
  /** The only texts, or items of a list, that it takes. */
  readonly values?: { readonly of: readonly string[]; readonly by: RequirementId }
  /** Values that it takes although they are a danger. */
  readonly insecure?: { readonly of: readonly string[]; readonly by: RequirementId }
  /** 0 stands for the default. */
  readonly zeroIsDefault?: { readonly by: RequirementId }
  /** Whatever differs from the default needs this feature gate. */
  readonly gate?: {
    readonly name: string
    readonly by: RequirementId
    readonly isOnlyAdvice?: true
  }
  /** Why not to use it any more. */
  readonly deprecated?: string
  readonly isAlpha?: true
  /** Where the same setting is in the configuration object; those flags are deprecated with it. */
  readonly field?: string
  /** The default where there is a configuration file at all. */
  readonly defaultWithFile?: unknown
  /** The flag stays although the object has a field for the same. */
  readonly staysBesideField?: true
  readonly onlyIn?: DialectName
  readonly onlyOn?: Platform
  readonly windows?: Partial<Flag>
  readonly kubernetes?: Partial<Flag>
}

/** What is known when a rule over several flags is asked. Flags go by the specification's names. */
export type FlagContext = {
  /** The effective value; undefined where the flag is unset. */
  readonly value: (name: string) => unknown
  /** Whether the command line or the configuration sets it. */
  readonly isSet: (name: string) => boolean
  readonly isOn: (gate: string) => boolean
  readonly mode: AgentMode
  readonly platform: Platform
  readonly dialect: DialectName
  readonly apiDomain: string
  readonly host: HostFacts
}

/** A rule over more than the text of one flag. It is broken at a flag, and says so in one sentence,
 * in which `--names` are written in the specification's words. */
export type FlagRule = {
  readonly name: string
  readonly by: RequirementId
  readonly at: string
  readonly type: FindingType
  readonly severity: Severity
  readonly says: string | ((value: unknown, seen: FlagContext) => string)
  readonly onlyIn?: DialectName
  readonly holds: (value: unknown, seen: FlagContext) => boolean
}

/** With an API server, or alone with what its own files say (AGENT-198). */
export type AgentMode = 'apiServer' | 'standalone'

/** What is known of the machine; what is unknown is not judged. */
export type HostFacts = {
  readonly cgroupVersion?: 1 | 2
  readonly isSwapOn?: boolean
  /** Kernel tunables by name, such as `vm.overcommit_memory`. */
  readonly tunables?: { readonly [name: string]: string }
  /** Whether the key in one PEM file belongs to the certificate in the other, or why nobody knows. */
  readonly keyMatches?: (
    certificateFile: string,
    keyFile: string,
  ) => boolean | { readonly fault: string }
}

export type Severity = 'error' | 'warning'

export type FindingType =
  | 'unknown flag'
  | 'unexpected argument'
  | 'missing value'
  | 'Required value'
  | 'Invalid value'
  | 'Unsupported value'
  | 'Forbidden'
  | 'Deprecated'
  | 'Alpha'
  | 'Insecure'
  | 'Ignored'
  | 'Repeated'

/** What is wrong with a flag, or worth knowing of it. `flag` has its dashes. */
export type FlagFinding = {
  readonly severity: Severity
  readonly flag: string
  readonly type: FindingType
  readonly detail: string
  readonly by?: RequirementId
}

/** A finding as a line: `--max-pods: Invalid value: "x": must be …`. */
export const formatFlagFinding = ({ flag, type, detail }: FlagFinding): string =>
  `${flag}: ${type}: ${detail}`

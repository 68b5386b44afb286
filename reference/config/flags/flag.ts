// The types of the node agent's flags and rules. Rows and rules are data, which check-flags.ts
// evaluates.

import type { DialectName } from '../../api/dialect.ts'
import type { ValueType } from './values/value-parsers.ts'

export type Platform = 'linux' | 'windows'

/** The id of a requirement, or `de facto` for behaviour of genuine agents. */
export type RequirementId = string

/**
 * One option of the agent, with the names of the specification. `kubernetes` holds what differs for
 * genuine agents, `windows` what differs on that platform.
 */
export type Flag = {
  /** Without its dashes. */
  readonly name: string
  /** The single letter that may be used after one dash. */
  readonly short?: string
  readonly type: ValueType
  /** The default, as `checkFlags` returns values. Absent if the flag has none. */
  readonly default?: unknown
  /** Another flag whose value is the default. */
  readonly defaultFrom?: string
  /** The purpose of the flag, without a full stop. */
  readonly description: string
  readonly group: string
  /** The requirements that it covers. The first one defines its type and default. */
  readonly requirement: readonly RequirementId[]
  /** The requirement that defines the syntax of its values, if that is not the first one. */
  readonly formBy?: RequirementId
  /** Limits of a number, both inclusive. */
  readonly range?: {
    readonly min?: number
    readonly max?: number
    readonly requirement: RequirementId
  }
  /** The only allowed texts, or items of a list. */
  readonly values?: { readonly of: readonly string[]; readonly requirement: RequirementId }
  /** Values that are accepted although they are insecure. */
  readonly insecure?: { readonly of: readonly string[]; readonly requirement: RequirementId }
  /** 0 stands for the default. */
  readonly zeroIsDefault?: { readonly requirement: RequirementId }
  /** Any value other than the default requires this feature gate. */
  readonly gate?: {
    readonly name: string
    readonly requirement: RequirementId
    readonly isOnlyAdvice?: true
  }
  /** Why the flag should no longer be used. */
  readonly deprecated?: string
  readonly isAlpha?: true
  /**
   * The field of the configuration object with the same setting. A flag with a field is deprecated.
   */
  readonly field?: string
  /** The default if there is a configuration file. */
  readonly defaultWithFile?: unknown
  /** The flag is not deprecated although the configuration object has the same setting. */
  readonly staysBesideField?: true
  readonly onlyIn?: DialectName
  readonly onlyOn?: Platform
  readonly windows?: Partial<Flag>
  readonly kubernetes?: Partial<Flag>
}

/** The context of a rule over several flags. Flags are named as in the specification. */
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

/**
 * A rule over more than the text of one flag. A violation is reported at one flag, in one sentence,
 * in which `--names` are those of the specification.
 */
export type FlagRule = {
  readonly name: string
  readonly requirement: RequirementId
  readonly flag: string
  readonly type: FindingType
  readonly severity: Severity
  readonly description: string | ((value: unknown, seen: FlagContext) => string)
  readonly onlyIn?: DialectName
  readonly holds: (value: unknown, seen: FlagContext) => boolean
}

/** With an API server, or standalone with static pods (AGENT-198). */
export type AgentMode = 'apiServer' | 'standalone'

/** Facts about the machine. Unknown facts are not judged. */
export type HostFacts = {
  readonly cgroupVersion?: 1 | 2
  readonly isSwapOn?: boolean
  /** Kernel tunables by name, such as `vm.overcommit_memory`. */
  readonly tunables?: { readonly [name: string]: string }
  /**
   * Returns whether the key in one PEM file belongs to the certificate in the other, or why this is
   * unknown.
   */
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

/** A fault or a warning about a flag. `flag` includes the dashes. */
export type FlagFinding = {
  readonly severity: Severity
  readonly flag: string
  readonly type: FindingType
  readonly detail: string
  readonly requirement?: RequirementId
}

/** Formats a finding as a line: `--max-pods: Invalid value: "x": must be …`. */
export const formatFlagFinding = ({ flag, type, detail }: FlagFinding): string =>
  `${flag}: ${type}: ${detail}`

import type { JsonObject } from './object.ts'

export type SecurityLevel = 'privileged' | 'baseline' | 'restricted'

/** A level of pod security, with the checks of a minor version of release 1. */
export type LevelVersion = {
  readonly level: SecurityLevel
  readonly version: 'latest' | number
}

/** A pod, or the template of one. */
export type PodLike = { readonly spec: JsonObject; readonly annotations: JsonObject }

/** Why a pod does not meet a check: a short reason, and the fields that are at fault. */
export type PodFault = { readonly reason: string; readonly detail: string }

/** Returns what is wrong with a pod at a level; nothing at the level `privileged`. */
export type PodFaults = (at: LevelVersion, pod: PodLike) => readonly PodFault[]

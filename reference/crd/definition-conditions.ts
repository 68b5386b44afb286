// The conditions in the status of a definition: whether its names are accepted, and whether its
// type is served.

import { type ApiObject, type JsonObject, objectIn, objectsIn, timestamp } from '../api/object.ts'
import { isSameJson } from '../api/same-json.ts'
import { type DefinitionNames, readNames } from './custom-type-definition.ts'

/** A condition in the status of a definition. */
export type DefinitionCondition = {
  readonly type:
    | 'NamesAccepted'
    | 'Established'
    | 'Terminating'
    | 'KubernetesAPIApprovalPolicyConformant'
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message: string
}

/**
 * Returns a definition with a condition. Its transition time changes only when its status changes.
 */
export function withCondition(
  object: ApiObject,
  condition: DefinitionCondition,
  now: number,
): ApiObject {
  const status = objectIn(object.status)
  const conditions = objectsIn(status.conditions)
  const old = conditions.find(({ type }) => type === condition.type)
  const since = old?.status === condition.status ? old.lastTransitionTime : timestamp(now)
  const next: JsonObject = { lastTransitionTime: since, ...condition }
  if (old && isSameJson(old, next)) return object
  const others = old ? conditions.map(one => (one === old ? next : one)) : [...conditions, next]
  return { ...object, status: { ...status, conditions: others } }
}

/** The accepted names of other definitions in the group. */
export type TakenNames = {
  readonly resources: ReadonlySet<string>
  readonly kinds: ReadonlySet<string>
}

export function takenNamesOf(others: Iterable<DefinitionNames>): TakenNames {
  const resources = new Set<string>()
  const kinds = new Set<string>()
  for (const { plural, singular, shortNames, kind, listKind } of others) {
    for (const name of [plural, singular, ...shortNames]) resources.add(name)
    for (const name of [kind, listKind]) kinds.add(name)
  }
  return { resources, kinds }
}

/** Returns a definition with its accepted names and the resulting condition. */
export function withAcceptedNames(
  object: ApiObject,
  takenNames: TakenNames,
  now: number,
): ApiObject {
  const wanted = objectIn(objectIn(object.spec).names)
  const status = objectIn(object.status)
  if (isSameJson(wanted, status.acceptedNames)) return object
  const { accepted, conflict } = settle(
    readNames(wanted),
    readNames(status.acceptedNames),
    takenNames,
  )
  const named = { ...object, status: { ...status, acceptedNames: written(accepted) } }
  return withCondition(named, conflict ?? noConflict, now)
}

const noConflict: DefinitionCondition = {
  type: 'NamesAccepted',
  status: 'True',
  reason: 'NoConflicts',
  message: 'no conflicts found',
}

/** Accepts each name that is free. The last conflict is reported. */
function settle(wanted: DefinitionNames, has: DefinitionNames, { resources, kinds }: TakenNames) {
  const accepted = { ...has, categories: wanted.categories }
  let conflict: DefinitionCondition | undefined
  const refuse = (reason: string, names: readonly string[]) => {
    const message = names.map(name => `${JSON.stringify(name)} is already in use`).join(', ')
    conflict = {
      type: 'NamesAccepted',
      status: 'False',
      reason,
      message: names.length > 1 ? `[${message}]` : message,
    }
  }
  const single = (
    member: 'plural' | 'singular' | 'kind' | 'listKind',
    used: ReadonlySet<string>,
  ) => {
    if (wanted[member] === has[member] || !used.has(wanted[member])) {
      accepted[member] = wanted[member]
    } else {
      const reason = member.charAt(0).toUpperCase() + member.slice(1)
      refuse(`${reason}Conflict`, [wanted[member]])
    }
  }
  single('plural', resources)
  single('singular', resources)
  const inUse = wanted.shortNames.filter(
    name => !has.shortNames.includes(name) && resources.has(name),
  )
  if (inUse.length > 0) refuse('ShortNamesConflict', inUse)
  else accepted.shortNames = wanted.shortNames
  single('kind', kinds)
  single('listKind', kinds)
  return { accepted, conflict }
}

const written = ({ shortNames, categories, ...names }: DefinitionNames): JsonObject => ({
  ...names,
  ...(shortNames.length > 0 && { shortNames }),
  ...(categories.length > 0 && { categories }),
})

const established: DefinitionCondition = {
  type: 'Established',
  status: 'True',
  reason: 'InitialNamesAccepted',
  message: 'the initial names have been accepted',
}

const notAccepted: DefinitionCondition = {
  type: 'Established',
  status: 'False',
  reason: 'NotAccepted',
  message: 'not all names are accepted',
}

/**
 * Returns a definition with its Established condition. An established type stays so. A new type is
 * established when its names are accepted.
 */
export function withEstablished(object: ApiObject, now: number): ApiObject {
  const conditions = objectsIn(objectIn(object.status).conditions)
  const holds = (type: string) => conditions.some(one => one.type === type && one.status === 'True')
  if (holds('Established')) return object
  return withCondition(object, holds('NamesAccepted') ? established : notAccepted, now)
}

export const terminatingCondition = (
  reason: string,
  message: string,
  status: 'True' | 'False' = 'True',
) => ({ type: 'Terminating', status, reason, message }) satisfies DefinitionCondition

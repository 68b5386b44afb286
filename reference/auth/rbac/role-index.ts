// The roles and bindings in force, indexed by subject.

import type { PolicyRule, RoleIndex, RolePlace } from '../../api/access.ts'
import { isJsonObject, type ApiObject } from '../../api/object.ts'
import { quote } from '../../api/quote.ts'
import { requestNamespaceOf, type User } from '../../api/request.ts'
import { coversRequest, policyRulesIn } from './policy-rule.ts'

type Binding = {
  /** Empty for a ClusterRoleBinding. */
  readonly namespace: string
  readonly role: string
  /** Says that the role does not exist. */
  readonly missingRole: string
  /** By the key of a subject, its place among the subjects, and what it gets, as a text. */
  readonly grants: ReadonlyMap<string, { readonly nth: number; readonly text: string }>
}

/** Returns an index without roles. */
export function createRoleIndex(): RoleIndex {
  const roles = new Map<string, readonly PolicyRule[]>()
  const bindings = new Map<string, Binding>()
  // By namespace and subject.
  const bySubject = new Map<string, Set<Binding>>()

  function remove(key: string): void {
    const known = bindings.get(key)
    if (!known) return
    bindings.delete(key)
    for (const subject of known.grants.keys()) {
      const place = placeOf(known.namespace, subject)
      const others = bySubject.get(place)
      others?.delete(known)
      if (others?.size === 0) bySubject.delete(place)
    }
  }

  /** The bindings of a user, of the whole cluster and of a namespace unless it is empty. */
  function* bindingsOf(user: User, namespace: string): Generator<Binding> {
    const subjects = subjectsOf(user)
    for (const place of namespace === '' ? [''] : ['', namespace])
      for (const subject of subjects) yield* bySubject.get(placeOf(place, subject)) ?? []
  }

  const bindingsOnce = (user: User, namespace: string) => new Set(bindingsOf(user, namespace))

  return {
    setRole: ({ metadata: { namespace = '', name = '' }, rules }) =>
      void roles.set(keyOf({ namespace, name }), policyRulesIn(rules)),
    removeRole: role => void roles.delete(keyOf(role)),
    setBinding: object => {
      const { namespace = '', name = '' } = object.metadata
      const key = keyOf({ namespace, name })
      remove(key)
      const binding = bindingIn(object, namespace)
      bindings.set(key, binding)
      for (const subject of binding.grants.keys()) {
        const place = placeOf(namespace, subject)
        const others = bySubject.get(place)
        if (others) others.add(binding)
        else bySubject.set(place, new Set([binding]))
      }
    },
    removeBinding: binding => remove(keyOf(binding)),
    grantOf: (user, info) => {
      const namespace = info.on === 'path' ? '' : requestNamespaceOf(info)
      for (const { role, grants } of bindingsOf(user, namespace))
        if (roles.get(role)?.some(rule => coversRequest(rule, info))) return firstOf(grants, user)
      return undefined
    },
    missingRoles: (user, namespace) => {
      const missing = [...bindingsOnce(user, namespace)].flatMap(({ role, missingRole }) =>
        roles.has(role) ? [] : [missingRole],
      )
      // As in genuine servers, a role that several bindings name is said to be missing once.
      return [...new Set(missing)]
    },
    rulesOf: (user, namespace) =>
      [...bindingsOnce(user, namespace)].flatMap(({ role }) => roles.get(role) ?? []),
    rulesOfRole: role => roles.get(keyOf(role)),
  }
}

const keyOf = ({ namespace, name }: RolePlace): string => `${namespace}/${name}`
// A namespace has no slash, and a name of a user may have any character.
const placeOf = (namespace: string, subject: string): string => `${namespace}/${subject}`
const userKey = (name: string): string => `user:${name}`
const groupKey = (name: string): string => `group:${name}`

const subjectsOf = (user: User): string[] => [userKey(user.name), ...user.groups.map(groupKey)]

/** As in genuine servers, the first subject of a binding that applies is the one that is named. */
function firstOf(grants: Binding['grants'], user: User): string | undefined {
  const found = subjectsOf(user).flatMap(subject => grants.get(subject) ?? [])
  const [first] = found.toSorted((one, other) => one.nth - other.nth)
  return first?.text
}

/** Returns the role that a binding in a namespace names. */
export function roleRefOf({ roleRef }: ApiObject, namespace: string): RolePlace {
  const { kind, name } = isJsonObject(roleRef) ? roleRef : {}
  return { namespace: kind === 'Role' ? namespace : '', name: String(name) }
}

function bindingIn(object: ApiObject, namespace: string): Binding {
  const { kind, roleRef, subjects } = object
  const { apiGroup, kind: roleKind } = isJsonObject(roleRef) ? roleRef : {}
  const role = roleRefOf(object, namespace)
  const { name = '' } = object.metadata
  const place = quote(namespace === '' ? name : `${name}/${namespace}`)
  const grant = `${kind} ${place} of ${String(roleKind)} ${quote(role.name)} to`
  const type = role.namespace === '' ? 'clusterrole' : 'role'
  return {
    namespace,
    role: keyOf(role),
    missingRole: `${type}.${String(apiGroup)} ${quote(role.name)} not found`,
    grants: new Map(
      // Of equal subjects the first one counts, and a map keeps the last one.
      (Array.isArray(subjects) ? [...subjects.entries()].toReversed() : []).flatMap(
        ([nth, subject]) => {
          const found = subjectIn(subject, namespace)
          return found ? [[found.key, { nth, text: `${grant} ${found.text}` }] as const] : []
        },
      ),
    ),
  }
}

/** Returns the key of a subject, and its text in messages. */
function subjectIn(subject: unknown, namespace: string): { key: string; text: string } | undefined {
  const { kind, name: given, namespace: own = '' } = isJsonObject(subject) ? subject : {}
  const name = String(given)
  const text = `${String(kind)} ${quote(name)}`
  if (kind === 'User') return { key: userKey(name), text }
  if (kind === 'Group') return { key: groupKey(name), text }
  const place = String(own) || namespace
  if (kind !== 'ServiceAccount' || place === '') return undefined
  return {
    key: userKey(`system:serviceaccount:${place}:${name}`),
    text: `ServiceAccount ${quote(`${name}/${place}`)}`,
  }
}

// The variables and types of the expressions in admission policies and in the match conditions of
// webhooks.

import {
  bool,
  type CelType,
  dyn,
  int,
  listOf,
  type ObjectMember,
  string,
  typeText,
} from './cel-type.ts'
import { compileExpression } from './compile-expression.ts'
import { CelCompileError } from './expression.ts'
import { locateFault } from './locate-fault.ts'
import { parseExpression } from './parse-expression.ts'
import type { CompiledExpression, Scope, Variable } from './scope.ts'
import { longTypeNames } from './type-names.ts'

/** The names of the variables, in the order of their values in a frame. */
export const policyVariables = [
  'object',
  'oldObject',
  'request',
  'namespaceObject',
  'params',
  'authorizer',
  'authorizer.requestResource',
  'variables',
] as const
export type PolicyVariable = (typeof policyVariables)[number]

const objectType = (name: string, members: { readonly [name: string]: CelType }): CelType => ({
  is: 'object',
  name,
  members: new Map(Object.entries(members).map(([key, type]) => [key, { type, name: key }])),
})

const texts = listOf(string)
const timestamp: CelType = { is: 'timestamp' }
const mapOf = (value: CelType): CelType => ({ is: 'map', of: [string, value] })

const versionedKind = { group: string, version: string, kind: string }
const versionedResource = { group: string, version: string, resource: string }
const kindType = objectType('kubernetes.GroupVersionKind', versionedKind)
const resourceType = objectType('kubernetes.GroupVersionResource', versionedResource)

const requestType = objectType('kubernetes.AdmissionRequest', {
  kind: kindType,
  resource: resourceType,
  subResource: string,
  requestKind: kindType,
  requestResource: resourceType,
  requestSubResource: string,
  name: string,
  namespace: string,
  operation: string,
  userInfo: objectType('kubernetes.UserInfo', {
    username: string,
    uid: string,
    groups: texts,
    extra: mapOf(texts),
  }),
  dryRun: bool,
  options: dyn,
})

const namespaceType = objectType('kubernetes.Namespace', {
  metadata: objectType('kubernetes.NamespaceMetadata', {
    name: string,
    generateName: string,
    namespace: string,
    labels: mapOf(string),
    annotations: mapOf(string),
    // As a genuine server declares it; objects have `uid`.
    UID: string,
    creationTimestamp: timestamp,
    deletionGracePeriodSeconds: int,
    deletionTimestamp: timestamp,
    generation: int,
    resourceVersion: string,
    finalizers: texts,
  }),
  spec: objectType('kubernetes.NamespaceSpec', { finalizers: texts }),
  status: objectType('kubernetes.NamespaceStatus', {
    phase: string,
    conditions: listOf(
      objectType('kubernetes.NamespaceCondition', {
        status: string,
        type: string,
        lastTransitionTime: timestamp,
        message: string,
        reason: string,
      }),
    ),
  }),
})

const types: { readonly [name in Exclude<PolicyVariable, 'variables'>]: CelType } = {
  object: dyn,
  oldObject: dyn,
  request: requestType,
  namespaceObject: namespaceType,
  params: dyn,
  authorizer: { is: 'authorizer' },
  'authorizer.requestResource': { is: 'resourcecheck' },
}

type Use = {
  readonly names: readonly PolicyVariable[]
  /** The types of which it must have one; any unless set. */
  readonly wanted?: readonly CelType[]
  readonly hasPatchTypes?: boolean
}

const always = ['object', 'oldObject', 'request', 'namespaceObject'] as const
const access = ['authorizer', 'authorizer.requestResource'] as const
const whole = [...always, ...access, 'variables'] as const

/** What the expressions of policies may use and must evaluate to, by their purpose. */
const uses = {
  condition: { names: [...always, ...access], wanted: [bool] },
  variable: { names: whole },
  validation: { names: whole, wanted: [bool] },
  message: { names: [...always, 'variables'], wanted: [string] },
  auditAnnotation: { names: whole, wanted: [string, { is: 'null' }] },
  applyConfiguration: { names: whole, wanted: [{ is: 'Object' }], hasPatchTypes: true },
  jsonPatch: { names: whole, wanted: [listOf({ is: 'JSONPatch' })], hasPatchTypes: true },
} as const satisfies { readonly [purpose: string]: Use }

export type ExpressionPurpose = keyof typeof uses

/** The expressions of a policy share its parameters and its variables. */
export type PolicyContext = {
  readonly hasParams: boolean
  /** Whether the policy has variables, valid or not. */
  readonly hasVariables: boolean
  /** The variables that were declared before, and their types. */
  readonly variables: Map<string, CompiledExpression>
  readonly members: Map<string, ObjectMember>
}

export const newPolicyContext = (
  has: Pick<PolicyContext, 'hasParams' | 'hasVariables'>,
): PolicyContext => ({
  ...has,
  variables: new Map(),
  members: new Map(),
})

/** A compiled expression, or the reason why it is invalid. */
export type CompiledUse = { readonly compiled: CompiledExpression } | { readonly fault: string }

/** Compiles an expression. */
export function compileForPolicy(
  source: string,
  purpose: ExpressionPurpose,
  context: PolicyContext,
): CompiledUse {
  const { wanted, hasPatchTypes = false }: Use = uses[purpose]
  try {
    const scope = { ...scopeFor(uses[purpose].names, context), hasPatchTypes }
    const compiled = compileExpression(parseExpression(source), scope)
    const given = declaredType(compiled.type)
    const expected = wanted?.map(declaredType)
    if (!expected || expected.includes(given)) return { compiled }
    const what = expected.length === 1 ? expected[0] : `one of [${expected.join(' ')}]`
    return { fault: `must evaluate to ${what} but got ${given}` }
  } catch (error) {
    if (!(error instanceof CelCompileError)) throw error
    return { fault: `compilation failed: ${locateFault(error, source)}` }
  }
}

/** Compiles a variable, which later expressions can use. Returns the reason if it is invalid. */
export function declareVariable(
  name: string,
  source: string,
  context: PolicyContext,
): string | undefined {
  const made = compileForPolicy(source, 'variable', context)
  if ('fault' in made) return made.fault
  const { compiled } = made
  context.variables.set(name, compiled)
  const type = declarable.has(compiled.type.is) ? compiled.type : dyn
  context.members.set(name, { type, name })
  return undefined
}

// Values of other types are known at run time only.
const declarable = new Set(
  'bool bytes double duration int null string timestamp uint list map'.split(' '),
)

/** Formats a type as a genuine server does where a declared type is expected. */
const declaredType = (type: CelType): string =>
  typeText(type).replaceAll(/\w+(?![\w.])/g, word => longTypeNames[word] ?? word)

function scopeFor(visible: readonly PolicyVariable[], context: PolicyContext): Scope {
  const variables: CelType = {
    is: 'object',
    name: 'kubernetes.variables',
    isLazy: true,
    members: context.members,
  }
  const declared: { readonly [name in PolicyVariable]?: boolean } = {
    params: context.hasParams,
    variables: context.hasVariables,
  }
  const names = new Map<string, Variable>()
  for (const [place, name] of policyVariables.entries()) {
    const isVisible = (declared[name] ?? true) && (name === 'params' || visible.includes(name))
    const type = name === 'variables' ? variables : types[name]
    if (isVisible) names.set(name, { type, place, path: [name] })
  }
  return {
    names,
    places: { count: policyVariables.length },
    used: new Set(),
    hasDottedNames: true,
    root: dyn,
  }
}

// Makes policies and bindings from stored objects.

import { type ApiObject, type JsonObject, objectIn, objectsIn, textsIn } from '../../api/object.ts'
import type {
  AdmissionPolicy,
  ParamRef,
  PolicyBinding,
  PolicyConstraints,
  ValidationAction,
} from '../../api/policies.ts'
import type { WebhookPhase } from '../../api/webhooks.ts'
import { ruleOf, selectorOf } from '../match-step.ts'
import { compileProgram, type PolicyProgram } from './policy-program.ts'
import { evaluateMutation } from './evaluate-mutation.ts'
import { evaluateValidations, meetsConditions } from './evaluate-validations.ts'

/** Makes a policy of a valid object. Its expressions are compiled when they are first needed. */
export function policyOf({ metadata, spec }: ApiObject, phase: WebhookPhase): AdmissionPolicy {
  const stored = objectIn(spec)
  let made: PolicyProgram | undefined
  const program = () => (made ??= compileProgram(stored))
  return {
    phase,
    name: metadata.name ?? '',
    constraints: constraintsOf(objectIn(stored.matchConstraints)),
    ignoresFailures: stored.failurePolicy === 'Ignore',
    paramKind: paramKindOf(stored.paramKind),
    isReinvocable: stored.reinvocationPolicy === 'IfNeeded',
    meetsConditions: input => meetsConditions(program(), input),
    validate: input => evaluateValidations(program(), input),
    mutations: objectsIn(stored.mutations).map(
      (_, index) => input => evaluateMutation(program(), index, input),
    ),
  }
}

/** Makes a binding of a valid object. */
export function bindingOf({ metadata, spec }: ApiObject): PolicyBinding {
  const { policyName, matchResources, validationActions, paramRef } = objectIn(spec)
  return {
    name: metadata.name ?? '',
    policyName: String(policyName),
    constraints: matchResources ? constraintsOf(objectIn(matchResources)) : undefined,
    actions: textsIn(validationActions).filter(isAction),
    paramRef: paramRef ? paramRefOf(objectIn(paramRef)) : undefined,
  }
}

const isAction = (text: string): text is ValidationAction =>
  text === 'Deny' || text === 'Warn' || text === 'Audit'

function constraintsOf(stored: JsonObject): PolicyConstraints {
  const acceptsEquivalent = stored.matchPolicy !== 'Exact'
  return {
    rules: objectsIn(stored.resourceRules).map(ruleOf),
    acceptsEquivalent,
    excluded: { rules: objectsIn(stored.excludeResourceRules).map(ruleOf), acceptsEquivalent },
    namespaceSelector: selectorOf(stored.namespaceSelector),
    objectSelector: selectorOf(stored.objectSelector),
  }
}

function paramKindOf(stored: unknown): AdmissionPolicy['paramKind'] {
  if (!stored) return undefined
  const { apiVersion, kind } = objectIn(stored)
  const parts = String(apiVersion).split('/')
  const [group = '', version = ''] = parts.length > 1 ? parts : ['', ...parts]
  return { group, version, kind: String(kind) }
}

const paramRefOf = (stored: JsonObject): ParamRef => ({
  name: typeof stored.name === 'string' ? stored.name : '',
  // An empty selector matches all parameters.
  selector: stored.selector ? objectIn(stored.selector) : undefined,
  namespace: typeof stored.namespace === 'string' ? stored.namespace : '',
  deniesMissing: stored.parameterNotFoundAction === 'Deny',
})

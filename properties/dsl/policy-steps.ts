// Builds steps for admission policies: the policies, their bindings, and objects that they judge.

import { resourcePath } from '../../fixtures/objects/tested-types.ts'
import type { PollStep, RequestStep } from './scenario.ts'
import { caseName, create, editTerm, nameFrom, rawRequest, sampleTerm } from './steps.ts'
import type { CommonStepOptions } from './steps.ts'
import { escapeSegment } from './term.ts'
import type { Term } from './term.ts'
import { writesOf } from './webhook-steps.ts'
import { patch } from './write-steps.ts'

type Fields = { [key: string]: Term }

/** A policy of a case. Its name is part of labels. */
export type PolicyName = 'a' | 'b'
export type PolicyKind = 'mutating' | 'validating'

const kinds: readonly PolicyKind[] = ['mutating', 'validating']
const objects = ['policybindings', 'policies'] as const

const registrations: Term = { $join: ['/apis/', { $group: 'admissionregistration' }, '/v1/'] }

/** The paths of the collections of bindings and of policies. */
export const policyPaths = (apiDomain: string): string[] =>
  kinds.flatMap(kind =>
    objects.map(suffix =>
      resourcePath({
        group: `admissionregistration.${apiDomain}`,
        version: 'v1',
        resource: `${kind}admission${suffix}`,
      }),
    ),
  )

const labelOf = (policy: PolicyName): string => `touchstone/policy-${policy}`

/** The labels of an object that policies of the case match. */
const policyLabels = (policies: readonly PolicyName[]): { [pointer: string]: Term } =>
  Object.fromEntries(
    policies.map(policy => [
      `/metadata/labels/${escapeSegment(labelOf(policy))}`,
      caseName(policy),
    ]),
  )

/** The annotation that the policies of these scenarios judge. */
export const verdictAnnotation = 'touchstone/verdict'
export const otherAnnotation = 'touchstone/other'

/** An expression for the value of an annotation; an empty text if it is absent. */
export const annotationIn = (object: string, annotation: string): string =>
  `(has(${object}.metadata.annotations) && '${annotation}' in ${object}.metadata.annotations ? ` +
  `${object}.metadata.annotations['${annotation}'] : '')`

/** An expression that is false for the verdict `bad`. */
export const isNotBad = `${annotationIn('object', verdictAnnotation)} != 'bad'`

type VerdictOptions = CommonStepOptions & {
  policies?: readonly PolicyName[]
  annotations?: Fields
}

/** POST of an object with a verdict, which the policies match by a label of the case. */
export function createWithVerdict(
  as: string,
  given: string,
  { policies = ['a'], annotations = {}, ...more }: VerdictOptions = {},
): RequestStep {
  const set = {
    ...policyLabels(policies),
    '/metadata/annotations': { [verdictAnnotation]: given, ...annotations },
  }
  return create(as, 'core', as.replaceAll(' ', '-'), { set, ...more })
}

/** The objects that policies match by default: those of the case, in the namespaces of the run. */
export const matchConstraintsFor = (policy: PolicyName, rule: Fields = {}): Fields => ({
  resourceRules: [{ ...writesOf('core'), operations: ['CREATE', 'UPDATE'], ...rule }],
  objectSelector: { matchLabels: { [labelOf(policy)]: caseName(policy) } },
  namespaceSelector: namespaceIn(0, 1, 2),
})

/** A selector of the leased namespaces with these indexes. */
export const namespaceIn = (...indexes: number[]): Fields => ({
  matchExpressions: [
    {
      key: 'kubernetes.io/metadata.name',
      operator: 'In',
      values: indexes.map($namespace => ({ $namespace })),
    },
  ],
})

type PolicyOptions = { kind?: PolicyKind; logical?: string; as?: string }

/** The labels of the steps that create a policy and its binding, and show that it is in force. */
export const policyStepLabel = (policy: PolicyName): string => `policy ${policy}`
export const bindingStepLabel = (policy: PolicyName): string => `binding of ${policy}`
export const inForceStepLabel = (policy: PolicyName): string => `${policy} is in force`

/** POST of a policy, which does nothing yet. */
export const definePolicy = (
  policy: PolicyName,
  spec: Fields,
  { kind = 'validating', logical = policy, as = policyStepLabel(policy) }: PolicyOptions = {},
): RequestStep =>
  postRegistration(as, `${kind}admissionpolicies`, {
    '/kind': `${kindPrefix[kind]}AdmissionPolicy`,
    '/metadata/name': caseName(logical),
    '/spec': { matchConstraints: matchConstraintsFor(policy), ...spec },
  })

/** POST of a binding of a policy; by default with the action `Deny`. */
export const bindPolicy = (
  policy: PolicyName,
  spec: Fields = {},
  { kind = 'validating', logical = policy, as = bindingStepLabel(policy) }: PolicyOptions = {},
): RequestStep =>
  postRegistration(as, `${kind}admissionpolicybindings`, {
    '/kind': `${kindPrefix[kind]}AdmissionPolicyBinding`,
    '/metadata/name': caseName(logical),
    '/spec': {
      policyName: nameFrom(policyStepLabel(policy)),
      ...(kind === 'validating' && { validationActions: ['Deny'] }),
      ...spec,
    },
  })

const kindPrefix = { mutating: 'Mutating', validating: 'Validating' }

const postRegistration = (as: string, collection: string, set: Fields): RequestStep =>
  rawRequest(
    as,
    'POST',
    { $join: [registrations, collection] },
    {
      body: editTerm(sampleTerm('namespaces', 'any'), {
        '/apiVersion': { $join: [{ $group: 'admissionregistration' }, '/v1'] },
        ...set,
      }),
    },
  )

/** An object that shows whether a policy is in force. Create it before the policy. */
export const createProbe = (policy: PolicyName, annotations: Fields = {}): RequestStep =>
  createWithVerdict(`probe ${policy}`, 'good', { policies: [policy], annotations })

/** PATCH of the annotations of a probe. */
export const patchProbe = (as: string, policy: PolicyName, annotations: Fields): RequestStep =>
  patch(as, 'core', caseName(`probe-${policy}`), {
    type: 'merge',
    body: { metadata: { annotations } },
  })

/** Waits until a policy refuses a change of its probe, by default to the verdict `bad`. */
export const untilRefused = (
  policy: PolicyName,
  annotations: Fields = { [verdictAnnotation]: 'bad' },
): PollStep => ({
  poll: patchProbe(inForceStepLabel(policy), policy, {
    ...annotations,
    // The patch is not sent if the binding was refused.
    'touchstone/probe': nameFrom(bindingStepLabel(policy)),
  }),
  isRefused: true,
})

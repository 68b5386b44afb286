// Builds steps for admission webhooks: what they answer, their registration, and their record.

import type { Json } from '../../fixtures/objects/tested-types.ts'
import { resourcePath } from '../../fixtures/objects/tested-types.ts'
import { stubsPath, recordPath } from '../../fixtures/objects/web-stubs.ts'
import type { Stub, ReviewStub } from '../../fixtures/objects/web-stubs.ts'
import type { RequestStep, Step } from './scenario.ts'
import { webHost } from './setup-names.ts'
import { caseName, create, editTerm, nameFrom, rawRequest, sampleTerm } from './steps.ts'
import { escapeSegment } from './term.ts'
import type { Role, Term } from './term.ts'
import { patch } from './write-steps.ts'

type Fields = { [key: string]: Term }

/** A webhook of a case. Its name is part of labels and paths. */
export type Hook = 'a' | 'b' | 'c' | 'd'
export type HookKind = 'mutating' | 'validating'

/** What a webhook is called for, and members of its registration that differ. */
export type HookOptions = {
  /** The types of which it reviews all writes; the role `core` is always one of them. */
  rules?: Fields[]
  /** Members of the webhook; null omits one. */
  members?: { [name: string]: Term }
  stubs?: Stub[]
}

/** A stub that answers a review of admission. */
export const reviewStub = (
  response?: { [name: string]: Json },
  more: Omit<ReviewStub, 'response'> = {},
): Stub => ({ review: { ...(response && { response }), ...more } })

export const allowing = reviewStub({ allowed: true })
const message = 'touchstone: refused by a webhook'
export const denying = reviewStub({ allowed: false, status: { code: 403, message } })

/** The paths of the collections of webhook configurations. */
export const webhookConfigurationPaths = (apiDomain: string): string[] =>
  kinds.map(kind =>
    resourcePath({
      group: `admissionregistration.${apiDomain}`,
      version: 'v1',
      resource: `${kind}webhookconfigurations`,
    }),
  )

const kinds: readonly HookKind[] = ['mutating', 'validating']

const atHost = (as: string, method: string, place: string, hook: Hook, body?: Term): RequestStep =>
  rawRequest(
    as,
    method,
    { $join: [place, '/', caseName(hook)] },
    { server: webHost, ...(body === undefined ? {} : { body }) },
  )

/** Sets what a webhook answers from now on, and empties its record. */
export const setStubs = (as: string, hook: Hook, ...stubs: Stub[]): RequestStep =>
  atHost(as, 'PUT', stubsPath, hook, stubs as unknown as Term)

/** Reads the calls of a webhook since its stubs were set. */
export const readCalls = (as: string, hook: Hook): RequestStep =>
  atHost(as, 'GET', recordPath, hook)

/** The writes of the main resource of a type, and of its subresource `status` if `withStatus`. */
export const writesOf = (role: Role, { withStatus = false } = {}): Fields => ({
  operations: ['CREATE', 'UPDATE', 'DELETE'],
  apiGroups: [{ $word: 'group', of: role }],
  apiVersions: [{ $word: 'version', of: role }],
  resources: [
    { $word: 'resource', of: role },
    ...(withStatus ? [{ $join: [{ $word: 'resource', of: role }, '/status'] } as Term] : []),
  ],
  scope: '*',
})

const labelOf = (hook: Hook): string => `touchstone/hook-${hook}`

/** The values that an object needs so that webhooks of the case are called for it. */
export const webhookLabels = (...hooks: Hook[]): { [pointer: string]: Term } =>
  Object.fromEntries(
    hooks.map(hook => [`/metadata/labels/${escapeSegment(labelOf(hook))}`, caseName(hook)]),
  )

/** POST of a sample for whose writes webhooks are called. */
export const createForWebhooks = (
  as: string,
  role: Role,
  logical: string | undefined,
  hooks: Hook[] = ['a'],
  set: { [pointer: string]: Term } = {},
): RequestStep => create(as, role, logical, { set: { ...webhookLabels(...hooks), ...set } })

/**
 * Registers a webhook. It is called only for objects with a label of the case, so that one that is
 * left behind affects no other object.
 */
export function register(hook: Hook, kind: HookKind, options: HookOptions = {}): RequestStep {
  const { rules = [], members = {} } = options
  const webhook: Fields = {
    name: `${hook}.touchstone.example`,
    clientConfig: {
      url: { $join: [{ $host: '/' }, caseName(hook)] },
      caBundle: { $hostAuthority: 'base64' },
    },
    rules: [writesOf('core'), ...rules],
    objectSelector: { matchLabels: { [labelOf(hook)]: caseName(hook) } },
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    sideEffects: 'None',
    timeoutSeconds: 5,
    admissionReviewVersions: ['v1'],
    ...members,
  }
  const given = Object.fromEntries(Object.entries(webhook).filter(([, value]) => value !== null))
  const collection: Term = {
    $join: ['/apis/', { $group: 'admissionregistration' }, `/v1/${kind}webhookconfigurations`],
  }
  return rawRequest(registrationStepLabel(hook), 'POST', collection, {
    body: editTerm(sampleTerm('namespaces', hook), {
      '/apiVersion': { $join: [{ $group: 'admissionregistration' }, '/v1'] },
      '/kind': kind === 'mutating' ? 'MutatingWebhookConfiguration' : validatingKind,
      '/webhooks': [given],
    }),
  })
}

const validatingKind = 'ValidatingWebhookConfiguration'

/** The labels of the steps that register a webhook, and show that it is in force and called. */
export const registrationStepLabel = (hook: Hook): string => `registration of ${hook}`
export const inForceStepLabel = (hook: Hook): string => `${hook} is in force`
export const calledStepLabel = (hook: Hook): string => `${hook} is called`

/**
 * An object that only shows whether webhooks are in force. Create it before they are registered.
 */
export const createProbe = (...hooks: Hook[]): RequestStep =>
  createForWebhooks('probe', 'core', 'probe', hooks)

/**
 * Registers a webhook, and waits until it is in force: until it refuses a patch of the probe. Then
 * it answers by its stubs, and its record is empty.
 */
export const installHook = (hook: Hook, kind: HookKind, options: HookOptions = {}): Step[] => [
  setStubs(`${hook} refuses`, hook, denying),
  register(hook, kind, options),
  {
    poll: patch(inForceStepLabel(hook), 'core', caseName('probe'), {
      type: 'merge',
      // A patch that refers to the registration is not sent if that was refused.
      body: {
        metadata: { annotations: { 'touchstone/probe': nameFrom(registrationStepLabel(hook)) } },
      },
    }),
    isRefused: true,
  },
  setStubs(`stubs of ${hook}`, hook, ...(options.stubs ?? [allowing])),
  readCalls(calledStepLabel(hook), hook),
]

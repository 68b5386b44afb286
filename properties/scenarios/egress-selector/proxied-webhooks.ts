// Builds webhooks that a server can reach only through its proxies (suites/setups/egress.ts), and
// the requests that it calls them for.

import {
  egressIssuer,
  egressPath,
  type EgressSetup,
  egressSetups,
  unreachableDomain,
} from '../../../fixtures/objects/egress.ts'
import type { RequestStep, Step } from '../../dsl/scenario.ts'
import { issuersHost, onSetup } from '../../dsl/setup-names.ts'
import { caseName, rawRequest } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'

/** How a webhook is registered. */
export type Registration = 'url' | 'service'

const label = 'touchstone/egress'

/** The name of a webhook at the proxies: the target of connections to it begins so. */
const hostOf = (hook: Registration): Term => ({ $join: [caseName(hook), `.${unreachableDomain}`] })

const clientConfigs: { readonly [hook in Registration]: Term } = {
  url: { url: { $join: ['https://', hostOf('url'), '/hook'] } },
  service: { service: { namespace: 'default', name: caseName('service'), path: '/hook' } },
}

/** Creates the service of the webhook, which is another name for its host. */
const createService = (on: EgressSetup): RequestStep =>
  rawRequest('create service', 'POST', '/api/v1/namespaces/default/services', {
    server: onSetup(egressSetups[on]),
    body: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: caseName('service') },
      spec: { type: 'ExternalName', externalName: hostOf('service') },
    },
  })

const register = (hook: Registration, on: EgressSetup): RequestStep =>
  rawRequest(
    `register ${hook}`,
    'POST',
    {
      $join: ['/apis/', { $group: 'admissionregistration' }, '/v1/validatingwebhookconfigurations'],
    },
    {
      server: onSetup(egressSetups[on]),
      body: {
        apiVersion: { $join: [{ $group: 'admissionregistration' }, '/v1'] },
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: caseName(hook) },
        webhooks: [
          {
            name: `${hook}.touchstone.example`,
            clientConfig: clientConfigs[hook],
            rules: [
              {
                operations: ['CREATE'],
                apiGroups: [''],
                apiVersions: ['v1'],
                resources: ['configmaps'],
                scope: '*',
              },
            ],
            objectSelector: { matchLabels: { [label]: caseName(hook) } },
            failurePolicy: 'Fail',
            sideEffects: 'None',
            timeoutSeconds: 5,
            admissionReviewVersions: ['v1'],
          },
        ],
      },
    },
  )

/** Creates what a webhook reviews, until that is refused: nothing answers for the webhook. */
const callHook = (hook: Registration, on: EgressSetup): Step => ({
  poll: rawRequest(`call ${hook}`, 'POST', '/api/v1/namespaces/default/configmaps', {
    server: onSetup(egressSetups[on]),
    // A dry run leaves nothing.
    query: { dryRun: 'All' },
    body: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: caseName(`of-${hook}`), labels: { [label]: caseName(hook) } },
    },
  }),
  isRefused: true,
})

const readConnects = (as: string, target: Term): RequestStep =>
  rawRequest(
    as,
    'GET',
    { $join: [`${egressPath}/`, target] },
    { who: 'anonymous', server: issuersHost },
  )

/** Webhooks that are registered and called, and the connections to them (`connects`). */
export const proxiedWebhooks = (on: EgressSetup, ...hooks: Registration[]): Step[] => [
  ...hooks.flatMap(hook => [
    ...(hook === 'service' ? [createService(on)] : []),
    register(hook, on),
    callHook(hook, on),
  ]),
  readConnects('connects', caseName('')),
]

/** A token of an issuer (`token`), and the connections to the issuer (`issuer connects`). */
export const issuerBesideProxies: Step[] = [
  ...proxiedWebhooks('both', 'url'),
  {
    poll: rawRequest(
      'token',
      'POST',
      { $join: ['/apis/', { $group: 'authentication' }, '/v1/selfsubjectreviews'] },
      {
        body: {
          apiVersion: { $join: [{ $group: 'authentication' }, '/v1'] },
          kind: 'SelfSubjectReview',
        },
        who: 'anonymous',
        server: onSetup(egressSetups.both),
        headers: { authorization: { $join: ['Bearer ', { $token: egressIssuer }] } },
      },
    ),
    shows: { kind: 'SelfSubjectReview' },
  },
  readConnects('issuer connects', { $host: '' }),
]

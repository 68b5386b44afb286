// A server that asks the webhooks of a run about requests. Most webhooks are called for users whose
// names begin with a route; the last one is called for all requests that no other authorizer has
// decided.

import {
  accessReviewSetup,
  type AccessRoute,
  type AccessWebhookName,
  accessWebhookPath,
  accessWebhooks,
  briefTtlMs,
  matchedGroup,
} from '../../fixtures/objects/access-reviews.ts'
import { setupDirectory } from '../../fixtures/objects/setup-directory.ts'
import { standardAudience } from '../../fixtures/objects/tokens.ts'
import { configDocument } from '../../properties/models/config/documents.ts'
import type { Term } from '../../properties/dsl/term.ts'
import { kubeconfigOf } from './kubeconfig.ts'
import type { Setup } from './setup.ts'

const authority = 'webhooks.pem'
const unreachable = 'unreachable'

type Members = { [name: string]: Term }

const kubeconfigName = (webhook: string): string => `${webhook}.yaml`

/** A webhook by its name, with the file of its address. Answers are kept for an hour. */
const webhook = (
  name: string,
  members: Members,
  address: AccessWebhookName | typeof unreachable = 'first',
): Members => ({
  type: 'Webhook',
  name,
  webhook: {
    authorizedTTL: '1h0m0s',
    unauthorizedTTL: '1h0m0s',
    // Long for a busy machine; `slow` takes more than a tenth of it.
    timeout: '9s',
    subjectAccessReviewVersion: 'v1',
    matchConditionSubjectAccessReviewVersion: 'v1',
    failurePolicy: 'Deny',
    connectionInfo: {
      type: 'ClusterConfigFile',
      clusterConfigFile: `${setupDirectory}/${kubeconfigName(address)}`,
    },
    ...members,
  },
})

/** A webhook for the users of a route for whom another condition is true as well. */
const webhookOf = (
  route: AccessRoute,
  members: Members = {},
  { address, condition }: { address?: typeof unreachable; condition?: string } = {},
): Members => {
  const isOfRoute = `request.user.startsWith('${route}.')`
  const expression = condition === undefined ? isOfRoute : `${isOfRoute} && ${condition}`
  return webhook(route, { matchConditions: [{ expression }], ...members }, address)
}

const passing = { failurePolicy: 'NoOpinion' }
const brief = { timeout: '1s' }
const briefTtl = `${briefTtlMs / 1000}s`
// A request for a path has no such attributes.
const ofResources = { condition: "request.resourceAttributes.verb != 'none'" }

const authorizers: Members[] = [
  webhookOf('deny'),
  webhookOf('no-opinion', passing),
  webhookOf('brief-deny', brief),
  webhookOf('brief-no-opinion', { ...brief, ...passing }),
  webhookOf('old', { subjectAccessReviewVersion: 'v1beta1' }),
  webhookOf(
    'groups',
    { subjectAccessReviewVersion: 'v1beta1' },
    { condition: `'${matchedGroup}' in request.groups` },
  ),
  webhookOf('two-conditions', {
    matchConditions: [
      { expression: "request.user.startsWith('two-conditions.')" },
      { expression: "request.user == 'nobody'" },
    ],
  }),
  webhookOf('unreachable-deny', {}, { address: unreachable }),
  webhookOf('unreachable-no-opinion', passing, { address: unreachable }),
  webhookOf('condition-deny', {}, ofResources),
  webhookOf('condition-no-opinion', passing, ofResources),
  webhookOf('kept-if-allowed', { authorizedTTL: briefTtl }),
  webhookOf('kept-if-denied', { unauthorizedTTL: briefTtl }),
  webhook('next', { ...passing, matchConditions: [] }, 'next'),
]

/** The setups of authorization. */
export const authorizationSetups: Setup[] = [
  {
    name: accessReviewSetup,
    files: [
      {
        name: 'authentication.yaml',
        document: configDocument(['apiserver', 'v1beta1', 'AuthenticationConfiguration'], {
          jwt: [
            {
              issuer: {
                url: { $host: '/access' },
                certificateAuthority: { $hostAuthority: 'pem' },
                audiences: [standardAudience],
              },
              claimMappings: {
                username: { claim: 'sub', prefix: '' },
                groups: { claim: 'groups', prefix: '' },
              },
            },
          ],
          anonymous: { enabled: false },
        }),
      },
      {
        name: 'authorization.yaml',
        document: configDocument(['apiserver', 'v1beta1', 'AuthorizationConfiguration'], {
          authorizers,
        }),
      },
      ...accessWebhooks.map(name => ({
        name: kubeconfigName(name),
        document: kubeconfigOf({ $host: `${accessWebhookPath}/${name}` }, authority),
      })),
      {
        name: kubeconfigName(unreachable),
        // Nothing listens at this port.
        document: kubeconfigOf('https://127.0.0.1:1/', authority),
      },
      { name: authority, text: { $hostAuthority: 'pem' } },
    ],
    flags: [
      '--authentication-config=authentication.yaml',
      '--authorization-config=authorization.yaml',
    ],
  },
]

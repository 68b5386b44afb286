// Builds the steps of a webhook that adds annotations to audit events, on the server with rules.

import { stubsPath } from '../../../fixtures/objects/web-stubs.ts'
import type { Stub } from '../../../fixtures/objects/web-stubs.ts'
import type { RequestStep, Step } from '../../dsl/scenario.ts'
import { webHost } from '../../dsl/setup-names.ts'
import { caseName, rawRequest } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { denying, reviewStub } from '../../dsl/webhook-steps.ts'
import { auditNamespaces } from '../../../fixtures/objects/audit.ts'
import {
  audited,
  configMap,
  configMaps,
  createAuditNamespace,
  readEvents,
} from './audited-requests.ts'

/** The annotation of the webhook, and its name. */
export const annotation = { key: 'touchstone-key', value: 'touchstone-value' }
export const webhookName = 'annotating.touchstone.example'

const annotating = reviewStub({
  allowed: true,
  auditAnnotations: { [annotation.key]: annotation.value },
})

const setStub = (as: string, stub: Stub): RequestStep =>
  rawRequest(
    as,
    'PUT',
    { $join: [`${stubsPath}/`, caseName('annotating')] },
    {
      server: webHost,
      body: [stub] as unknown as Term,
    },
  )

const label = 'touchstone/annotated'
const labelled = { labels: { [label]: caseName('annotating') } }

/** Creates a config map that the webhook reviews, where the level is Metadata. */
export const createAnnotated = (as: string, query: Record<string, Term> = {}): RequestStep =>
  audited(as, 'POST', configMaps(auditNamespaces.metadata), {
    body: configMap(as, labelled),
    query,
  })

/** Registers the webhook, which reviews only config maps of the case, until it is called. */
export const annotatingWebhook: Step[] = [
  setStub('refusing', denying),
  audited(
    'registration',
    'POST',
    {
      $join: ['/apis/', { $group: 'admissionregistration' }, '/v1/validatingwebhookconfigurations'],
    },
    {
      body: {
        apiVersion: { $join: [{ $group: 'admissionregistration' }, '/v1'] },
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: caseName('annotating') },
        webhooks: [
          {
            name: webhookName,
            clientConfig: {
              url: { $join: [{ $host: '/' }, caseName('annotating')] },
              caBundle: { $hostAuthority: 'base64' },
            },
            rules: [
              {
                operations: ['CREATE'],
                apiGroups: [''],
                apiVersions: ['v1'],
                resources: ['configmaps'],
                scope: '*',
              },
            ],
            objectSelector: { matchLabels: labelled.labels },
            sideEffects: 'None',
            timeoutSeconds: 5,
            admissionReviewVersions: ['v1'],
          },
        ],
      },
    },
  ),
  // A dry run leaves nothing.
  { poll: createAnnotated('in-force', { dryRun: 'All' }), isRefused: true },
  setStub('annotating', annotating),
]

/** A request that the webhook annotates, and its events. */
export const annotated: Step[] = [
  createAuditNamespace('metadata'),
  ...annotatingWebhook,
  createAnnotated('annotated'),
  readEvents('annotated'),
]

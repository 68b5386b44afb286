// Builds requests about pods whose reviews have annotations for audit events.

import { annotatedImage } from '../../../fixtures/objects/image-annotations.ts'
import type { Step } from '../../dsl/scenario.ts'
import { auditedImageSetup } from '../../dsl/audited-images.ts'
import { onSetup } from '../../dsl/setup-names.ts'
import { caseName, rawRequest } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { agentStart, readEvents } from '../audit/audited-requests.ts'

const namespace = caseName('reviewed')

const send = (as: string, path: Term, body: Term) =>
  rawRequest(as, 'POST', path, {
    body,
    server: onSetup(auditedImageSetup),
    headers: { 'user-agent': { $join: [agentStart, caseName(as)] } },
  })

const createPod = (as: string, imageName: string) =>
  send(
    as,
    { $join: ['/api/v1/namespaces/', namespace, '/pods'] },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: caseName(as) },
      spec: {
        containers: [
          {
            name: 'main',
            image: { $join: ['registry.example/', caseName('image'), `/${imageName}:1`] },
          },
        ],
      },
    },
  )

/** A pod whose review has an annotation, another one whose review has none, and their events. */
export const annotatedPod: Step[] = [
  send('namespace', '/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  }),
  createPod('annotated', annotatedImage),
  createPod('plain', 'allow'),
  readEvents('annotated', 'plain'),
]

// Builds requests about pods to the server that asks a backend about images (suites/setups).

import { imageReviewsPath } from '../../../fixtures/objects/image-reviews.ts'
import type { ImageDecision } from '../../../fixtures/objects/image-reviews.ts'
import type { RequestStep } from '../../dsl/scenario.ts'
import { imageReviewSetup, issuersHost, onSetup } from '../../dsl/setup-names.ts'
import { caseName, rawRequest } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'

const server = onSetup(imageReviewSetup)
const namespace = caseName('reviewed')

/** Creates the namespace of the pods (`namespace`). */
export const createReviewedNamespace: RequestStep = rawRequest(
  'namespace',
  'POST',
  '/api/v1/namespaces',
  { body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }, server },
)

/** An image that no other case uses, and the decision that it causes. */
export const image = (decision: ImageDecision, end = ':1'): Term => ({
  $join: ['registry.example/', caseName('image'), `/${decision}${end}`],
})

/** The content of a pod. Annotations are given by their keys. */
export type PodOptions = {
  images: Term[]
  initImages?: Term[]
  annotations?: { [key: string]: string }
}

const container = (prefix: string) => (of: Term, index: number) => ({
  name: `${prefix}-${index}`,
  image: of,
})

/** Creates a pod with a logical name. */
export const createPod = (
  as: string,
  name: string,
  { images, initImages = [], annotations }: PodOptions,
): RequestStep =>
  rawRequest(
    as,
    'POST',
    { $join: ['/api/v1/namespaces/', namespace, '/pods'] },
    {
      body: {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: caseName(name), ...(annotations && { annotations }) },
        spec: {
          containers: images.map(container('main')),
          ...(initImages.length > 0 && { initContainers: initImages.map(container('init')) }),
        },
      },
      server,
    },
  )

/** Creates a pod with one image. */
export const createPodWith = (decision: ImageDecision): RequestStep =>
  createPod(decision, decision, { images: [image(decision)] })

/** Reads a pod. */
export const getPod = (as: string, name: string): RequestStep =>
  rawRequest(
    as,
    'GET',
    { $join: ['/api/v1/namespaces/', namespace, '/pods/', caseName(name)] },
    { server },
  )

/** Creates an object of another type in the namespace of the pods. */
export const createConfigMap = (as: string): RequestStep =>
  rawRequest(
    as,
    'POST',
    { $join: ['/api/v1/namespaces/', namespace, '/configmaps'] },
    {
      body: {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: caseName('other') },
        data: { image: image('deny') },
      },
      server,
    },
  )

/** Reads the reviews that the backend has received (`reviews`). */
export const readReviews: RequestStep = rawRequest('reviews', 'GET', imageReviewsPath, {
  who: 'anonymous',
  server: issuersHost,
})

// What a backend is asked about the images of a pod, and what its answer means.

import type { ImagePolicyRules } from '../../api/admission-settings.ts'
import { objectIn, objectsIn } from '../../api/object.ts'

const ephemeral = 'ephemeralcontainers'

// As in genuine servers, the key of an annotation matches if it contains this (IMG-005, IMG-006).
const annotationMark = '.image-policy.k8s.io/'

/** The rules of a correct server. */
export const imagePolicyRules: ImagePolicyRules = {
  isReviewed: (operation, subresource) =>
    operation !== 'delete' && (subresource === '' || subresource === ephemeral),

  specOf: ({ metadata, spec }, { namespace, subresource }) => {
    const members = subresource === ephemeral ? ['ephemeralContainers'] : podContainers
    const images = members
      .flatMap(member => objectsIn(objectIn(spec)[member]))
      .map(({ image }) => ({ image: typeof image === 'string' ? image : '' }))
    const annotations = Object.entries(metadata.annotations ?? {}).filter(([key]) =>
      key.includes(annotationMark),
    )
    return {
      ...(images.length > 0 && { containers: images }),
      ...(annotations.length > 0 && { annotations: Object.fromEntries(annotations) }),
      namespace,
    }
  },

  reviewOf: (spec, apiDomain) => ({
    kind: 'ImageReview',
    apiVersion: `imagepolicy.${apiDomain}/v1alpha1`,
    metadata: {},
    spec,
    status: { allowed: false },
  }),

  decisionOf: ({ allowed, reason, auditAnnotations }) => ({
    isAllowed: allowed === true,
    reason: typeof reason === 'string' ? reason : '',
    auditAnnotations: Object.entries(objectIn(auditAnnotations)).map(([key, value]) => [
      key,
      String(value),
    ]),
  }),

  annotationKeyOf: (key, apiDomain) => `imagepolicywebhook.image-policy.${apiDomain}/${key}`,

  refusalOf: ({ reason }) =>
    reason === ''
      ? 'one or more images rejected by webhook backend'
      : `image policy webhook backend denied one or more images: ${reason}`,
}

const podContainers = ['containers', 'initContainers']

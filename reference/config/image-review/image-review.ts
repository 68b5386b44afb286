import { objectMetadata } from '../metadata.ts'
import { invalid, law } from '../rules.ts'
import { bool, type Kind, list, map, type Members, object, required } from '../vocabulary.ts'
import { text } from '../vocabulary.ts'

const statusFields = {
  allowed: bool('Whether all images are allowed.', {
    by: 'IMG-008',
    required: required('IMG-008'),
  }),
  reason: text('Reason of a denial.', { by: 'IMG-010' }),
  auditAnnotations: map('Annotations for the audit log.', text('Value of the annotation.'), {
    by: 'IMG-012',
  }),
}

const reasonWhenRefused = law({
  by: 'IMG-010',
  says: 'a reason only with `allowed: false`',
  severity: 'warning',
  *faults({ allowed, reason = '' }: Members<typeof statusFields>) {
    if (allowed !== true || reason === '') return
    yield invalid(['reason'], reason, 'should be empty unless allowed is false')
  },
})

export const imageReviews: readonly Kind[] = [
  {
    group: 'imagepolicy.*',
    version: 'v1alpha1',
    kind: 'ImageReview',
    by: 'IMG-001',
    says: "Review of a pod's images by a webhook.",
    strict: true,
    fields: {
      metadata: objectMetadata,
      spec: object(
        'The request.',
        {
          containers: list(
            'Containers of the pod.',
            object('A container.', {
              image: text('Image, as image:tag or image@digest.', { by: 'IMG-004' }),
            }),
            { by: 'IMG-003' },
          ),
          annotations: map(
            'Annotations of the pod for the webhook.',
            text('Value of the annotation.'),
            { by: 'IMG-005' },
          ),
          namespace: text('Namespace of the pod.', { by: 'IMG-007' }),
        },
        { by: 'IMG-002', required: required('IMG-002') },
      ),
      status: object('The response.', statusFields, { by: 'IMG-008', rules: [reasonWhenRefused] }),
    },
    rules: [],
  },
]

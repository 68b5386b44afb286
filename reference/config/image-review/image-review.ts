import { objectMetadata } from '../metadata.ts'
import { invalid, law } from '../rules.ts'
import { bool, type Kind, list, map, type Members, object, required } from '../vocabulary.ts'
import { text } from '../vocabulary.ts'

const statusFields = {
  allowed: bool('Whether all images may run.', { by: 'IMG-008', required: required('IMG-008') }),
  reason: text('Why not.', { by: 'IMG-010' }),
  auditAnnotations: map('Go to the audit log.', text('A value.'), {
    by: 'IMG-012',
  }),
}

const reasonWhenRefused = law({
  by: 'IMG-010',
  says: 'a reason only beside `allowed: false`',
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
    says: 'Asks a backend whether the images of a pod may run.',
    strict: true,
    fields: {
      metadata: objectMetadata,
      spec: object(
        'What is asked.',
        {
          containers: list(
            'The containers of the pod.',
            object('A container.', {
              image: text('image:tag or image@digest.', { by: 'IMG-004' }),
            }),
            { by: 'IMG-003' },
          ),
          annotations: map(
            'Annotations of the pod that are meant for the backend.',
            text('A value.'),
            { by: 'IMG-005' },
          ),
          namespace: text('The namespace of the pod.', { by: 'IMG-007' }),
        },
        { by: 'IMG-002', required: required('IMG-002') },
      ),
      status: object('The answer.', statusFields, { by: 'IMG-008', rules: [reasonWhenRefused] }),
    },
    rules: [],
  },
]

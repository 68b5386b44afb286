import { objectMetadata } from '../metadata-fields.ts'
import { invalidValue, functionRule } from '../config-rules.ts'
import {
  boolField,
  type ConfigKind,
  listField,
  mapField,
  type ConfigValues,
  objectField,
  requiredBy,
} from '../config-kind.ts'
import { textField } from '../config-kind.ts'

const statusFields = {
  allowed: boolField('Whether all images are allowed.', {
    requirement: 'IMG-008',
    required: requiredBy('IMG-008'),
  }),
  reason: textField('Reason of a denial.', { requirement: 'IMG-010' }),
  auditAnnotations: mapField(
    'Annotations for the audit log.',
    textField('Value of the annotation.'),
    {
      requirement: 'IMG-012',
    },
  ),
}

const reasonWhenRefused = functionRule({
  requirement: 'IMG-010',
  description: 'a reason only with `allowed: false`',
  severity: 'warning',
  *faults({ allowed, reason = '' }: ConfigValues<typeof statusFields>) {
    if (allowed !== true || reason === '') return
    yield invalidValue(['reason'], reason, 'should be empty unless allowed is false')
  },
})

export const imageReviews: readonly ConfigKind[] = [
  {
    group: 'imagepolicy.*',
    version: 'v1alpha1',
    kind: 'ImageReview',
    requirement: 'IMG-001',
    description: "Review of a pod's images by a webhook.",
    strict: true,
    fields: {
      metadata: objectMetadata,
      spec: objectField(
        'The request.',
        {
          containers: listField(
            'Containers of the pod.',
            objectField('A container.', {
              image: textField('Image, as image:tag or image@digest.', { requirement: 'IMG-004' }),
            }),
            { requirement: 'IMG-003' },
          ),
          annotations: mapField(
            'Annotations of the pod for the webhook.',
            textField('Value of the annotation.'),
            { requirement: 'IMG-005' },
          ),
          namespace: textField('Namespace of the pod.', { requirement: 'IMG-007' }),
        },
        { requirement: 'IMG-002', required: requiredBy('IMG-002') },
      ),
      status: objectField('The response.', statusFields, {
        requirement: 'IMG-008',
        rules: [reasonWhenRefused],
      }),
    },
    rules: [],
  },
]

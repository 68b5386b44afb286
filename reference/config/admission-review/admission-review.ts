import { requiredUserInfoField } from '../user-info.ts'
import { type ConfigFault, invalidValue, functionRule, allowedValues } from '../config-rules.ts'
import {
  alwaysRequired,
  boolField,
  bytesField,
  deFacto,
  type ConfigKind,
  listField,
  mapField,
} from '../config-kind.ts'
import {
  type ConfigValues,
  objectField,
  rawField,
  textField,
  type FieldTraits,
} from '../config-kind.ts'

const typed = (description: string, last: 'kind' | 'resource', traits: FieldTraits) =>
  objectField(
    description,
    {
      group: textField('API group; empty for the core group.'),
      version: textField('API version.'),
      [last]: textField(`The ${last}.`),
    },
    traits,
  )

const requestFields = {
  uid: textField('Unique identifier of the review.', alwaysRequired('ADM-003')),
  kind: typed(
    'Kind of the object in the request, as the webhook is registered for it.',
    'kind',
    alwaysRequired('ADM-004'),
  ),
  resource: typed(
    'Resource of the request, as the webhook is registered for it.',
    'resource',
    alwaysRequired('ADM-005'),
  ),
  subResource: textField('Subresource of the request, as the webhook is registered for it.', {
    requirement: 'ADM-006',
  }),
  requestKind: typed('Kind of the original request.', 'kind', { requirement: 'ADM-007' }),
  requestResource: typed('Resource of the original request.', 'resource', {
    requirement: 'ADM-007',
  }),
  requestSubResource: textField('Subresource of the original request.', { requirement: 'ADM-007' }),
  name: textField('Name of the object; empty if the server generates it.', {
    requirement: 'ADM-008',
  }),
  namespace: textField('Namespace of the object.', { requirement: 'ADM-009' }),
  operation: textField('Operation of the request.', {
    ...alwaysRequired('ADM-010'),
    rules: [allowedValues(deFacto, ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'])],
  }),
  userInfo: requiredUserInfoField('User who sent the request.', 'ADM-013'),
  object: rawField('New object.', { requirement: 'ADM-014' }),
  oldObject: rawField('Existing object.', { requirement: 'ADM-015' }),
  dryRun: boolField('Whether the request is a dry run.', {
    requirement: 'ADM-016',
    default: { value: false, requirement: 'ADM-016' },
  }),
  options: rawField('Options of the operation.', { requirement: 'ADM-017' }),
}

const oldObjectOnlyForSome = functionRule({
  requirement: 'ADM-015',
  description: '`oldObject` only for DELETE and UPDATE',
  *faults({ operation = '', oldObject }: ConfigValues<typeof requestFields>) {
    if (oldObject === undefined || oldObject === null) return
    if (['DELETE', 'UPDATE', ''].includes(operation)) return
    yield { path: ['oldObject'], type: 'Forbidden', detail: 'allowed only for DELETE and UPDATE' }
  },
})

const shortWarnings = functionRule({
  requirement: 'ADM-027',
  description: 'warnings have at most 120 characters',
  severity: 'warning',
  *faults(warnings: readonly string[]): Iterable<ConfigFault> {
    for (const [index, warning] of warnings.entries()) {
      const { length } = [...warning]
      if (length > 120) {
        yield { path: [index], type: 'Too long', detail: `${length} characters; the limit is 120` }
      }
    }
  },
})

const responseFields = {
  uid: textField('The uid of the request.', alwaysRequired('ADM-018')),
  allowed: boolField('Whether the request is allowed.', alwaysRequired('ADM-019')),
  status: objectField(
    'Status returned to the client if the request is denied.',
    {},
    { requirement: 'ADM-020', isOpen: true },
  ),
  patch: bytesField('JSON patch of the object.', { requirement: 'ADM-022' }),
  patchType: textField('Type of the patch.', {
    requirement: 'ADM-023',
    rules: [allowedValues('ADM-023', ['JSONPatch'])],
  }),
  auditAnnotations: mapField(
    'Annotations for the audit log.',
    textField('Value of the annotation.'),
    {
      requirement: 'ADM-025',
    },
  ),
  warnings: listField('Warnings returned to the client.', textField('A warning.'), {
    requirement: 'ADM-026',
    rules: [shortWarnings],
  }),
}

const typeForPatch = functionRule({
  requirement: 'ADM-023',
  description: '`patch` and `patchType` are set together',
  *faults({ patch = '', patchType = '' }: ConfigValues<typeof responseFields>) {
    if (patch !== '' && patchType === '') yield { path: ['patchType'], type: 'Required value' }
    if (patch === '' && patchType !== '') {
      yield invalidValue(['patchType'], patchType, 'patch is not set')
    }
  },
})

const reviewFields = {
  request: objectField('The admission request.', requestFields, {
    requirement: 'ADM-002',
    rules: [oldObjectOnlyForSome],
  }),
  response: objectField('The admission response.', responseFields, {
    requirement: 'ADM-002',
    rules: [typeForPatch],
  }),
}

const sameUid = functionRule({
  requirement: 'ADM-018',
  description: 'request and response have the same uid',
  *faults({ request, response }: ConfigValues<typeof reviewFields>) {
    const [asked = '', answered = ''] = [request?.uid, response?.uid]
    if (asked === '' || answered === '' || asked === answered) return
    yield invalidValue(['response', 'uid'], answered, `expected the uid of the request, ${asked}`)
  },
})

export const admissionReviews: readonly ConfigKind[] = [
  {
    group: 'admission.*',
    version: 'v1',
    kind: 'AdmissionReview',
    requirement: 'ADM-001',
    description: 'Request to an admission webhook, or its response.',
    strict: true,
    fields: reviewFields,
    rules: [sameUid],
  },
]

import { requiredUserInfo } from '../user-info.ts'
import { type Fault, invalid, law, oneOf } from '../rules.ts'
import { always, bool, bytes, deFacto, type Kind, list, map } from '../vocabulary.ts'
import { type Members, object, raw, text, type Traits } from '../vocabulary.ts'

const typed = (says: string, last: 'kind' | 'resource', traits: Traits) =>
  object(
    says,
    {
      group: text('API group; empty for the core group.'),
      version: text('API version.'),
      [last]: text(`The ${last}.`),
    },
    traits,
  )

const requestFields = {
  uid: text('Unique identifier of the review.', always('ADM-003')),
  kind: typed(
    'Kind of the object in the request, as the webhook is registered for it.',
    'kind',
    always('ADM-004'),
  ),
  resource: typed(
    'Resource of the request, as the webhook is registered for it.',
    'resource',
    always('ADM-005'),
  ),
  subResource: text('Subresource of the request, as the webhook is registered for it.', {
    by: 'ADM-006',
  }),
  requestKind: typed('Kind of the original request.', 'kind', { by: 'ADM-007' }),
  requestResource: typed('Resource of the original request.', 'resource', { by: 'ADM-007' }),
  requestSubResource: text('Subresource of the original request.', { by: 'ADM-007' }),
  name: text('Name of the object; empty if the server generates it.', { by: 'ADM-008' }),
  namespace: text('Namespace of the object.', { by: 'ADM-009' }),
  operation: text('Operation of the request.', {
    ...always('ADM-010'),
    rules: [oneOf(deFacto, ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'])],
  }),
  userInfo: requiredUserInfo('User who sent the request.', 'ADM-013'),
  object: raw('New object.', { by: 'ADM-014' }),
  oldObject: raw('Existing object.', { by: 'ADM-015' }),
  dryRun: bool('Whether the request is a dry run.', {
    by: 'ADM-016',
    default: { value: false, by: 'ADM-016' },
  }),
  options: raw('Options of the operation.', { by: 'ADM-017' }),
}

const oldObjectOnlyForSome = law({
  by: 'ADM-015',
  says: '`oldObject` only for DELETE and UPDATE',
  *faults({ operation = '', oldObject }: Members<typeof requestFields>) {
    if (oldObject === undefined || oldObject === null) return
    if (['DELETE', 'UPDATE', ''].includes(operation)) return
    yield { at: ['oldObject'], type: 'Forbidden', detail: 'allowed only for DELETE and UPDATE' }
  },
})

const shortWarnings = law({
  by: 'ADM-027',
  says: 'warnings have at most 120 characters',
  severity: 'warning',
  *faults(warnings: readonly string[]): Iterable<Fault> {
    for (const [index, warning] of warnings.entries()) {
      const { length } = [...warning]
      if (length > 120) {
        yield { at: [index], type: 'Too long', detail: `${length} characters; the limit is 120` }
      }
    }
  },
})

const responseFields = {
  uid: text('The uid of the request.', always('ADM-018')),
  allowed: bool('Whether the request is allowed.', always('ADM-019')),
  status: object(
    'Status returned to the client if the request is denied.',
    {},
    { by: 'ADM-020', isOpen: true },
  ),
  patch: bytes('JSON patch of the object.', { by: 'ADM-022' }),
  patchType: text('Type of the patch.', {
    by: 'ADM-023',
    rules: [oneOf('ADM-023', ['JSONPatch'])],
  }),
  auditAnnotations: map('Annotations for the audit log.', text('Value of the annotation.'), {
    by: 'ADM-025',
  }),
  warnings: list('Warnings returned to the client.', text('A warning.'), {
    by: 'ADM-026',
    rules: [shortWarnings],
  }),
}

const typeForPatch = law({
  by: 'ADM-023',
  says: '`patch` and `patchType` are set together',
  *faults({ patch = '', patchType = '' }: Members<typeof responseFields>) {
    if (patch !== '' && patchType === '') yield { at: ['patchType'], type: 'Required value' }
    if (patch === '' && patchType !== '') {
      yield invalid(['patchType'], patchType, 'patch is not set')
    }
  },
})

const reviewFields = {
  request: object('The admission request.', requestFields, {
    by: 'ADM-002',
    rules: [oldObjectOnlyForSome],
  }),
  response: object('The admission response.', responseFields, {
    by: 'ADM-002',
    rules: [typeForPatch],
  }),
}

const sameUid = law({
  by: 'ADM-018',
  says: 'request and response have the same uid',
  *faults({ request, response }: Members<typeof reviewFields>) {
    const [asked = '', answered = ''] = [request?.uid, response?.uid]
    if (asked === '' || answered === '' || asked === answered) return
    yield invalid(['response', 'uid'], answered, `expected the uid of the request, ${asked}`)
  },
})

export const admissionReviews: readonly Kind[] = [
  {
    group: 'admission.*',
    version: 'v1',
    kind: 'AdmissionReview',
    by: 'ADM-001',
    says: 'Request to an admission webhook, or its response.',
    strict: true,
    fields: reviewFields,
    rules: [sameUid],
  },
]

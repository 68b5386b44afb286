import { requiredUserInfo } from '../user-info.ts'
import { type Fault, invalid, law, oneOf } from '../rules.ts'
import { always, bool, bytes, deFacto, type Kind, list, map } from '../vocabulary.ts'
import { type Members, object, raw, text, type Traits } from '../vocabulary.ts'

const typed = (says: string, last: 'kind' | 'resource', traits: Traits) =>
  object(
    says,
    {
      group: text('The group; empty for the core group.'),
      version: text('The version.'),
      [last]: text(`The ${last}.`),
    },
    traits,
  )

const requestFields = {
  uid: text('Tells this review from all others.', always('ADM-003')),
  kind: typed('What is sent.', 'kind', always('ADM-004')),
  resource: typed('What is asked for.', 'resource', always('ADM-005')),
  subResource: text('What part of it.', { by: 'ADM-006' }),
  requestKind: typed('As the client sent it.', 'kind', { by: 'ADM-007' }),
  requestResource: typed('As the client asked for it.', 'resource', { by: 'ADM-007' }),
  requestSubResource: text('As the client asked for it.', { by: 'ADM-007' }),
  name: text('The object; empty where the server makes up the name.', { by: 'ADM-008' }),
  namespace: text('Where it is.', { by: 'ADM-009' }),
  operation: text('What is done.', {
    ...always('ADM-010'),
    rules: [oneOf(deFacto, ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'])],
  }),
  userInfo: requiredUserInfo('Who does it.', 'ADM-013'),
  object: raw('The object as it comes.', { by: 'ADM-014' }),
  oldObject: raw('The object as it is.', { by: 'ADM-015' }),
  dryRun: bool('Nothing will be stored.', {
    by: 'ADM-016',
    default: { value: false, by: 'ADM-016' },
  }),
  options: raw('The options of the operation.', { by: 'ADM-017' }),
}

const oldObjectOnlyForSome = law({
  by: 'ADM-015',
  says: 'an old object only with DELETE and UPDATE',
  *faults({ operation = '', oldObject }: Members<typeof requestFields>) {
    if (oldObject === undefined || oldObject === null) return
    if (['DELETE', 'UPDATE', ''].includes(operation)) return
    yield { at: ['oldObject'], type: 'Forbidden', detail: 'only with DELETE and UPDATE' }
  },
})

const shortWarnings = law({
  by: 'ADM-027',
  says: 'warnings of at most 120 characters',
  severity: 'warning',
  *faults(warnings: readonly string[]): Iterable<Fault> {
    for (const [index, warning] of warnings.entries()) {
      const { length } = [...warning]
      if (length > 120) {
        yield { at: [index], type: 'Too long', detail: `${length} characters, 120 are the most` }
      }
    }
  },
})

const responseFields = {
  uid: text('That of the request.', always('ADM-018')),
  allowed: bool('Whether it may be done.', always('ADM-019')),
  status: object('What the client is told when not.', {}, { by: 'ADM-020', isOpen: true }),
  patch: bytes('A JSON patch of the object.', { by: 'ADM-022' }),
  patchType: text('What sort of patch.', {
    by: 'ADM-023',
    rules: [oneOf('ADM-023', ['JSONPatch'])],
  }),
  auditAnnotations: map('Go to the audit log.', text('A value.'), {
    by: 'ADM-025',
  }),
  warnings: list('Shown to the client.', text('A warning.'), {
    by: 'ADM-026',
    rules: [shortWarnings],
  }),
}

const typeForPatch = law({
  by: 'ADM-023',
  says: 'a patch and its type together',
  *faults({ patch = '', patchType = '' }: Members<typeof responseFields>) {
    if (patch !== '' && patchType === '') yield { at: ['patchType'], type: 'Required value' }
    if (patch === '' && patchType !== '') {
      yield invalid(['patchType'], patchType, 'there is no patch')
    }
  },
})

const reviewFields = {
  request: object('What is about to be done.', requestFields, {
    by: 'ADM-002',
    rules: [oldObjectOnlyForSome],
  }),
  response: object('The answer.', responseFields, { by: 'ADM-002', rules: [typeForPatch] }),
}

const sameUid = law({
  by: 'ADM-018',
  says: 'request and response have one uid',
  *faults({ request, response }: Members<typeof reviewFields>) {
    const [asked = '', answered = ''] = [request?.uid, response?.uid]
    if (asked === '' || answered === '' || asked === answered) return
    yield invalid(['response', 'uid'], answered, `expected that of the request, ${asked}`)
  },
})

export const admissionReviews: readonly Kind[] = [
  {
    group: 'admission.*',
    version: 'v1',
    kind: 'AdmissionReview',
    by: 'ADM-001',
    says: 'Asks a webhook whether a write may happen, or answers that.',
    strict: true,
    fields: reviewFields,
    rules: [sameUid],
  },
]

import { condition, request } from '../expressions.ts'
import { absolutePath } from '../files.ts'
import { count, invalid, law, missing, oneOf, pattern, range, unique } from '../rules.ts'
import { bool, deFacto, duration, list, type Members, object } from '../vocabulary.ts'
import { path, required, text } from '../vocabulary.ts'

/** How long an answer is kept. */
const ttl = (says: string, by: string, stand: string) =>
  duration(says, {
    by,
    required: required(by),
    default: { value: stand, by: deFacto, onlyIn: 'kubernetes', forZero: true },
    rules: [range(deFacto, { above: 0 }, { says: 'must be > 0s' })],
  })

const cached = (says: string) =>
  bool(says, {
    by: deFacto,
    onlyIn: 'kubernetes',
    default: { value: true, by: deFacto },
  })

/** The file has another name in each dialect, and so has the type that asks for it. */
const fileOf = {
  cluster: { type: 'ClusterConfigFile', member: 'clusterConfigFile' },
  kubernetes: { type: 'KubeConfigFile', member: 'kubeConfigFile' },
} as const

const connectionFields = {
  type: text('Type of the connection to the webhook.', {
    by: 'AUTHZ-032',
    required: required('AUTHZ-032'),
    rules: [
      oneOf(deFacto, ['ClusterConfigFile', 'InClusterConfig'], { onlyIn: 'cluster' }),
      oneOf(deFacto, ['KubeConfigFile', 'InClusterConfig'], { onlyIn: 'kubernetes' }),
    ],
  }),
  clusterConfigFile: path('Client configuration file for the webhook.', {
    by: 'AUTHZ-033',
    onlyIn: 'cluster',
    rules: [absolutePath],
  }),
  kubeConfigFile: path('Client configuration file for the webhook.', {
    by: 'AUTHZ-033',
    onlyIn: 'kubernetes',
    rules: [absolutePath],
  }),
}

type Connection = Members<typeof connectionFields>

const fileForType = law({
  by: 'AUTHZ-033',
  says: 'types that read a file need one',
  *faults(connection: Connection, { dialect }) {
    const { type, member } = fileOf[dialect]
    if (connection.type === type && (connection[member] ?? '') === '') yield missing([member])
  },
})

const fileOnlyForType = law({
  by: deFacto,
  says: 'other types have no file',
  *faults(connection: Connection, { dialect }) {
    const { type, member } = fileOf[dialect]
    const file = connection[member] ?? ''
    if (file === '' || connection.type === type || (connection.type ?? '') === '') return
    yield invalid([member], file, `can only be set when type=${type}`)
  },
})

const fields = {
  authorizedTTL: ttl('Cache duration of allowed requests.', 'AUTHZ-014', '5m0s'),
  cacheAuthorizedRequests: cached('Whether allowed requests are cached.'),
  unauthorizedTTL: ttl('Cache duration of denied requests.', 'AUTHZ-016', '30s'),
  cacheUnauthorizedRequests: cached('Whether denied requests are cached.'),
  timeout: duration('Timeout of webhook requests.', {
    by: 'AUTHZ-019',
    required: required('AUTHZ-019'),
    rules: [
      range('AUTHZ-020', { max: 30 }, { says: 'must be > 0s and <= 30s' }),
      range(deFacto, { above: 0 }, { says: 'must be > 0s and <= 30s' }),
    ],
  }),
  subjectAccessReviewVersion: text(
    'Version of the SubjectAccessReview that is sent and expected.',
    {
      by: 'AUTHZ-022',
      required: required('AUTHZ-022'),
      rules: [oneOf(deFacto, ['v1', 'v1beta1'])],
    },
  ),
  matchConditionSubjectAccessReviewVersion: text(
    'Version of the SubjectAccessReview that match conditions are evaluated on.',
    {
      by: 'AUTHZ-025',
      required: required('AUTHZ-025'),
      rules: [oneOf('AUTHZ-026', ['v1'])],
    },
  ),
  failurePolicy: text('Decision if the webhook does not respond.', {
    by: 'AUTHZ-027',
    required: required('AUTHZ-027'),
    rules: [oneOf(deFacto, ['NoOpinion', 'Deny'])],
  }),
  connectionInfo: object('Connection to the webhook.', connectionFields, {
    by: 'AUTHZ-032',
    required: required('AUTHZ-032'),
    default: { value: {}, by: deFacto, onlyIn: 'kubernetes' },
    rules: [fileForType, fileOnlyForType],
  }),
  matchConditions: list(
    'Conditions that must all be true to call the webhook; it is always called if there are none.',
    object('A condition.', {
      expression: text('CEL expression that must be true for the request.', {
        by: 'AUTHZ-035',
        required: required('AUTHZ-035'),
        rules: [
          pattern(deFacto, /\S/, 'expected an expression, got white space'),
          condition('AUTHZ-035', request),
        ],
      }),
    }),
    {
      by: 'AUTHZ-035',
      rules: [count('AUTHZ-038', { max: 64 }), unique(deFacto, ['expression'])],
    },
  ),
}

const versionForConditions = law({
  by: deFacto,
  says: 'match conditions need a version',
  onlyIn: 'kubernetes',
  *faults(webhook: Members<typeof fields>) {
    const member = 'matchConditionSubjectAccessReviewVersion'
    if ((webhook[member] ?? '') !== '' || (webhook.matchConditions ?? []).length === 0) return
    yield missing([member], 'required if match conditions are specified')
  },
})

export const webhook = object('Configuration of the webhook authorizer.', fields, {
  by: 'AUTHZ-012',
  rules: [versionForConditions],
})

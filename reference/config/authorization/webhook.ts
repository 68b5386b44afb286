import { conditionRule, requestVariables } from '../expressions.ts'
import { absolutePathRule } from '../file-rules.ts'
import {
  countRule,
  invalidValue,
  functionRule,
  missingValue,
  allowedValues,
  patternRule,
  rangeRule,
  uniqueRule,
} from '../config-rules.ts'
import {
  boolField,
  deFacto,
  durationField,
  listField,
  type ConfigValues,
  objectField,
} from '../config-kind.ts'
import { pathField, requiredBy, textField } from '../config-kind.ts'

/** How long a decision is cached. */
const ttl = (description: string, requirement: string, defaultValue: string) =>
  durationField(description, {
    requirement,
    required: requiredBy(requirement),
    default: { value: defaultValue, requirement: deFacto, onlyIn: 'kubernetes', forZero: true },
    rules: [rangeRule(deFacto, { above: 0 }, { description: 'must be > 0s' })],
  })

const cached = (description: string) =>
  boolField(description, {
    requirement: deFacto,
    onlyIn: 'kubernetes',
    default: { value: true, requirement: deFacto },
  })

/**
 * The dialects have different names for the member with the file and for the type that requires it.
 */
const fileOf = {
  cluster: { type: 'ClusterConfigFile', member: 'clusterConfigFile' },
  kubernetes: { type: 'KubeConfigFile', member: 'kubeConfigFile' },
} as const

const connectionFields = {
  type: textField('Type of the connection to the webhook.', {
    requirement: 'AUTHZ-032',
    required: requiredBy('AUTHZ-032'),
    rules: [
      allowedValues(deFacto, ['ClusterConfigFile', 'InClusterConfig'], { onlyIn: 'cluster' }),
      allowedValues(deFacto, ['KubeConfigFile', 'InClusterConfig'], { onlyIn: 'kubernetes' }),
    ],
  }),
  clusterConfigFile: pathField('Client configuration file for the webhook.', {
    requirement: 'AUTHZ-033',
    onlyIn: 'cluster',
    rules: [absolutePathRule],
  }),
  kubeConfigFile: pathField('Client configuration file for the webhook.', {
    requirement: 'AUTHZ-033',
    onlyIn: 'kubernetes',
    rules: [absolutePathRule],
  }),
}

type Connection = ConfigValues<typeof connectionFields>

const fileForType = functionRule({
  requirement: 'AUTHZ-033',
  description: 'types that read a file need one',
  *faults(connection: Connection, { dialect }) {
    const { type, member } = fileOf[dialect]
    if (connection.type === type && (connection[member] ?? '') === '') yield missingValue([member])
  },
})

const fileOnlyForType = functionRule({
  requirement: deFacto,
  description: 'other types have no file',
  *faults(connection: Connection, { dialect }) {
    const { type, member } = fileOf[dialect]
    const file = connection[member] ?? ''
    if (file === '' || connection.type === type || (connection.type ?? '') === '') return
    yield invalidValue([member], file, `can only be set when type=${type}`)
  },
})

const fields = {
  authorizedTTL: ttl('Cache duration of allowed requests.', 'AUTHZ-014', '5m0s'),
  cacheAuthorizedRequests: cached('Whether allowed requests are cached.'),
  unauthorizedTTL: ttl('Cache duration of denied requests.', 'AUTHZ-016', '30s'),
  cacheUnauthorizedRequests: cached('Whether denied requests are cached.'),
  timeout: durationField('Timeout of webhook requests.', {
    requirement: 'AUTHZ-019',
    required: requiredBy('AUTHZ-019'),
    rules: [
      rangeRule('AUTHZ-020', { max: 30 }, { description: 'must be > 0s and <= 30s' }),
      rangeRule(deFacto, { above: 0 }, { description: 'must be > 0s and <= 30s' }),
    ],
  }),
  subjectAccessReviewVersion: textField(
    'Version of the SubjectAccessReview that is sent and expected.',
    {
      requirement: 'AUTHZ-022',
      required: requiredBy('AUTHZ-022'),
      rules: [allowedValues(deFacto, ['v1', 'v1beta1'])],
    },
  ),
  matchConditionSubjectAccessReviewVersion: textField(
    'Version of the SubjectAccessReview that match conditions are evaluated on.',
    {
      requirement: 'AUTHZ-025',
      required: requiredBy('AUTHZ-025'),
      rules: [allowedValues('AUTHZ-026', ['v1'])],
    },
  ),
  failurePolicy: textField('Decision if the webhook does not respond.', {
    requirement: 'AUTHZ-027',
    required: requiredBy('AUTHZ-027'),
    rules: [allowedValues(deFacto, ['NoOpinion', 'Deny'])],
  }),
  connectionInfo: objectField('Connection to the webhook.', connectionFields, {
    requirement: 'AUTHZ-032',
    required: requiredBy('AUTHZ-032'),
    default: { value: {}, requirement: deFacto, onlyIn: 'kubernetes' },
    rules: [fileForType, fileOnlyForType],
  }),
  matchConditions: listField(
    'Conditions that must all be true to call the webhook; it is always called if there are none.',
    objectField('A condition.', {
      expression: textField('CEL expression that must be true for the request.', {
        requirement: 'AUTHZ-035',
        required: requiredBy('AUTHZ-035'),
        rules: [
          patternRule(deFacto, /\S/, 'expected an expression, got white space'),
          conditionRule('AUTHZ-035', requestVariables),
        ],
      }),
    }),
    {
      requirement: 'AUTHZ-035',
      rules: [countRule('AUTHZ-038', { max: 64 }), uniqueRule(deFacto, ['expression'])],
    },
  ),
}

const versionForConditions = functionRule({
  requirement: deFacto,
  description: 'match conditions need a version',
  onlyIn: 'kubernetes',
  *faults(webhook: ConfigValues<typeof fields>) {
    const member = 'matchConditionSubjectAccessReviewVersion'
    if ((webhook[member] ?? '') !== '' || (webhook.matchConditions ?? []).length === 0) return
    yield missingValue([member], 'required if match conditions are specified')
  },
})

export const webhookField = objectField('Configuration of the webhook authorizer.', fields, {
  requirement: 'AUTHZ-012',
  rules: [versionForConditions],
})

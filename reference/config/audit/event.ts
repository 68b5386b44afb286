import { listItemTypeMeta, listMetadata } from '../metadata-fields.ts'
import { requiredUserInfoField, userInfoField } from '../user-info.ts'
import { functionRule, type ConfigRule, type RequirementId } from '../config-rules.ts'
import {
  alwaysRequired,
  deFacto,
  type ConfigKind,
  listField,
  mapField,
  type ConfigValues,
  microtimeField,
} from '../config-kind.ts'
import { objectField, rawField, requiredBy, textField } from '../config-kind.ts'
import { levelField, stageField, textListField } from './audit-fields.ts'

const reference = objectField(
  'Object of the request.',
  {
    resource: textField('Resource of the object.', { requirement: 'AUDIT-017' }),
    namespace: textField('Namespace of the object.', { requirement: 'AUDIT-017' }),
    name: textField('Name of the object.', { requirement: 'AUDIT-017' }),
    uid: textField('UID of the object.', { requirement: 'AUDIT-017' }),
    apiGroup: textField('API group; empty for the core group.', { requirement: 'AUDIT-018' }),
    apiVersion: textField('API version.', { requirement: 'AUDIT-017' }),
    resourceVersion: textField('Resource version of the object.', { requirement: 'AUDIT-017' }),
    subresource: textField('Subresource of the request.', { requirement: 'AUDIT-017' }),
  },
  { requirement: 'AUDIT-015' },
)

const eventFields = {
  level: levelField('Audit level of the event.', 'AUDIT-002'),
  auditID: textField('Unique identifier of the request.', alwaysRequired('AUDIT-004')),
  stage: stageField('Stage of the request.', 'AUDIT-005'),
  requestURI: textField('Request URI as sent by the client.', alwaysRequired('AUDIT-008')),
  verb: textField(
    'Verb of the request; the method for non-resource requests.',
    alwaysRequired('AUDIT-009'),
  ),
  user: requiredUserInfoField('User who sent the request.', 'AUDIT-011'),
  impersonatedUser: userInfoField('Impersonated user.', 'AUDIT-012'),
  authenticationMetadata: objectField(
    'How the user was authenticated.',
    {},
    { requirement: deFacto, isOpen: true },
  ),
  sourceIPs: textListField(
    'IP addresses of the client and of the proxies in between.',
    'AUDIT-013',
  ),
  userAgent: textField('User agent as reported by the client.', { requirement: 'AUDIT-014' }),
  objectRef: reference,
  responseStatus: objectField(
    'Status of the response.',
    {},
    { requirement: 'AUDIT-019', isOpen: true },
  ),
  requestObject: rawField('Object in the request.', { requirement: 'AUDIT-020' }),
  responseObject: rawField('Object in the response.', { requirement: 'AUDIT-023' }),
  requestReceivedTimestamp: microtimeField('Time when the request was received.', {
    requirement: 'AUDIT-024',
  }),
  stageTimestamp: microtimeField('Time when the request reached the stage.', {
    requirement: 'AUDIT-024',
  }),
  annotations: mapField('Annotations set by plug-ins.', textField('Value of the annotation.'), {
    requirement: 'AUDIT-025',
  }),
}

type Event = ConfigValues<typeof eventFields>

/** Forbids a member at the levels that do not record it. */
const onlyAt = (
  requirement: RequirementId,
  member: 'requestObject' | 'responseObject',
  levels: readonly string[],
) =>
  functionRule({
    requirement,
    description: `${member} only at level ${levels.join(' and ')}`,
    *faults(event: Event) {
      const isThere = event[member] !== undefined && event[member] !== null
      if (!isThere || event.level === undefined || levels.includes(event.level)) return
      yield {
        path: [member],
        type: 'Forbidden',
        detail: `allowed only at level ${levels.join(' and ')}`,
      }
    },
  })

const rules: readonly ConfigRule[] = [
  onlyAt('AUDIT-020', 'requestObject', ['Request', 'RequestResponse']),
  onlyAt('AUDIT-023', 'responseObject', ['RequestResponse']),
]

const shared = { group: 'audit.*', version: 'v1', requirement: 'AUDIT-001', strict: true }

export const auditEvents: readonly ConfigKind[] = [
  {
    ...shared,
    kind: 'Event',
    description: 'Audit event of one request at one stage.',
    fields: eventFields,
    rules,
  },
  {
    ...shared,
    kind: 'EventList',
    description: 'List of events.',
    fields: {
      metadata: listMetadata,
      items: listField(
        'The events.',
        objectField('An event.', { ...listItemTypeMeta, ...eventFields }, { rules }),
        {
          requirement: 'AUDIT-026',
          required: requiredBy('AUDIT-026'),
        },
      ),
    },
    rules: [],
  },
]

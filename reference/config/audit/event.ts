import { itsKind, listMetadata } from '../metadata.ts'
import { requiredUserInfo, userInfo } from '../user-info.ts'
import { law, type Rule } from '../rules.ts'
import {
  always,
  type By,
  deFacto,
  type Kind,
  list,
  map,
  type Members,
  microtime,
} from '../vocabulary.ts'
import { object, raw, required, text } from '../vocabulary.ts'
import { level, stage, texts } from './words.ts'

const reference = object(
  'Object of the request.',
  {
    resource: text('Resource of the object.', { by: 'AUDIT-017' }),
    namespace: text('Namespace of the object.', { by: 'AUDIT-017' }),
    name: text('Name of the object.', { by: 'AUDIT-017' }),
    uid: text('UID of the object.', { by: 'AUDIT-017' }),
    apiGroup: text('API group; empty for the core group.', { by: 'AUDIT-018' }),
    apiVersion: text('API version.', { by: 'AUDIT-017' }),
    resourceVersion: text('Resource version of the object.', { by: 'AUDIT-017' }),
    subresource: text('Subresource of the request.', { by: 'AUDIT-017' }),
  },
  { by: 'AUDIT-015' },
)

const eventFields = {
  level: level('Audit level of the event.', 'AUDIT-002'),
  auditID: text('Unique identifier of the request.', always('AUDIT-004')),
  stage: stage('Stage of the request.', 'AUDIT-005'),
  requestURI: text('Request URI as sent by the client.', always('AUDIT-008')),
  verb: text('Verb of the request; the method for non-resource requests.', always('AUDIT-009')),
  user: requiredUserInfo('User who sent the request.', 'AUDIT-011'),
  impersonatedUser: userInfo('Impersonated user.', 'AUDIT-012'),
  authenticationMetadata: object(
    'How the user was authenticated.',
    {},
    { by: deFacto, isOpen: true },
  ),
  sourceIPs: texts('IP addresses of the client and of the proxies in between.', 'AUDIT-013'),
  userAgent: text('User agent as reported by the client.', { by: 'AUDIT-014' }),
  objectRef: reference,
  responseStatus: object('Status of the response.', {}, { by: 'AUDIT-019', isOpen: true }),
  requestObject: raw('Object in the request.', { by: 'AUDIT-020' }),
  responseObject: raw('Object in the response.', { by: 'AUDIT-023' }),
  requestReceivedTimestamp: microtime('Time when the request was received.', { by: 'AUDIT-024' }),
  stageTimestamp: microtime('Time when the request reached the stage.', { by: 'AUDIT-024' }),
  annotations: map('Annotations set by plug-ins.', text('Value of the annotation.'), {
    by: 'AUDIT-025',
  }),
}

type Event = Members<typeof eventFields>

/** What a level leaves out. */
const onlyAt = (by: By, member: 'requestObject' | 'responseObject', levels: readonly string[]) =>
  law({
    by,
    says: `${member} only at level ${levels.join(' and ')}`,
    *faults(event: Event) {
      const isThere = event[member] !== undefined && event[member] !== null
      if (!isThere || event.level === undefined || levels.includes(event.level)) return
      yield {
        at: [member],
        type: 'Forbidden',
        detail: `allowed only at level ${levels.join(' and ')}`,
      }
    },
  })

const rules: readonly Rule[] = [
  onlyAt('AUDIT-020', 'requestObject', ['Request', 'RequestResponse']),
  onlyAt('AUDIT-023', 'responseObject', ['RequestResponse']),
]

const shared = { group: 'audit.*', version: 'v1', by: 'AUDIT-001', strict: true }

export const auditEvents: readonly Kind[] = [
  {
    ...shared,
    kind: 'Event',
    says: 'Audit event of one request at one stage.',
    fields: eventFields,
    rules,
  },
  {
    ...shared,
    kind: 'EventList',
    says: 'List of events.',
    fields: {
      metadata: listMetadata,
      items: list('The events.', object('An event.', { ...itsKind, ...eventFields }, { rules }), {
        by: 'AUDIT-026',
        required: required('AUDIT-026'),
      }),
    },
    rules: [],
  },
]

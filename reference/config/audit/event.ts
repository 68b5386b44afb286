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
  'The object that the request is about.',
  {
    resource: text('Its type.', { by: 'AUDIT-017' }),
    namespace: text('Where it is.', { by: 'AUDIT-017' }),
    name: text('Its name.', { by: 'AUDIT-017' }),
    uid: text('Its uid.', { by: 'AUDIT-017' }),
    apiGroup: text('Its group; empty for the core group.', { by: 'AUDIT-018' }),
    apiVersion: text('The version of its type.', { by: 'AUDIT-017' }),
    resourceVersion: text('Its version.', { by: 'AUDIT-017' }),
    subresource: text('What part of it.', { by: 'AUDIT-017' }),
  },
  { by: 'AUDIT-015' },
)

const eventFields = {
  level: level('How much is told.', 'AUDIT-002'),
  auditID: text('Tells this request from all others.', always('AUDIT-004')),
  stage: stage('How far the request has come.', 'AUDIT-005'),
  requestURI: text('The path and query that the client sent.', always('AUDIT-008')),
  verb: text('What is done; the method for paths that are no resource.', always('AUDIT-009')),
  user: requiredUserInfo('Who asks.', 'AUDIT-011'),
  impersonatedUser: userInfo('As whom.', 'AUDIT-012'),
  authenticationMetadata: object('How the user was known.', {}, { by: deFacto, isOpen: true }),
  sourceIPs: texts('Where the request comes from, and by which proxies.', 'AUDIT-013'),
  userAgent: text('What the client says that it is.', { by: 'AUDIT-014' }),
  objectRef: reference,
  responseStatus: object('The outcome.', {}, { by: 'AUDIT-019', isOpen: true }),
  requestObject: raw('What was sent.', { by: 'AUDIT-020' }),
  responseObject: raw('What was answered.', { by: 'AUDIT-023' }),
  requestReceivedTimestamp: microtime('When the request came.', { by: 'AUDIT-024' }),
  stageTimestamp: microtime('When it came this far.', { by: 'AUDIT-024' }),
  annotations: map('Told by plug-ins.', text('A value.'), {
    by: 'AUDIT-025',
  }),
}

type Event = Members<typeof eventFields>

/** What a level leaves out. */
const onlyAt = (by: By, member: 'requestObject' | 'responseObject', levels: readonly string[]) =>
  law({
    by,
    says: `${member} only at ${levels.join(' and ')}`,
    *faults(event: Event) {
      const isThere = event[member] !== undefined && event[member] !== null
      if (!isThere || event.level === undefined || levels.includes(event.level)) return
      yield { at: [member], type: 'Forbidden', detail: `only at ${levels.join(' and ')}` }
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
    says: 'What is told of one request at one stage.',
    fields: eventFields,
    rules,
  },
  {
    ...shared,
    kind: 'EventList',
    says: 'Several events.',
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

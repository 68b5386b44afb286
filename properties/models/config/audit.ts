// Valid documents of auditing: a policy, and the other kinds of its group.

import type { Term } from '../../dsl/term.ts'
import { configDocument } from './documents.ts'

const rule = { level: 'Metadata', resources: [{ group: '', resources: ['pods', 'pods/log'] }] }

export const validAuditPolicy = configDocument(['audit', 'v1', 'Policy'], {
  rules: [rule, { level: 'None', nonResourceURLs: ['/healthz*'] }],
  omitStages: ['RequestReceived'],
})

export const validAuditPolicyList = configDocument(['audit', 'v1', 'PolicyList'], {
  metadata: {},
  items: [{ rules: [rule] }],
})

const event: Record<string, Term> = {
  level: 'Metadata',
  auditID: '6fe1a5b3-28a7-4e3c-9a17-3e4a8d7e9c11',
  stage: 'ResponseComplete',
  requestURI: '/api/v1/namespaces/one/pods',
  verb: 'list',
  user: { username: 'one' },
  requestReceivedTimestamp: '2025-01-02T03:04:05.123456Z',
  stageTimestamp: '2025-01-02T03:04:05.125000Z',
}

export const validAuditEvent = configDocument(['audit', 'v1', 'Event'], event)

export const validAuditEventList = configDocument(['audit', 'v1', 'EventList'], {
  metadata: {},
  items: [event],
})

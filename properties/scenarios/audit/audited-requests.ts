// Builds requests to servers that send audit events (suites/setups/audit.ts). The events of a
// request are known by its User-Agent, which no other request has.

import {
  auditEventsPath,
  auditIssuer,
  auditNamespaces,
  type AuditNamespace,
} from '../../../fixtures/objects/audit.ts'
import type { PollStep, RequestBody, RequestStep } from '../../dsl/scenario.ts'
import { auditSetups, type AuditSetup, issuersHost, onSetup } from '../../dsl/setup-names.ts'
import { caseName, rawRequest } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'

/** The start of the User-Agent of every request; its name follows. */
export const agentStart = 'touchstone/'

/** The User-Agent of a request, by its label. */
const agentOf = (label: string): Term => ({ $join: [agentStart, caseName(label)] })

/** Who sends a request, and to which server. A user is one of the issuer. */
export type AuditedOptions = {
  on?: AuditSetup
  /** Its groups; the administrator of the harness if there is no user. */
  user?: string
  groups?: string[]
  body?: RequestBody
  query?: Record<string, Term>
  headers?: Record<string, Term>
}

/** A request that a policy may record. */
export function audited(
  as: string,
  method: string,
  path: Term,
  { on = 'byRules', user, groups = [], body, query, headers = {} }: AuditedOptions = {},
): RequestStep {
  const token: Term = {
    $join: ['Bearer ', { $token: auditIssuer, claims: { sub: user ?? '', groups } }],
  }
  return rawRequest(as, method, path, {
    server: onSetup(auditSetups[on]),
    ...(body !== undefined && { body }),
    ...(query && { query }),
    ...(user !== undefined && { who: 'anonymous' as const }),
    headers: {
      'user-agent': agentOf(as),
      ...(user !== undefined && { authorization: token }),
      ...headers,
    },
  })
}

/** Asks who the user is. Whoever is authenticated may do that. */
export const whoAmI = (as: string, user: string, more: AuditedOptions = {}): RequestStep =>
  reviewed(as, { user, ...more })

/** Asks who the sender is. */
export const reviewed = (as: string, more: AuditedOptions): RequestStep =>
  audited(
    as,
    'POST',
    { $join: ['/apis/', { $group: 'authentication' }, '/v1/selfsubjectreviews'] },
    {
      body: {
        apiVersion: { $join: [{ $group: 'authentication' }, '/v1'] },
        kind: 'SelfSubjectReview',
      },
      ...more,
    },
  )

/** The label of a request that is recorded, and of one that must not be. */
export const marker = 'marker'
export const stranger = 'stranger'

/**
 * A request of a user whose requests are recorded, repeated until it succeeds: a server may need a
 * moment to fetch the keys of the issuer.
 */
const markedBy = (on: AuditSetup): PollStep => ({
  poll: whoAmI(marker, 'marker', { on }),
  shows: { kind: 'SelfSubjectReview' },
})

/** Requests on a server with rules: of a user whom a rule names, and of one whom none names. */
export const controls = [markedBy('byRules'), whoAmI(stranger, 'stranger')]

/** The control on the server that records everything. */
export const controlOfEverything = [markedBy('ofEverything')]

/** Reads the events of the case (`events`) when those of these requests have come. */
export const readEvents = (...labels: string[]): PollStep => ({
  poll: read,
  // The event at the end of a request has the status of the response.
  shows: { events: labels.map(label => ({ userAgent: agentOf(label), responseStatus: {} })) },
})

/** The same, when also an event of this stage has come of the first request. */
export const readEventsWith = (stage: string, ...labels: string[]): PollStep => ({
  poll: read,
  shows: {
    events: [
      { userAgent: agentOf(labels[0] ?? ''), stage },
      ...labels.map(label => ({ userAgent: agentOf(label), responseStatus: {} })),
    ],
  },
})

/** The same for a request that is known by its URI. */
export const readEventsOf = (uri: Term): PollStep => ({
  poll: read,
  shows: { events: [{ requestURI: uri, responseStatus: {} }] },
})

const read = rawRequest(
  'events',
  'GET',
  { $join: [`${auditEventsPath}/`, caseName('')] },
  {
    who: 'anonymous',
    server: issuersHost,
  },
)

/** The path of config maps in a namespace, which need not exist. */
export const configMaps = (namespace: string, ...below: Term[]): Term => ({
  $join: [`/api/v1/namespaces/${namespace}/configmaps`, ...below.flatMap(one => ['/', one])],
})

/** The content of config maps. */
export const content = { text: 'touchstone' }

export const configMap = (logical: string, more: { [name: string]: Term } = {}): Term => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: caseName(logical), ...more },
  data: content,
})

/** Creates a namespace of the policy, unless an earlier case has (`namespace NAME`). */
export const createAuditNamespace = (of: AuditNamespace, on: AuditSetup = 'byRules'): RequestStep =>
  audited(`namespace ${of}`, 'POST', '/api/v1/namespaces', {
    on,
    body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: auditNamespaces[of] } },
  })

/** Creates a config map in a namespace of the policy. The label is its logical name as well. */
export const createIn = (
  of: AuditNamespace,
  as: string,
  { on = 'byRules' }: { on?: AuditSetup } = {},
): RequestStep => audited(as, 'POST', configMaps(auditNamespaces[of]), { on, body: configMap(as) })

const servedStart = 'is served: '

/** Whether a request looks whether a type is served. */
export const isLookAtType = (label: string): boolean => label.startsWith(servedStart)

/** The administrator looks at the path of a type. */
export const lookAt = (path: string, what: Term): RequestStep =>
  audited(`${servedStart}${path}`, 'GET', what)

/** A GET of a path by a user. */
export const getOf = (as: string, user: string, path: Term): RequestStep =>
  audited(as, 'GET', path, { user })

/** A GET of one config map. */
export const getMap = (
  as: string,
  user: string,
  more: AuditedOptions = {},
  name = 'x',
): RequestStep => audited(as, 'GET', configMaps('one', name), { user, ...more })

export const listMaps = (as: string, user: string): RequestStep =>
  getOf(as, user, configMaps('one'))

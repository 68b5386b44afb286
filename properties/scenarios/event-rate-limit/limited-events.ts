// Builds requests that create events on the servers that limit them (suites/setups).

import type { LimitingSetup } from '../../../fixtures/objects/event-limits.ts'
import type { PollStep, RequestStep } from '../../dsl/scenario.ts'
import { inOldVersion, onSetup } from '../../dsl/setup-names.ts'
import { caseName, rawRequest } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { untilLaterSecondThan } from '../../dsl/write-steps.ts'

/** An event, apart from what all events share. Names are logical ones. */
export type EventOptions = {
  setup: LimitingSetup
  /** Whether it is sent to the server with the older version of the configuration. */
  isOld?: boolean
  namespace?: string
  /** The user as whom the administrator acts. */
  user?: string
  object?: string
  component?: string
  host?: string
}

const server = ({ setup, isOld }: EventOptions): string =>
  onSetup(isOld ? inOldVersion(setup) : setup)

/** Creates a namespace on the server of a setup. */
export const createNamespace = (options: EventOptions): RequestStep =>
  rawRequest(`namespace ${namespaceOf(options)}`, 'POST', '/api/v1/namespaces', {
    body: {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: caseName(namespaceOf(options)) },
    },
    server: server(options),
  })

const namespaceOf = ({ namespace = 'a' }: EventOptions): string => namespace

/** Creates an event. */
export const createEvent = (as: string, options: EventOptions): RequestStep => {
  const { user, object = 'object', component = 'source', host } = options
  const namespace = caseName(namespaceOf(options))
  return rawRequest(
    as,
    'POST',
    { $join: ['/api/v1/namespaces/', namespace, '/events'] },
    {
      body: {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name: caseName(as.replaceAll(/[^a-z0-9]+/g, '-')) },
        involvedObject: { kind: 'Touchstone', namespace, name: object },
        source: { component: caseName(component), ...(host === undefined ? {} : { host }) },
        reason: 'Checked',
        message: as,
        type: 'Normal',
      },
      server: server(options),
      ...(user === undefined ? {} : { headers: actingAs(user) }),
    },
  )
}

/** Creates several events one after another. Their labels are `as 1`, `as 2`, … */
export const createEvents = (as: string, count: number, options: EventOptions): RequestStep[] =>
  Array.from({ length: count }, (_, index) => createEvent(`${as} ${index + 1}`, options))

/** Creates an event as soon as the server admits one. */
export const createAdmittedEvent = (as: string, options: EventOptions): PollStep => ({
  poll: createEvent(as, options),
})

/** The headers by which an administrator acts as a user with all rights. */
const actingAs = (user: string): Record<string, Term> => ({
  'impersonate-user': caseName(user),
  'impersonate-group': 'system:masters',
})

/** Asks the server who a user is as whom the administrator acts (`user NAME`). */
export const askForUser = (user: string, options: EventOptions): RequestStep =>
  rawRequest(`user ${user}`, 'POST', selfReviews, {
    body: {
      apiVersion: { $join: [{ $group: 'authentication' }, '/v1'] },
      kind: 'SelfSubjectReview',
    },
    headers: actingAs(user),
    server: server(options),
  })

const selfReviews: Term = {
  $join: ['/apis/', { $group: 'authentication' }, '/v1/selfsubjectreviews'],
}

/** Waits until the clock of the server is `seconds` later, at least one second less. */
export const waitSeconds = (seconds: number, options: EventOptions): (RequestStep | PollStep)[] => {
  const read = (as: string) => rawRequest(as, 'GET', '/version', { server: server(options) })
  return [
    read('wait 0'),
    ...Array.from({ length: seconds }, (_, index) =>
      untilLaterSecondThan(`wait ${index}`, read(`wait ${index + 1}`)),
    ),
  ]
}

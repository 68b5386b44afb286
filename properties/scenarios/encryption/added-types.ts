// Builds requests to servers that encrypt everything, about a type that is defined while they run.

import {
  definitionsPathTerm,
  definitionVersion,
  ownDefinitionBody,
  ownDefinitionPath,
  ownGroup,
  ownPlural,
  pollUntil,
  specOf,
  typeSpec,
} from '../../dsl/custom-steps.ts'
import { everythingSetups } from '../../dsl/kms-steps.ts'
import type { RequestStep, Step } from '../../dsl/scenario.ts'
import { onSetup } from '../../dsl/setup-names.ts'
import { caseName, rawRequest } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'
import { wordAnnotation } from './stored-objects.ts'

const encrypting = onSetup(everythingSetups.encrypting)
const others = onSetup(everythingSetups.others)
const namespace = caseName('stored')

const metadata: Term = {
  name: caseName('object'),
  annotations: { [wordAnnotation]: caseName('word') },
}

const below = (...parts: Term[]): Term => ({ $join: parts })
const ownApi = below('/apis/', ownGroup, '/v1')
const widgets = below(ownApi, '/namespaces/', namespace, '/', ownPlural())
const leases = below('/apis/', { $group: 'coordination' }, '/v1/namespaces/', namespace, '/leases')

const type = typeSpec([definitionVersion('v1', specOf({ word: { type: 'string' } }))])

const post = (as: string, path: Term, body: Term): RequestStep =>
  rawRequest(as, 'POST', path, { body, server: encrypting })

const read = (as: string, collection: Term, server: string): RequestStep =>
  rawRequest(as, 'GET', below(collection, '/', caseName('object')), { server })

/**
 * Defines a type and creates an object of it and a lease, on a server that encrypts everything.
 * Reads both there, and on a server that has the key of all types but this one.
 */
export const addedType = (): Step[] => [
  post('namespace', '/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace },
  }),
  rawRequest('other server', 'GET', below('/api/v1/namespaces/', namespace), { server: others }),
  post('create-Lease', leases, {
    apiVersion: below({ $group: 'coordination' }, '/v1'),
    kind: 'Lease',
    metadata,
  }),
  post('definition', definitionsPathTerm(), ownDefinitionBody(type)),
  pollUntil(rawRequest('served', 'GET', widgets, { server: encrypting }), 200),
  post('create-Widget', widgets, { apiVersion: below(ownGroup, '/v1'), kind: 'Widget', metadata }),
  read('read-Lease-encrypting', leases, encrypting),
  read('read-Widget-encrypting', widgets, encrypting),
  read('read-Lease-others', leases, others),
  rawRequest('read-definition-others', 'GET', definitionsPathTerm(ownDefinitionPath()), {
    server: others,
  }),
  pollUntil(rawRequest('served by others', 'GET', ownApi, { server: others }), 200),
  read('read-Widget-others', widgets, others),
]

// Which egress selector configurations are valid.

import { asExpected } from '../../../properties/laws/configuration/configuration.ts'
import { certificate } from '../../../properties/models/config/certificate.ts'
import { apiVersionOf } from '../../../properties/models/config/documents.ts'
import { egress, tlsFiles, tlsTexts } from '../../../properties/models/config/egress.ts'
import {
  byTheLetter,
  noted,
  onMachine,
  put,
  questions,
  refused,
  taken,
  without,
} from '../../../properties/scenarios/configuration/configuration.ts'
import type { Case } from '../../../properties/scenarios/configuration/configuration.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import type { Id } from '../../generated/catalogue.ts'
import { example } from '../../check.ts'

const tcpSelection = 'egressSelections[0]'
const tcp = `${tcpSelection}.connection.transport.tcp`
const tls = `${tcp}.tlsConfig`
const udsSelection = 'egressSelections[1]'
const uds = `${udsSelection}.connection.transport.uds`

const files = onMachine(tlsTexts)

/** The files that the good document names are there. */
const egressCheck = (id: Id, says: string, ...cases: Case[]) =>
  example(id, questions({ good: egress, cases, files }), asExpected(says))

const inV1alpha1 = { apiVersion: apiVersionOf('apiserver', 'v1alpha1') }

const plain = (tlsConfig: Term): Record<string, Term> => ({
  [tcp]: { url: 'http://proxy.example:8131', tlsConfig },
})

export default [
  egressCheck(
    'EGRESS-001',
    'The kind is accepted in `apiserver.<api-domain>/v1alpha1`.',
    taken(put(inV1alpha1)),
  ),
  egressCheck('EGRESS-002', 'The kind is accepted in `apiserver.<api-domain>/v1beta1`.', taken({})),
  egressCheck(
    'EGRESS-003',
    '`egressSelections` is a required array.',
    byTheLetter(without('egressSelections')),
    refused(put({ egressSelections: { name: 'cluster' } })),
  ),
  egressCheck(
    'EGRESS-004',
    '`name` of a selection is required.',
    refused(without(`${tcpSelection}.name`)),
  ),
  egressCheck(
    'EGRESS-005',
    'Selections are named `controlplane`, `etcd`, `cluster` or, which is deprecated, `master`.',
    taken(put({ [`${tcpSelection}.name`]: 'controlplane' })),
    taken({}),
    taken(put({ ...inV1alpha1, [`${tcpSelection}.name`]: 'master' })),
    refused(put({ [`${tcpSelection}.name`]: 'moon' })),
  ),
  egressCheck(
    'EGRESS-008',
    '`connection` of a selection is required.',
    refused(
      without(`${tcpSelection}.connection`),
      `${tcpSelection}.connection`,
      `${tcpSelection}.connection.proxyProtocol`,
    ),
  ),
  egressCheck(
    'EGRESS-009',
    '`proxyProtocol` of a connection is required.',
    refused(without(`${tcpSelection}.connection.proxyProtocol`)),
  ),
  egressCheck(
    'EGRESS-010',
    'Protocols other than HTTPConnect and GRPC.',
    noted(
      put(
        { [`${tcpSelection}.connection.proxyProtocol`]: 'Direct' },
        `${tcpSelection}.connection.transport`,
      ),
      'Direct',
    ),
    noted(put({ [`${tcpSelection}.connection.proxyProtocol`]: 'Pigeon' }), 'a made-up one'),
  ),
  egressCheck(
    'EGRESS-011',
    '`transport` is required for HTTPConnect.',
    refused(without(`${tcpSelection}.connection.transport`)),
  ),
  egressCheck(
    'EGRESS-012',
    '`transport` is required for GRPC.',
    refused(without(`${udsSelection}.connection.transport`)),
  ),
  egressCheck(
    'EGRESS-014',
    'A transport has `tcp` or `uds`.',
    refused(
      put({ [`${tcpSelection}.connection.transport`]: {} }),
      `${tcpSelection}.connection.transport`,
      tcp,
    ),
  ),
  egressCheck(
    'EGRESS-016',
    'GRPC does not go over TCP.',
    refused(
      put({ [`${tcpSelection}.connection.proxyProtocol`]: 'GRPC' }),
      tcp,
      `${tcpSelection}.connection.transport`,
      `${tcpSelection}.connection.transport.uds`,
      `${tcpSelection}.connection.proxyProtocol`,
    ),
  ),
  egressCheck(
    'EGRESS-017',
    '`url` of a TCP transport is required.',
    refused(without(`${tcp}.url`)),
  ),
  egressCheck(
    'EGRESS-018',
    'Other schemes than http and https.',
    noted(put({ [`${tcp}.url`]: 'ftp://proxy.example' }), 'ftp'),
  ),
  egressCheck(
    'EGRESS-019',
    '`caBundle` is empty for http.',
    refused(put(plain({ caBundle: tlsFiles.caBundle })), `${tls}.caBundle`, tls),
    taken(put({ [tcp]: { url: 'http://proxy.example:8131' } })),
  ),
  egressCheck(
    'EGRESS-021',
    '`clientKey` and `clientCert` are empty for http.',
    refused(put(plain({ clientKey: tlsFiles.clientKey })), `${tls}.clientKey`, tls),
    refused(put(plain({ clientCert: tlsFiles.clientCert })), `${tls}.clientCert`, tls),
  ),
  egressCheck(
    'EGRESS-022',
    '`clientKey` is required for https.',
    refused(without(`${tls}.clientKey`)),
  ),
  egressCheck(
    'EGRESS-023',
    '`clientCert` is required for https.',
    refused(without(`${tls}.clientCert`)),
  ),
  egressCheck(
    'EGRESS-024',
    'The files of TLS are locations of files that are there.',
    ...Object.keys(tlsFiles).flatMap(member => [
      refused(put({ [`${tls}.${member}`]: '/etc/egress/absent' })),
      refused(put({ [`${tls}.${member}`]: certificate })),
    ]),
  ),
  egressCheck(
    'EGRESS-025',
    '`udsName` of a socket is required.',
    refused(without(`${uds}.udsName`)),
  ),
  egressCheck(
    'EGRESS-026',
    '`udsName` is a path without a scheme.',
    byTheLetter(put({ [`${uds}.udsName`]: 'unix:///run/egress.sock' })),
    taken({}),
  ),
]

// Checks which egress selector configurations are valid.

import { configurationIsJudgedAsExpected } from '../../../properties/laws/configuration/configuration.ts'
import { sampleCertificate } from '../../../properties/models/config/certificate.ts'
import { apiVersionTerm } from '../../../properties/models/config/documents.ts'
import {
  validEgressSelector,
  tlsFiles,
  tlsTexts,
} from '../../../properties/models/config/egress.ts'
import {
  literalOnlyCase,
  recordedCase,
  machineFiles,
  withFields,
  configCheckSteps,
  refusedCase,
  acceptedCase,
  withoutFields,
} from '../../../properties/scenarios/configuration/configuration.ts'
import type { ConfigCase } from '../../../properties/scenarios/configuration/configuration.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import type { Id } from '../../generated/catalogue.ts'
import { example } from '../../check.ts'

const tcpSelection = 'egressSelections[0]'
const tcp = `${tcpSelection}.connection.transport.tcp`
const tls = `${tcp}.tlsConfig`
const udsSelection = 'egressSelections[1]'
const uds = `${udsSelection}.connection.transport.uds`

const files = machineFiles(tlsTexts)

/** A check in which the files that the valid document names exist. */
const egressCheck = (id: Id, says: string, ...cases: ConfigCase[]) =>
  example(
    id,
    configCheckSteps({ good: validEgressSelector, cases, files }),
    configurationIsJudgedAsExpected(says),
  )

const inV1alpha1 = { apiVersion: apiVersionTerm('apiserver', 'v1alpha1') }

const plain = (tlsConfig: Term): Record<string, Term> => ({
  [tcp]: { url: 'http://proxy.example:8131', tlsConfig },
})

export default [
  egressCheck(
    'EGRESS-001',
    'The kind is accepted in `apiserver.<api-domain>/v1alpha1`.',
    acceptedCase(withFields(inV1alpha1)),
  ),
  egressCheck(
    'EGRESS-002',
    'The kind is accepted in `apiserver.<api-domain>/v1beta1`.',
    acceptedCase({}),
  ),
  egressCheck(
    'EGRESS-003',
    '`egressSelections` is a required array.',
    literalOnlyCase(withoutFields('egressSelections')),
    refusedCase(withFields({ egressSelections: { name: 'cluster' } })),
  ),
  egressCheck(
    'EGRESS-004',
    '`name` of a selection is required.',
    refusedCase(withoutFields(`${tcpSelection}.name`)),
  ),
  egressCheck(
    'EGRESS-005',
    'Selections are named `controlplane`, `etcd`, `cluster` or, which is deprecated, `master`.',
    acceptedCase(withFields({ [`${tcpSelection}.name`]: 'controlplane' })),
    acceptedCase({}),
    acceptedCase(withFields({ ...inV1alpha1, [`${tcpSelection}.name`]: 'master' })),
    refusedCase(withFields({ [`${tcpSelection}.name`]: 'moon' })),
  ),
  egressCheck(
    'EGRESS-008',
    '`connection` of a selection is required.',
    refusedCase(
      withoutFields(`${tcpSelection}.connection`),
      `${tcpSelection}.connection`,
      `${tcpSelection}.connection.proxyProtocol`,
    ),
  ),
  egressCheck(
    'EGRESS-009',
    '`proxyProtocol` of a connection is required.',
    refusedCase(withoutFields(`${tcpSelection}.connection.proxyProtocol`)),
  ),
  egressCheck(
    'EGRESS-010',
    'Protocols other than HTTPConnect and GRPC.',
    recordedCase(
      withFields(
        { [`${tcpSelection}.connection.proxyProtocol`]: 'Direct' },
        `${tcpSelection}.connection.transport`,
      ),
      'Direct',
    ),
    recordedCase(
      withFields({ [`${tcpSelection}.connection.proxyProtocol`]: 'Pigeon' }),
      'a made-up one',
    ),
  ),
  egressCheck(
    'EGRESS-011',
    '`transport` is required for HTTPConnect.',
    refusedCase(withoutFields(`${tcpSelection}.connection.transport`)),
  ),
  egressCheck(
    'EGRESS-012',
    '`transport` is required for GRPC.',
    refusedCase(withoutFields(`${udsSelection}.connection.transport`)),
  ),
  egressCheck(
    'EGRESS-014',
    'A transport has either `tcp` or `uds`.',
    refusedCase(
      withFields({ [`${tcpSelection}.connection.transport`]: {} }),
      `${tcpSelection}.connection.transport`,
      tcp,
    ),
  ),
  egressCheck(
    'EGRESS-016',
    'GRPC cannot use a TCP transport.',
    refusedCase(
      withFields({ [`${tcpSelection}.connection.proxyProtocol`]: 'GRPC' }),
      tcp,
      `${tcpSelection}.connection.transport`,
      `${tcpSelection}.connection.transport.uds`,
      `${tcpSelection}.connection.proxyProtocol`,
    ),
  ),
  egressCheck(
    'EGRESS-017',
    '`url` of a TCP transport is required.',
    refusedCase(withoutFields(`${tcp}.url`)),
  ),
  egressCheck(
    'EGRESS-018',
    'Other schemes than http and https.',
    recordedCase(withFields({ [`${tcp}.url`]: 'ftp://proxy.example' }), 'ftp'),
  ),
  egressCheck(
    'EGRESS-019',
    '`caBundle` is empty for http.',
    refusedCase(withFields(plain({ caBundle: tlsFiles.caBundle })), `${tls}.caBundle`, tls),
    acceptedCase(withFields({ [tcp]: { url: 'http://proxy.example:8131' } })),
  ),
  egressCheck(
    'EGRESS-021',
    '`clientKey` and `clientCert` are empty for http.',
    refusedCase(withFields(plain({ clientKey: tlsFiles.clientKey })), `${tls}.clientKey`, tls),
    refusedCase(withFields(plain({ clientCert: tlsFiles.clientCert })), `${tls}.clientCert`, tls),
  ),
  egressCheck(
    'EGRESS-022',
    '`clientKey` is required for https.',
    refusedCase(withoutFields(`${tls}.clientKey`)),
  ),
  egressCheck(
    'EGRESS-023',
    '`clientCert` is required for https.',
    refusedCase(withoutFields(`${tls}.clientCert`)),
  ),
  egressCheck(
    'EGRESS-024',
    'The TLS fields are paths of existing files.',
    ...Object.keys(tlsFiles).flatMap(member => [
      refusedCase(withFields({ [`${tls}.${member}`]: '/etc/egress/absent' })),
      refusedCase(withFields({ [`${tls}.${member}`]: sampleCertificate })),
    ]),
  ),
  egressCheck(
    'EGRESS-025',
    '`udsName` of a socket is required.',
    refusedCase(withoutFields(`${uds}.udsName`)),
  ),
  egressCheck(
    'EGRESS-026',
    '`udsName` is a path without a scheme.',
    literalOnlyCase(withFields({ [`${uds}.udsName`]: 'unix:///run/egress.sock' })),
    acceptedCase({}),
  ),
]

// How traffic comes in, and between whom it may flow.

import { labelSelector } from './meta.table.ts'
import {
  bytes,
  count,
  fixed,
  format,
  has,
  law,
  not,
  oneOf,
  required,
  type Table,
  when,
  where,
} from './vocabulary.ts'

const resource: Table = {
  apiGroup: [format('subdomain')],
  kind: [required(), format('pathSegment')],
  name: [required(), format('pathSegment')],
}

const backend: Table = {
  '': [
    law('oneBackend'),
    when(not(has('service')), { resource: [resource] }),
    when(not(has('resource')), {
      'service.name': [required(), format('dnsLabel')],
    }),
  ],
}

const path: Table = {
  pathType: [
    required('pathType must be specified'),
    oneOf('Exact', 'ImplementationSpecific', 'Prefix'),
  ],
  '': [
    when(has('pathType'), { backend: [backend] }),
    when(where('pathType', 'Exact', 'Prefix'), { path: [law('ingressPath')] }),
    when(where('pathType', 'ImplementationSpecific'), { path: [format('absolutePathOrEmpty')] }),
  ],
}

export const ingress: Table = {
  spec: [
    {
      '': [law('someRules')],
      defaultBackend: [backend],
      'rules[].host': [format('hostOrEmpty')],
      'rules[].http': [{ paths: [required()], 'paths[]': [path] }],
      'tls[].hosts[]': [format('wildcardOrSubdomain')],
      'tls[].secretName': [format('subdomainOrEmpty')],
      ingressClassName: [format('subdomain')],
    },
  ],
}

export const ingressClass: Table = {
  'spec.controller': [bytes(250), fixed(), format('qualifiedOfDomainOrEmpty'), required()],
  'spec.parameters': [
    resource,
    {
      scope: [oneOf('Cluster', 'Namespace')],
      '': [
        when(where('scope', 'Namespace'), {
          namespace: [required("`parameters.scope` is set to 'Namespace'"), format('dnsLabel')],
        }),
        when(where('scope', 'Cluster'), {
          namespace: [law('noNamespace')],
        }),
      ],
    },
  ],
}

const policyPort: Table = {
  protocol: [oneOf('TCP', 'UDP', 'SCTP')],
  port: [law('portOrName')],
  endPort: [law('endPort')],
}

const peer: Table = {
  podSelector: [labelSelector],
  namespaceSelector: [labelSelector],
  ipBlock: [law('addressBlock')],
  '': [law('onePeer')],
}

export const networkPolicy: Table = {
  spec: [
    {
      podSelector: [labelSelector],
      'ingress[].ports[]': [policyPort],
      'egress[].ports[]': [policyPort],
      'ingress[].from[]': [peer],
      'egress[].to[]': [peer],
      'policyTypes[]': [oneOf('Ingress', 'Egress')],
      policyTypes: [law('twoTypes')],
    },
  ],
}

export const ipAddress: Table = {
  'spec.parentRef': [
    required(),
    fixed(),
    {
      group: [format('subdomainOrEmpty')],
      resource: [required(), format('pathSegment')],
      name: [required(), format('pathSegment')],
      namespace: [format('pathSegment')],
    },
  ],
}

export const serviceCidr: Table = {
  spec: [law('addressRanges')],
}

export const endpointSlice: Table = {
  addressType: [required(), oneOf('FQDN', 'IPv4', 'IPv6'), fixed()],
  ports: [law('slicePorts'), count(20_000)],
  'ports[]': [
    {
      name: [format('dnsLabelOrEmpty')],
      protocol: [oneOf('SCTP', 'TCP', 'UDP')],
      appProtocol: [format('qualifiedName')],
    },
  ],
  endpoints: [count(1000)],
  'endpoints[]': [
    {
      addresses: [required('must contain at least 1 address'), count(100), law('sliceAddresses')],
      hostname: [format('dnsLabel')],
      nodeName: [format('subdomain')],
      'hints.forZones': [count(8), law('namesOnce')],
      'hints.forZones[].name': [format('labelValue')],
      'hints.forNodes': [count(8), law('namesOnce')],
      'hints.forNodes[].name': [format('subdomain')],
    },
  ],
}

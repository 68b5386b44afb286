// How traffic comes in, and between whom it may flow.

import { labelSelector } from './meta.table.ts'
import {
  maxBytes,
  maxItems,
  immutable,
  format,
  hasMember,
  validatorRule,
  not,
  supportedValues,
  requiredField,
  type RuleTable,
  when,
  memberIs,
} from './rule-table.ts'

const resource: RuleTable = {
  apiGroup: [format('subdomain')],
  kind: [requiredField(), format('pathSegment')],
  name: [requiredField(), format('pathSegment')],
}

const backend: RuleTable = {
  '': [
    validatorRule('oneBackend'),
    when(not(hasMember('service')), { resource: [resource] }),
    when(not(hasMember('resource')), {
      'service.name': [requiredField(), format('dnsLabel')],
    }),
  ],
}

const path: RuleTable = {
  pathType: [
    requiredField('pathType must be specified'),
    supportedValues('Exact', 'ImplementationSpecific', 'Prefix'),
  ],
  '': [
    when(hasMember('pathType'), { backend: [backend] }),
    when(memberIs('pathType', 'Exact', 'Prefix'), { path: [validatorRule('ingressPath')] }),
    when(memberIs('pathType', 'ImplementationSpecific'), { path: [format('absolutePathOrEmpty')] }),
  ],
}

export const ingress: RuleTable = {
  spec: [
    {
      '': [validatorRule('someRules')],
      defaultBackend: [backend],
      'rules[].host': [format('hostOrEmpty')],
      'rules[].http': [{ paths: [requiredField()], 'paths[]': [path] }],
      'tls[].hosts[]': [format('wildcardOrSubdomain')],
      'tls[].secretName': [format('subdomainOrEmpty')],
      ingressClassName: [format('subdomain')],
    },
  ],
}

export const ingressClass: RuleTable = {
  'spec.controller': [
    maxBytes(250),
    immutable(),
    format('qualifiedOfDomainOrEmpty'),
    requiredField(),
  ],
  'spec.parameters': [
    resource,
    {
      scope: [supportedValues('Cluster', 'Namespace')],
      '': [
        when(memberIs('scope', 'Namespace'), {
          namespace: [
            requiredField("`parameters.scope` is set to 'Namespace'"),
            format('dnsLabel'),
          ],
        }),
        when(memberIs('scope', 'Cluster'), {
          namespace: [validatorRule('noNamespace')],
        }),
      ],
    },
  ],
}

const policyPort: RuleTable = {
  protocol: [supportedValues('TCP', 'UDP', 'SCTP')],
  port: [validatorRule('portOrName')],
  endPort: [validatorRule('endPort')],
}

const peer: RuleTable = {
  podSelector: [labelSelector],
  namespaceSelector: [labelSelector],
  ipBlock: [validatorRule('addressBlock')],
  '': [validatorRule('onePeer')],
}

export const networkPolicy: RuleTable = {
  spec: [
    {
      podSelector: [labelSelector],
      'ingress[].ports[]': [policyPort],
      'egress[].ports[]': [policyPort],
      'ingress[].from[]': [peer],
      'egress[].to[]': [peer],
      'policyTypes[]': [supportedValues('Ingress', 'Egress')],
      policyTypes: [validatorRule('twoTypes')],
    },
  ],
}

export const ipAddress: RuleTable = {
  'spec.parentRef': [
    requiredField(),
    immutable(),
    {
      group: [format('subdomainOrEmpty')],
      resource: [requiredField(), format('pathSegment')],
      name: [requiredField(), format('pathSegment')],
      namespace: [format('pathSegment')],
    },
  ],
}

export const serviceCidr: RuleTable = {
  spec: [validatorRule('addressRanges')],
}

export const endpointSlice: RuleTable = {
  addressType: [requiredField(), supportedValues('FQDN', 'IPv4', 'IPv6'), immutable()],
  ports: [validatorRule('slicePorts'), maxItems(20_000)],
  'ports[]': [
    {
      name: [format('dnsLabelOrEmpty')],
      protocol: [supportedValues('SCTP', 'TCP', 'UDP')],
      appProtocol: [format('qualifiedName')],
    },
  ],
  endpoints: [maxItems(1000)],
  'endpoints[]': [
    {
      addresses: [
        requiredField('must contain at least 1 address'),
        maxItems(100),
        validatorRule('sliceAddresses'),
      ],
      hostname: [format('dnsLabel')],
      nodeName: [format('subdomain')],
      'hints.forZones': [maxItems(8), validatorRule('namesOnce')],
      'hints.forZones[].name': [format('labelValue')],
      'hints.forNodes': [maxItems(8), validatorRule('namesOnce')],
      'hints.forNodes[].name': [format('subdomain')],
    },
  ],
}

// A valid proxy configuration, as far as the specification shows its fields.

import { configDocument } from './documents.ts'

export const validProxyConfig = configDocument(
  ['clusterproxy.config', 'v1alpha1', 'ClusterProxyConfiguration'],
  {
    featureGates: {},
    clientConnection: {
      clusterconfig: '/etc/proxy/client.yaml',
      acceptContentTypes: 'application/json',
      contentType: 'application/json',
      qps: 5,
      burst: 10,
    },
    logging: { format: 'text', flushFrequency: '5s', verbosity: 0, vmodule: [] },
    hostnameOverride: 'one',
  },
)

export const clientFields = {
  clusterconfig: 'string',
  acceptContentTypes: 'string',
  contentType: 'string',
  qps: 'float',
  burst: 'int32',
} as const

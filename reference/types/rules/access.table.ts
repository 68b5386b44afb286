// Who may do what.

import { fixed, format, law, oneOf, required, type Table, when, where } from './vocabulary.ts'

const rule: Table = {
  verbs: [required('verbs must contain at least one value')],
  '': [law('grantedResources')],
}

export const role: Table = {
  'rules[]': [rule],
  'rules[].nonResourceURLs': [law('noUrls')],
}

export const clusterRole: Table = {
  'rules[]': [rule],
  aggregationRule: [law('aggregation')],
}

const apiGroups = law('ownGroup')

const subject: Table = {
  name: [required()],
  kind: [oneOf('ServiceAccount', 'User', 'Group')],
  '': [
    when(where('kind', 'ServiceAccount'), {
      name: [format('subdomainOrEmpty')],
      apiGroup: [law('noGroup')],
    }),
    when(where('kind', 'User', 'Group'), { apiGroup: [apiGroups] }),
  ],
}

const binding: Table = {
  roleRef: [fixed('cannot change roleRef')],
  'roleRef.apiGroup': [apiGroups],
  'roleRef.name': [required(), format('pathSegment')],
  'subjects[]': [subject],
}

export const roleBinding: Table = {
  ...binding,
  'roleRef.kind': [oneOf('Role', 'ClusterRole')],
}

export const clusterRoleBinding: Table = {
  ...binding,
  'roleRef.kind': [oneOf('ClusterRole')],
  'subjects[]': [
    subject,
    { '': [when(where('kind', 'ServiceAccount'), { namespace: [required()] })] },
  ],
}

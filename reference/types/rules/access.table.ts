// Rules of roles and role bindings.

import {
  immutable,
  format,
  validatorRule,
  supportedValues,
  requiredField,
  type RuleTable,
  when,
  memberIs,
} from './rule-table.ts'

const rule: RuleTable = { '': [validatorRule('grantedAccess')] }

export const role: RuleTable = {
  'rules[]': [rule],
  'rules[].nonResourceURLs': [validatorRule('noUrls')],
}

export const clusterRole: RuleTable = {
  'rules[]': [rule],
  aggregationRule: [validatorRule('aggregation')],
}

const apiGroups = validatorRule('ownGroup')

const subject: RuleTable = {
  name: [requiredField()],
  kind: [supportedValues('ServiceAccount', 'User', 'Group')],
  '': [
    when(memberIs('kind', 'ServiceAccount'), {
      name: [format('subdomainOrEmpty')],
      apiGroup: [validatorRule('noGroup')],
    }),
    when(memberIs('kind', 'User', 'Group'), { apiGroup: [apiGroups] }),
  ],
}

const binding: RuleTable = {
  roleRef: [immutable('cannot change roleRef')],
  'roleRef.apiGroup': [apiGroups],
  'roleRef.name': [requiredField(), format('pathSegment')],
  'subjects[]': [subject],
}

export const roleBinding: RuleTable = {
  ...binding,
  'roleRef.kind': [supportedValues('Role', 'ClusterRole')],
}

export const clusterRoleBinding: RuleTable = {
  ...binding,
  'roleRef.kind': [supportedValues('ClusterRole')],
  'subjects[]': [
    subject,
    { '': [when(memberIs('kind', 'ServiceAccount'), { namespace: [requiredField()] })] },
  ],
}

// Rules of persistent volume claims and of their templates.

import { labelSelector } from './meta.table.ts'
import {
  format,
  alwaysInvalid,
  validatorRule,
  not,
  supportedValues,
  requiredField,
  type RuleTable,
  when,
  memberIs,
} from './rule-table.ts'

const dataSource: RuleTable = {
  kind: [requiredField()],
  name: [requiredField()],
  '': [
    when('creating', { apiGroup: [format('subdomainOrEmpty')] }),
    when(
      {
        all: [memberIs('apiGroup', undefined, ''), not(memberIs('kind', 'PersistentVolumeClaim'))],
      },
      {
        '': [
          alwaysInvalid("must be 'PersistentVolumeClaim' when referencing the default apiGroup"),
        ],
      },
    ),
  ],
}

export const claimSpec: RuleTable = {
  accessModes: [requiredField('at least 1 access mode is required'), validatorRule('accessModes')],
  'accessModes[] => accessModes': [
    supportedValues('ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'),
  ],
  selector: [labelSelector],
  resources: [validatorRule('storageRequest')],
  storageClassName: [format('subdomainOrEmpty')],
  volumeMode: [supportedValues('Block', 'Filesystem')],
  volumeAttributesClassName: [format('subdomainOrEmpty')],
  dataSource: [dataSource],
  dataSourceRef: [dataSource, { namespace: [format('dnsLabelOrEmpty')] }],
  '': [validatorRule('sameDataSource')],
}

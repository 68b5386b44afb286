// What claims to storage ask for, by themselves and in templates.

import { labelSelector } from './meta.table.ts'
import {
  format,
  invalid,
  law,
  not,
  oneOf,
  required,
  type Table,
  when,
  where,
} from './vocabulary.ts'

const dataSource: Table = {
  kind: [required()],
  name: [required()],
  '': [
    when('creating', { apiGroup: [format('subdomainOrEmpty')] }),
    when(
      { all: [where('apiGroup', undefined, ''), not(where('kind', 'PersistentVolumeClaim'))] },
      {
        '': [invalid("must be 'PersistentVolumeClaim' when referencing the default apiGroup")],
      },
    ),
  ],
}

export const claimSpec: Table = {
  accessModes: [required('at least 1 access mode is required'), law('accessModes')],
  'accessModes[] => accessModes': [
    oneOf('ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'),
  ],
  selector: [labelSelector],
  resources: [law('storageRequest')],
  storageClassName: [format('subdomainOrEmpty')],
  volumeMode: [oneOf('Block', 'Filesystem')],
  volumeAttributesClassName: [format('subdomainOrEmpty')],
  dataSource: [dataSource],
  dataSourceRef: [dataSource, { namespace: [format('dnsLabelOrEmpty')] }],
  '': [law('sameDataSource')],
}

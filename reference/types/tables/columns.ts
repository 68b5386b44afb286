// Which columns the types have. Those of other types are the object's name and when it was made.

import type { Resource } from '../../api/resource.ts'
import { cellAt, type ColumnsByKind, nameColumn } from './column.ts'
import { accessColumns } from './columns/access.ts'
import { admissionColumns } from './columns/admission.ts'
import { clusterColumns } from './columns/cluster.ts'
import { eventColumns } from './columns/events.ts'
import { jobColumns } from './columns/jobs.ts'
import { limitColumns } from './columns/limits.ts'
import { podColumns } from './columns/pods.ts'
import { serviceColumns } from './columns/services.ts'
import { storageColumns } from './columns/storage.ts'
import { workloadColumns } from './columns/workloads.ts'
import type { Column } from '../../api/column.ts'

const byKind: ColumnsByKind = {
  ...podColumns,
  ...workloadColumns,
  ...jobColumns,
  ...limitColumns,
  ...serviceColumns,
  ...clusterColumns,
  ...storageColumns,
  ...accessColumns,
  ...admissionColumns,
  ...eventColumns,
}

/** Of a type without columns of its own (TABLE-007 to TABLE-009). */
export const defaultColumns: readonly Column[] = [
  nameColumn,
  {
    name: 'Created At',
    type: 'date',
    description: 'When the object was made.',
    // A bookmark was made at no time; a genuine server says so like this.
    cell: cellAt('metadata.creationTimestamp', '0001-01-01T00:00:00Z'),
  },
]

type Type = Pick<Resource, 'group' | 'kind' | 'view'>

/**
 * The columns of a type, the same value each time. The cells of a type that shows another type's
 * objects in a form of its own are made from the objects as they are kept; a Scale is made of what
 * it shows.
 */
export function columnsOf(resource: Type, apiDomain: string): readonly Column[] {
  const { group, kind } = madeFrom(resource)
  // The data's own way to write a group is nobody's name.
  if (group.includes('*')) return defaultColumns
  const domain = `.${apiDomain}`
  const open = group.endsWith(domain) ? `${group.slice(0, -apiDomain.length)}*` : group
  const key = `${open}/${kind}`
  return (Object.hasOwn(byKind, key) ? byKind[key] : undefined) ?? defaultColumns
}

/** The type whose objects cells are made from. */
const madeFrom = (resource: Type): Pick<Resource, 'group' | 'kind'> =>
  resource.view?.storedResource.kind === resource.kind ? resource.view.storedResource : resource

// Maps types to their columns. Other types have the columns Name and Created At.

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

/** The columns of a type without specific ones (TABLE-007 to TABLE-009). */
export const defaultColumns: readonly Column[] = [
  nameColumn,
  {
    name: 'Created At',
    type: 'date',
    description: 'When the object was made.',
    // A bookmark has no creation time. A genuine server shows this value.
    cell: cellAt('metadata.creationTimestamp', '0001-01-01T00:00:00Z'),
  },
]

type Type = Pick<Resource, 'group' | 'kind' | 'view'>

/**
 * Returns the columns of a type, always the same object. If a type serves another type's objects in
 * another version, its cells are made from the stored objects. The cells of a Scale are made from
 * the Scale.
 */
export function columnsOf(resource: Type, apiDomain: string): readonly Column[] {
  const { group, kind } = madeFrom(resource)
  // `*` is notation of the data, not a valid group.
  if (group.includes('*')) return defaultColumns
  const domain = `.${apiDomain}`
  const open = group.endsWith(domain) ? `${group.slice(0, -apiDomain.length)}*` : group
  const key = `${open}/${kind}`
  return (Object.hasOwn(byKind, key) ? byKind[key] : undefined) ?? defaultColumns
}

/** Returns the type whose objects the cells are made from. */
const madeFrom = (resource: Type): Pick<Resource, 'group' | 'kind'> =>
  resource.view?.storedResource.kind === resource.kind ? resource.view.storedResource : resource

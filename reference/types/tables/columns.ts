// Which columns the types have. Those of other types are the object's name and when it was made.

import type { Resource } from '../../api/resource.ts'
import { at, type Column, type ColumnsByKind, name } from './column.ts'
import { access } from './columns/access.ts'
import { admission } from './columns/admission.ts'
import { cluster } from './columns/cluster.ts'
import { events } from './columns/events.ts'
import { jobs } from './columns/jobs.ts'
import { limits } from './columns/limits.ts'
import { pods } from './columns/pods.ts'
import { services } from './columns/services.ts'
import { storage } from './columns/storage.ts'
import { workloads } from './columns/workloads.ts'

const byKind: ColumnsByKind = {
  ...pods,
  ...workloads,
  ...jobs,
  ...limits,
  ...services,
  ...cluster,
  ...storage,
  ...access,
  ...admission,
  ...events,
}

/** Of a type without columns of its own (TABLE-007 to TABLE-009). */
export const defaultColumns: readonly Column[] = [
  name,
  {
    name: 'Created At',
    type: 'date',
    description: 'When the object was made.',
    // A bookmark was made at no time; a genuine server says so like this.
    cell: at('metadata.creationTimestamp', '0001-01-01T00:00:00Z'),
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
  resource.view?.of.kind === resource.kind ? resource.view.of : resource

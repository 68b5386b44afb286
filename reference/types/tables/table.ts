// Builds Tables: a row for each object, and the definitions of the columns.

import { type ApiObject, type Metadata, objectIn } from '../../api/object.ts'
import type { AgeWriter, Cell, Column } from '../../api/column.ts'

/** How much of the object is included in its row. */
export type IncludeObject = 'None' | 'Metadata' | 'Object'

export type PartialObject = {
  kind: 'PartialObjectMetadata'
  apiVersion: string
  metadata: Metadata
}

/** Marks a row whose object has completed. */
export type RowCondition = {
  readonly type: 'Completed'
  readonly status: 'True'
  readonly reason: string
  readonly message: string
}

export type TableRow = {
  readonly cells: readonly Cell[]
  readonly conditions?: readonly RowCondition[]
  readonly object: ApiObject | PartialObject | null
}

export type ColumnDefinition = Required<Omit<Column, 'cell' | 'format'>> & {
  readonly format: string
}

export type RowOptions = {
  readonly columns: readonly Column[]
  readonly writeAge: AgeWriter
  readonly includeObject: IncludeObject
  /** The API version of Tables and PartialObjectMetadata, such as `meta.<api-domain>/v1`. */
  readonly apiVersion: string
  /** The object as clients see it, if this differs from the stored object. */
  readonly shown?: ApiObject
}

/** Builds the row of a stored object (TABLE-014). */
export function tableRowOf(object: ApiObject, options: RowOptions): TableRow {
  const { columns, writeAge, includeObject, apiVersion, shown = object } = options
  const conditions = conditionsOf(object)
  return {
    cells: columns.map(({ cell }) => cell(object, writeAge)),
    ...(conditions && { conditions }),
    object:
      includeObject === 'None'
        ? null
        : includeObject === 'Object'
          ? shown
          : metadataOnlyObject(shown, apiVersion),
  }
}

/** Returns the object as PartialObjectMetadata. */
export const metadataOnlyObject = ({ metadata }: ApiObject, apiVersion: string): PartialObject => ({
  kind: 'PartialObjectMetadata',
  apiVersion,
  metadata,
})

/**
 * Returns the column definitions of a response. All five members are always present (TABLE-016).
 */
export const columnDefinitionsOf = (columns: readonly Column[]): ColumnDefinition[] =>
  columns.map(({ name, type, format = '', description, priority = 0 }) => ({
    name,
    type,
    format,
    description,
    priority,
  }))

const doneCondition = (reason: string, message: string): readonly RowCondition[] => [
  { type: 'Completed', status: 'True', reason, message },
]

const conditionsOfPods: { readonly [phase: string]: readonly RowCondition[] | undefined } = {
  Succeeded: doneCondition('Succeeded', 'All containers of the pod have done their work.'),
  Failed: doneCondition('Failed', 'Containers of the pod have failed, and are not started anew.'),
}

/** Only pods have row conditions. A genuine server sets none for a completed job. */
function conditionsOf({
  kind,
  apiVersion,
  status,
}: ApiObject): readonly RowCondition[] | undefined {
  if (kind !== 'Pod' || apiVersion !== 'v1') return undefined
  const { phase } = objectIn(status)
  return phase === 'Succeeded' || phase === 'Failed' ? conditionsOfPods[phase] : undefined
}

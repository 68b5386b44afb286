// Columns of types with a pod template: containers, images and selector.

import { objectsAt, wideColumn } from '../column.ts'
import { selectorAt, scalarText } from '../cell-texts.ts'
import type { CellFunction, Column } from '../../../api/column.ts'

const membersAt = (path: string, member: string): CellFunction => {
  const read = objectsAt(path)
  return object =>
    read(object)
      .map(container => scalarText(container[member]))
      .join(',')
}

export const containersAt = (path: string): CellFunction => membersAt(path, 'name')

export const imagesAt = (path: string): CellFunction => membersAt(path, 'image')

/** Returns the columns for a type whose pod template is at a path. */
export const containerColumns = (template = 'spec.template'): Column[] => [
  wideColumn('Containers', 'Names of the containers.', containersAt(`${template}.spec.containers`)),
  wideColumn('Images', 'What the containers run.', imagesAt(`${template}.spec.containers`)),
]

export const selectorColumn = (cell = selectorAt('spec.selector')): Column =>
  wideColumn('Selector', 'Which pods belong here.', cell)

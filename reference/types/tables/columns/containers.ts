// The columns of types that make pods: which containers, of which images, for which selector.

import { type CellOf, type Column, listAt, wide } from '../column.ts'
import { selectorAt, textIn } from '../texts.ts'

const membersAt = (path: string, member: string): CellOf => {
  const read = listAt(path)
  return object =>
    read(object)
      .map(container => textIn(container[member]))
      .join(',')
}

export const containersAt = (path: string): CellOf => membersAt(path, 'name')

export const imagesAt = (path: string): CellOf => membersAt(path, 'image')

/** For a type whose template of pods is at a path. */
export const containerColumns = (template = 'spec.template'): Column[] => [
  wide('Containers', 'Names of the containers.', containersAt(`${template}.spec.containers`)),
  wide('Images', 'What the containers run.', imagesAt(`${template}.spec.containers`)),
]

export const selectorColumn = (cell = selectorAt('spec.selector')): Column =>
  wide('Selector', 'Which pods belong here.', cell)

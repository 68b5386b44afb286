import type { AgeWriter } from '../../../api/column.ts'
import { type ApiObject, objectsIn } from '../../../api/object.ts'
import {
  ageColumn,
  type ColumnsByKind,
  nonEmptyAt,
  objectsAt,
  nameColumn,
  textColumn,
  valueAtMembers,
  wideColumn,
} from '../column.ts'
import { podStateOf } from '../pod-state.ts'
import { labelsAt, scalarText } from '../cell-texts.ts'
import { containersAt, imagesAt } from './pod-template-columns.ts'

const addressesOf = objectsAt('status.podIPs')
const addressOf = nonEmptyAt('status.podIP', '<none>')
const gatesOf = objectsAt('spec.readinessGates')

export const podColumns: ColumnsByKind = {
  '/Pod': [
    nameColumn,
    textColumn('Ready', 'Containers that are ready, of those that should be.', pod => {
      const { ready, wanted } = podStateOf(pod)
      return `${ready}/${wanted}`
    }),
    textColumn('Status', 'How the containers do, in a word.', pod => podStateOf(pod).reason),
    textColumn('Restarts', 'How often containers were started anew, and when last.', restartsText),
    ageColumn,
    wideColumn('IP', 'The address of the pod.', pod => {
      return scalarText(addressesOf(pod)[0]?.ip) || addressOf(pod)
    }),
    wideColumn('Node', 'Where the pod runs.', nonEmptyAt('spec.nodeName', '<none>')),
    wideColumn(
      'Nominated Node',
      'Where room is being made for the pod.',
      nonEmptyAt('status.nominatedNodeName', '<none>'),
    ),
    wideColumn(
      'Readiness Gates',
      'Further conditions of being ready that hold, of all.',
      gatesText,
    ),
  ],
  '/PodTemplate': [
    nameColumn,
    textColumn('Containers', 'Names of the containers.', containersAt('template.spec.containers')),
    textColumn('Images', 'What the containers run.', imagesAt('template.spec.containers')),
    textColumn('Pod Labels', 'Labels that the pods get.', labelsAt('template.metadata.labels')),
  ],
}

function restartsText(pod: ApiObject, writeAge: AgeWriter): string {
  const { restarts, restartedAt } = podStateOf(pod)
  if (restarts === 0 || restartedAt === 0) return String(restarts)
  return `${restarts} (${writeAge(new Date(restartedAt).toISOString())} ago)`
}

function gatesText(pod: ApiObject): string {
  const gates = gatesOf(pod)
  if (gates.length === 0) return '<none>'
  const conditions = objectsIn(valueAtMembers(pod, ['status', 'conditions']))
  // If there are two conditions of one type, the first one counts.
  const held = new Map(conditions.toReversed().map(({ type, status }) => [type, status]))
  const open = gates.filter(({ conditionType }) => held.get(conditionType) === 'True')
  return `${open.length}/${gates.length}`
}

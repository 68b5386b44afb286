import { type ApiObject, objectsIn } from '../../../api/object.ts'
import { since } from '../ages.ts'
import { age, type ColumnsByKind, filledAt, listAt, name, text, valueAt, wide } from '../column.ts'
import { stateOf } from '../pod-state.ts'
import { labelsAt, textIn } from '../texts.ts'
import { containersAt, imagesAt } from './containers.ts'

const addressesOf = listAt('status.podIPs')
const addressOf = filledAt('status.podIP', '<none>')
const gatesOf = listAt('spec.readinessGates')

export const pods: ColumnsByKind = {
  '/Pod': [
    name,
    text('Ready', 'Containers that are ready, of those that should be.', pod => {
      const { ready, wanted } = stateOf(pod)
      return `${ready}/${wanted}`
    }),
    text('Status', 'How the containers do, in a word.', pod => stateOf(pod).reason),
    text('Restarts', 'How often containers were started anew, and when last.', restartsText),
    age,
    wide('IP', 'The address of the pod.', pod => {
      return textIn(addressesOf(pod)[0]?.ip) || addressOf(pod)
    }),
    wide('Node', 'Where the pod runs.', filledAt('spec.nodeName', '<none>')),
    wide(
      'Nominated Node',
      'Where room is being made for the pod.',
      filledAt('status.nominatedNodeName', '<none>'),
    ),
    wide('Readiness Gates', 'Further conditions of being ready that hold, of all.', gatesText),
  ],
  '/PodTemplate': [
    name,
    text('Containers', 'Names of the containers.', containersAt('template.spec.containers')),
    text('Images', 'What the containers run.', imagesAt('template.spec.containers')),
    text('Pod Labels', 'Labels that the pods get.', labelsAt('template.metadata.labels')),
  ],
}

function restartsText(pod: ApiObject, now: number): string {
  const { restarts, restartedAt } = stateOf(pod)
  if (restarts === 0 || restartedAt === 0) return String(restarts)
  return `${restarts} (${since(new Date(restartedAt).toISOString(), now)} ago)`
}

function gatesText(pod: ApiObject): string {
  const gates = gatesOf(pod)
  if (gates.length === 0) return '<none>'
  const conditions = objectsIn(valueAt(pod, ['status', 'conditions']))
  // Of two conditions of a type the first counts.
  const held = new Map(conditions.toReversed().map(({ type, status }) => [type, status]))
  const open = gates.filter(({ conditionType }) => held.get(conditionType) === 'True')
  return `${open.length}/${gates.length}`
}
